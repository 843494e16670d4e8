import { Code, HIDDEN_SUBJECT, type LetterContent, protectionOf, sealedHtml, sealedIn } from '@yanshu/contracts'
import { ApiError, addMessages, intents, type LoginScope, settings, t } from '@yanshu/shell-api'
import { NS } from '../write/namespace.ts'
import { en, zh } from './words.ts'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

/** Whether a letter may be one that is to be encrypted: chosen, usual, or because it answers an encrypted mail. */
function mayBeEncrypted({ options, sourceMailId }: LetterContent): boolean {
  const usual = settings.current().general.letterProtection
  return protectionOf(options) !== null || usual === 'encrypt' || usual === 'both' || sourceMailId !== null
}

const refused = (message: string) => new ApiError(message, { code: Code.protectionRefused, status: 400, silent: true })

/** As where no answer came: what was not saved stays on the device, and is tried again. */
const unreachable = () => new ApiError(t(NS, 'sealed.closed'), { code: 0, status: 0, silent: true })

/** By their names: hosts of before do not export each of these classes. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'IntentUnavailable' || error.name === 'PartError')

async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (isMissing(error)) throw unreachable()
    throw refused(error instanceof Error ? error.message : `${error}`)
  }
}

/**
 * The letter as the server keeps its draft: one that is to be encrypted has its text sealed, so that its writer alone can read
 * it. Rejects where that cannot be: it is never kept in readable form instead.
 */
export async function sealed(content: LetterContent, login: LoginScope): Promise<LetterContent> {
  if (!mayBeEncrypted(content)) return content
  if (!intents.answered('draft.seal')) {
    if (protectionOf(content.options)?.encrypt) throw refused(t(NS, 'sealed.unavailable'))
    return content
  }
  const seal = await ask(() => intents.send('draft.seal', { content }, { silent: true }))
  login.signal.throwIfAborted()
  if (!seal) return content
  if ('refusal' in seal) throw refused(seal.refusal)
  const html = sealedHtml(seal.sealed, seal.notice, content.html)
  return { ...content, html, ...(seal.hidesSubject ? { subject: HIDDEN_SUBJECT } : {}) }
}

/** What the server has of a letter, with its text opened where it is sealed: the PIN is asked for. Rejects where it stays closed. */
export async function opened<T extends { readonly html: string; readonly subject: string }>(letter: T): Promise<T> {
  const found = sealedIn(letter.html)
  if (found === null) return letter
  if (!intents.answered('draft.open')) throw refused(t(NS, 'sealed.closed'))
  const words = await ask(() => intents.send('draft.open', { sealed: found }, { silent: true }))
  if ('refusal' in words) throw refused(words.refusal)
  return { ...letter, html: words.html, subject: words.subject ?? letter.subject }
}
