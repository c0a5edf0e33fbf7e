// A form is not sent while a field holds text that it has not taken, such as a name of which nobody
// was chosen: what was typed would be dropped without a word.

/** Focuses the first such field, which then says so. Returns whether there is one. */
export function focusNotTaken(form: HTMLFormElement): boolean {
  const input = form.querySelector<HTMLElement>('[data-not-taken]');
  if (!input) return false;
  // The field tells it when it is left.
  input.focus();
  input.blur();
  input.focus();
  return true;
}
