// Colours of the library that the console does not use. The build omits them from its styles. A
// test checks that a colour in use is not on this list.
export const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'lime', 'green'];
