import type { LetterContent, LetterFile } from '@yanshu/contracts'
import { perLogin } from '@yanshu/shell-api'
import type { Uploads } from '@yanshu/ui/upload'

export type LetterUploads = Pick<Uploads<LetterFile>, 'items' | 'retry'>

/** Why files were not encrypted, in words, and how the letters of these files were to leave when it was last tried. */
const refusals = perLogin(() => ({ words: new Set<string>(), tried: new WeakMap<LetterUploads, string>() }))

/** What decides whether a letter can be encrypted. */
const wayOf = ({ to, cc, bcc, options }: LetterContent): string => JSON.stringify([to, cc, bcc, options])

/** A file was not uploaded, because it could not be encrypted. */
export const noteRefusal = (words: string): void => void refusals().words.add(words)

/** The draft could not be encrypted either: as soon as it can, its files are tried again. */
export const noteRefusedDraft = (uploads: LetterUploads): boolean => refusals().tried.delete(uploads)

/**
 * Sends refused files of a draft that could be saved again: the certificate that was missing is there, or the letter is to
 * leave another way. Where neither has changed since, they stay refused.
 */
export function retryRefused(uploads: LetterUploads, content: LetterContent): void {
  const { words, tried } = refusals()
  const way = wayOf(content)
  if (tried.get(uploads) === way) return
  tried.set(uploads, way)
  for (const { key, state, error } of uploads.items()) {
    if (state === 'failed' && error !== null && words.has(error)) uploads.retry(key)
  }
}
