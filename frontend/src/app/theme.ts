// The looks: one accent colour, dense controls, and the sizes of text.
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
  // By language, in typography.css.
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
    // The header of a dialog is not the page's banner, which is what its element means to assistive technology.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // As high as the choices of a scale of grades: of a list that ends within its frame nobody looks for more.
    Select: { defaultProps: { maxDropdownHeight: 280 } },
    MultiSelect: { defaultProps: { maxDropdownHeight: 280 } },
    // A list that is loading has hundreds: fading each of them is a seventh of all that opening a page costs.
    Skeleton: { defaultProps: { animate: false } },
  },
});
