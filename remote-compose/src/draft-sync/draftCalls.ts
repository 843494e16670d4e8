import { Code, type LetterContent, type SavedDraft } from '@yanshu/contracts'
import { ApiError, http, type LoginScope, settings } from '@yanshu/shell-api'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import { calledLetter } from './calledLetter.ts'
import type { SaveFailure, ServerDraft } from './draftSync.ts'
import { requireFits } from './letterExcess.ts'

/**
 * Saves a letter as a draft. A new one is made once under its `clientId`; where a save without an answer made it
 * before, this version takes its place. `login` is the writer's: autosave must not save it for the next login.
 * Throws `LetterExcessError` before it asks the server.
 */
export async function saveDraft(
  content: LetterContent,
  draft: ServerDraft | null,
  clientId: string,
  login: LoginScope,
): Promise<SavedDraft> {
  requireFits(content)
  const kept = settings.current().smimeEnable ? await (await fetchSealing()).sealed(content, login) : content
  // Sealed, its text is longer by a third.
  requireFits(kept)
  const letter = calledLetter(kept)
  const save = (place: ServerDraft | { readonly mailId: null; readonly revision: null }) =>
    http.post('mail/email/drafts', { ...letter, ...place, clientId }, { silent: true, login })
  if (draft) return save({ mailId: draft.mailId, revision: draft.revision })
  const made = await save({ mailId: null, revision: null })
  return made.kept ? made : save({ mailId: made.mailId, revision: made.revision })
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
