// Where a form that is not sent goes on: in the first field that something is wrong with.

export function focusFirstWrong(form: HTMLFormElement): void {
  // What is wrong has to be there before a screen reader reads the field.
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
