/** The password of everybody in the demonstration organisation; it is printed at start, and secret from nobody. */
export const DEMO_PASSWORD = 'Wild-Goose-7'
