/** What a letter can be started from: nothing, or a mail that is answered, passed on, or written on. */
export type WriteOrigin = 'new' | 'reply' | 'replyAll' | 'forward' | 'editAgain'

/** The types of `write/{type}/{mailId}` (§2). Drafts are continued by `editAgain`; `editAgainFromdraft` is its older name (§7). */
const ORIGINS: ReadonlyMap<string, WriteOrigin> = new Map([
  ['new', 'new'],
  ['reply', 'reply'],
  ['replyAll', 'replyAll'],
  ['forward', 'forward'],
  ['editAgain', 'editAgain'],
  ['editAgainFromdraft', 'editAgain'],
  ['draft', 'editAgain'],
])

/** What a type of the write route starts from; null for one that does not exist. */
export const writeOrigin = (type: string): WriteOrigin | null => ORIGINS.get(type) ?? null
