import type { IndexSettings, LetterOptions, WriteKind } from '@yanshu/contracts'
import { PROTECTION_OPTION, protectionOf } from '@yanshu/contracts'
import { http, type LoginScope, loginScope, perLogin } from '@yanshu/shell-api'
import { isEncryptedPart } from '../reading/isProtected.ts'

/** The option of a letter that is this remote's. */
export const OWN_OPTION = `remote-keys.${PROTECTION_OPTION}`

/**
 * How a letter is to be protected. `possible` encrypts where all recipients can read it, and is never chosen for one letter:
 * what its writer has chosen is kept, or the letter does not leave.
 */
export interface Wish {
  readonly sign: boolean
  readonly encrypt: 'no' | 'possible' | 'always'
  /** Whether the subject is encrypted with the letter; ignored without encryption. */
  readonly hideSubject: boolean
  /** Whether recipients without a certificate open it with a code. */
  readonly byCode?: boolean
}

/** Mails that were opened here, and whether they came encrypted. */
const known = perLogin(() => new Map<number, boolean>())

/** Notes of a mail that was opened whether it came encrypted, for answers to it. */
export const noteEncrypted = (mailId: number, isEncrypted: boolean): void => {
  known().set(mailId, isEncrypted)
}

/** What the writer has chosen for this letter; null for nothing. */
export function chosenWish(options: LetterOptions): Wish | null {
  if (options[OWN_OPTION] === undefined) return null
  const protection = protectionOf(options)
  const { sign = false, encrypt = false, hideSubject = false, byCode = false } = protection ?? {}
  return { sign, encrypt: encrypt ? 'always' : 'no', hideSubject, ...(byCode ? { byCode } : {}) }
}

type Usual = IndexSettings['general']['letterProtection']

/** What holds for a letter that nothing was chosen for: the person's default; an answer to an encrypted mail is encrypted. */
export function usualWish(usual: Usual, answersEncrypted: boolean): Wish {
  const sign = usual === 'sign' || usual === 'both'
  if (answersEncrypted) return { sign, encrypt: 'always', hideSubject: false }
  return { sign, hideSubject: false, encrypt: usual === 'encrypt' || usual === 'both' ? 'possible' : 'no' }
}

const ANSWERS: ReadonlySet<WriteKind> = new Set(['reply', 'replyAll', 'forward'])

/** Whether a letter answers or forwards a mail that came encrypted. */
export async function answersEncrypted(
  { kind, sourceMailId }: { readonly kind: WriteKind; readonly sourceMailId: number | null },
  login: LoginScope = loginScope(),
): Promise<boolean> {
  if (sourceMailId === null || !ANSWERS.has(kind)) return false
  const before = known().get(sourceMailId)
  if (before !== undefined) return before
  const mine = known()
  const { attachments } = await http.post('mail/email/detail', { mailId: sourceMailId }, { silent: true, login })
  const isEncrypted = attachments.some(isEncryptedPart)
  // Asked with each save of a draft; opening the mail finds it out for sure.
  if (!mine.has(sourceMailId)) mine.set(sourceMailId, isEncrypted)
  return isEncrypted
}
