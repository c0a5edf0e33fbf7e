// Styles of the components that only signed-in pages use.
// Order matters: a later component's rules override those of the ones it is built from.
import '@mantine/core/styles/NavLink.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Indicator.css';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
