import { Code, type SavedDraft, SEALED_PICTURE } from '@yanshu/contracts'
import { ApiError, http, type LoginScope, settings } from '@yanshu/shell-api'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import type { LetterToSeal } from '../sealed/sealedDrafts.ts'
import { calledLetter } from './calledLetter.ts'
import type { SaveFailure, ServerDraft } from './draftSync.ts'
import { requireFits } from './letterExcess.ts'

/**
 * Saves a letter as a draft. A new one is made once under its `clientId`; where a save without an answer made it
 * before, this version replaces it. `login` is the writer's: autosave must not save it for the next login.
 * Throws `LetterExcessError` before it asks the server.
 */
export async function saveDraft(
  { clientId, ...written }: LetterToSeal & { readonly clientId: string },
  draft: ServerDraft | null,
  login: LoginScope,
): Promise<SavedDraft> {
  requireFits(written.content)
  // The keys of pictures never reach the server, also where encryption was turned off meanwhile.
  const isSealed = settings.current().smimeEnable || written.content.html.includes(SEALED_PICTURE)
  const sealing = isSealed ? await fetchSealing() : null
  const sealed = await sealing?.sealed(written, login)
  const kept = sealed?.content ?? written.content
  // Sealed, its text is longer by a third.
  requireFits(kept)
  const letter = calledLetter(kept)
  const save = (place: ServerDraft | { readonly mailId: null; readonly revision: null }) =>
    http.post('mail/email/drafts', { ...letter, ...place, clientId }, { silent: true, login })
  const made = await save(draft ? { ...draft } : { mailId: null, revision: null })
  const saved = draft || made.kept ? made : await save({ mailId: made.mailId, revision: made.revision })
  if (sealed) sealing?.afterSave(sealed, written, login)
  return saved
}

/** What a failed save means for the letter. */
export function failureOf(error: unknown): SaveFailure {
  if (error instanceof Error && error.name === 'PartError') return { kind: 'unreachable' }
  if (!(error instanceof ApiError))
    return { kind: 'refused', message: error instanceof Error ? error.message : `${error}` }
  const { code, status, message } = error
  if (code === Code.draftSuperseded) return { kind: 'superseded' }
  if (code === Code.mailNotFound) return { kind: 'gone' }
  if (code === 0 || status >= 500 || status === 401 || status === 429 || code === Code.screenLocked) {
    return code === Code.storageFull ? { kind: 'refused', message } : { kind: 'unreachable' }
  }
  return { kind: 'refused', message }
}
