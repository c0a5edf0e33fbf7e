// The theme: one accent colour, dense controls and font sizes.
import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { belowError } from './below-error';

const teal: MantineColorsTuple = [
  '#effcf9',
  '#d5f5ee',
  '#aae9dd',
  '#74d6c7',
  '#41bdad',
  '#20a192',
  '#128378',
  '#0f766e',
  '#115e58',
  '#134e4a',
];

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal },
  autoContrast: true,
  defaultRadius: 'md',
  // Set by language, in typography.css.
  fontFamily: 'var(--uno-font)',
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, var(--uno-font), monospace",
  headings: { fontWeight: '650' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Popover: { defaultProps: { offset: belowError } },
    // A dialog's header element would have the banner role, which belongs to the page.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // Fits a scale of grades. If a list ended exactly at its edge, nobody would look for more.
    Select: { defaultProps: { maxDropdownHeight: 280 } },
    MultiSelect: { defaultProps: { maxDropdownHeight: 280 } },
    // A loading list has hundreds of skeletons. Their animation takes a seventh of the time to open
    // a page.
    Skeleton: { defaultProps: { animate: false } },
  },
});
