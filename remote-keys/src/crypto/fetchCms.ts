import type { CmsErrorCode } from '@yanshu/cms'
import { ApiError, fetchPart } from '@yanshu/shell-api'

/** Browsers compute with keys on pages of https alone. */
export class InsecurePageError extends Error {}

/** What makes and opens keys and protected mail, fetched when it is first needed. Rejects with `InsecurePageError`. */
export async function fetchCms() {
  if (globalThis.crypto?.subtle === undefined) throw new InsecurePageError()
  return fetchPart(() => import('./cmsPart.ts'))
}

export type Cms = Awaited<ReturnType<typeof fetchCms>>

/** Why something could not be read; null for what is no error of the package. Its class comes with the chunk. */
export function cmsCodeOf(error: unknown): CmsErrorCode | null {
  return error instanceof Error && error.name === 'CmsError' && 'code' in error ? (error.code as CmsErrorCode) : null
}

/** The sentence for a failure: the server's, the one for what could not be read, or that a part of the page is missing. */
export function sentenceOf(error: unknown, say: (key: string) => string): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof InsecurePageError) return say('errors.insecure')
  const code = cmsCodeOf(error)
  return say(code ? `errors.${code}` : 'errors.failed')
}
