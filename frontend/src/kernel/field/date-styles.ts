// Styles of the date inputs.
import '@mantine/dates/styles.css';
