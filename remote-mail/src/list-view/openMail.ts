/** Which mail of a list is open, and how far the address of the page names it. */
export interface OpenState {
  /** The mail that is shown; null for the list. */
  readonly openId: number | null
  /** The mail that the address names. */
  readonly addressed: number | null
  /**
   * How the address is to follow what is shown: in place of the one before, or as a step of the history. Null where it has
   * followed, or where what is shown came from it.
   */
  readonly due: 'replace' | 'step' | null
}

/**
 * What is open once the address names a mail, or the list: it has followed what was shown, or Back, a link or a person has
 * set it, which gives up an address that was due.
 */
export const openAt = (id: number | null): OpenState => ({ openId: id, addressed: id, due: null })

/** What is open once the user has opened a mail, or gone back to the list. */
export function openBy({ openId, addressed, due }: OpenState, id: number | null, beside: boolean): OpenState {
  // Beside the list every mail would be a step of Back; in its place the first one is, and none that follows it.
  const replaces = beside || (id !== null && openId !== null && due !== 'step')
  return { openId: id, addressed, due: replaces ? 'replace' : 'step' }
}
