// The library's colours that nobody uses in the console: the build leaves them out of its styles. Whoever wants one
// takes it off this list, as a test says.
export const UNUSED_COLORS = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'lime', 'green'];
