// Whoever reaches an input by Tab types over its content. Browsers do that themselves, but not when
// a dialog's focus trap moves the focus, or when the input writes its text anew.

const SINGLE_LINE = ['text', 'search', 'tel', 'email', 'url', 'password', 'number'];

export function selectOnTab(): void {
  let isByTab = false;
  window.addEventListener(
    'keydown',
    ({ key }) => {
      isByTab = key === 'Tab';
    },
    { capture: true },
  );
  for (const event of ['keyup', 'pointerdown'])
    window.addEventListener(
      event,
      () => {
        isByTab = false;
      },
      { capture: true },
    );
  document.addEventListener('focusin', ({ target }) => {
    // A text of several lines is too much to lose by one key.
    if (isByTab && target instanceof HTMLInputElement && SINGLE_LINE.includes(target.type))
      target.select();
  });
}
