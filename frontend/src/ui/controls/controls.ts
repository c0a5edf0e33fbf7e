// Controls that open layers over the page, and those that only forms use. Pages render without
// them: the shell preloads their code (use-later.ts), and the first use of one loads it (late.tsx).
import './days-in-month';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/dates/styles.css';

export {
  Checkbox,
  Menu,
  MultiSelect,
  Popover,
  Select,
  Switch,
  Textarea,
  Tooltip,
} from '@mantine/core';
export { DatePicker, DatePickerInput, DatesProvider } from '@mantine/dates';
export { SearchSelect } from './search-select';
