/** Something in a form is missing or wrong, which stands beside its field. */
export class InputMissing extends Error {}

/** Shows nothing more below the form for it. */
export const besideField = (error: unknown): '' | null => (error instanceof InputMissing ? '' : null)
