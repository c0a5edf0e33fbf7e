// Styles of dialogs and similar layers, loaded with the first one. The order matters: rules of a
// component override those of the components that it builds on.
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/SimpleGrid.css';
