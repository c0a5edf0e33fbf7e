// Styles of components that only signed-in pages use. The order matters: rules of a component
// override those of the components that it builds on.
import '@mantine/core/styles/NavLink.css';
import '@mantine/core/styles/Tabs.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Indicator.css';
import '@mantine/core/styles/Anchor.css';
import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Combobox.css';
