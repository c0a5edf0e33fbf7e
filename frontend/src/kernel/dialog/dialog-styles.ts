// Styles of what opens over a page, which come with the first of it.
// Order matters: a later component's rules override those of the ones it is built from.
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/SimpleGrid.css';
