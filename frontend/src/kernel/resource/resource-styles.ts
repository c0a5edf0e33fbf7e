// Styles of the components that records are shown with.
import '@mantine/core/styles/Timeline.css';
