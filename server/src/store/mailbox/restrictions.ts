/** What of a letter restricts where it may go. */
export interface RestrictedLetter {
  /** 1 where it has a reading password. */
  readonly with_password: number
}

/** The ways on which a letter leaves its mailbox, and whether it may take them. */
export interface Restrictions {
  /** To a model, and into answers of the assistant that quote it. */
  readonly toAssistant: boolean
}

/** What may be done with a letter beyond showing it to its reader. Every way out asks here. */
export const restrictionsOf = ({ with_password }: RestrictedLetter): Restrictions => ({
  toAssistant: with_password === 0,
})
