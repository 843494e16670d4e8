/**
 * Focuses a day or a time that was written in a form and is none, and answers whether there is one: its field shows that,
 * and the form still has the one from before, which must not be saved in its place.
 */
export function backToUnreadDay(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[data-days] [aria-invalid="true"]')
  field?.focus()
  return field != null
}
