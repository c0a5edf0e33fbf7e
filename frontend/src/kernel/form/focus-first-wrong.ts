// Focuses the first invalid field of a form that was not sent.

export function focusFirstWrong(form: HTMLFormElement): void {
  // The error message must be rendered before a screen reader reads the field.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
