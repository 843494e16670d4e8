/** What a letter can be started from: nothing, or a mail that is answered, passed on, or written on; or mails as its files. */
export type WriteOrigin = 'new' | 'reply' | 'replyAll' | 'forward' | 'forwardAttached' | 'editAgain'

/** The types of `write/{type}/{mailId}` (§2). Drafts are continued by `editAgain`; `editAgainFromdraft` is its older name (§7). */
const ORIGINS: ReadonlyMap<string, WriteOrigin> = new Map([
  ['new', 'new'],
  ['reply', 'reply'],
  ['replyAll', 'replyAll'],
  ['forward', 'forward'],
  ['separate', 'new'],
  ['forwardAttached', 'forwardAttached'],
  ['editAgain', 'editAgain'],
  ['editAgainFromdraft', 'editAgain'],
  ['draft', 'editAgain'],
])

/** In front of the type of the letter on the screen: a letter that the assistant drafted (§2), which starts from nothing. */
const DRAFTED = /^new(?=.)/

/** What a type of the write route starts from; null for one that does not exist. */
export function writeOrigin(type: string): WriteOrigin | null {
  if (ORIGINS.has(type)) return ORIGINS.get(type) ?? null
  return ORIGINS.has(type.replace(DRAFTED, '')) ? 'new' : null
}

/** The type under which a drafted letter opens: `new` and the type of the letter on the screen, if there is one (§2). */
export function draftedType(current: string | null): string {
  const plain = (current ?? '').replace(DRAFTED, '')
  return `new${ORIGINS.has(plain) ? plain : ''}`
}
