import { fetchPart } from '@yanshu/shell-api'

/** Fetches the editor: begun beside the view, so that it is there when the first fields are filled. */
export const loadEditor = () => fetchPart(() => import('./LetterText.tsx'))

/** Fetches the view in which letters are written. */
export const loadWriting = () => fetchPart(() => import('./WriteView.tsx'))

/** Nobody waits for it: it comes after what the first views need. */
const AFTER_MS = 1_500

/**
 * Fetches everything that a new letter needs while there is a network, so that one can be begun when there is none. What
 * does not come is fetched again when somebody writes, and when the network is back. Returns how to call it off.
 */
export function fetchWriting(): () => void {
  const fetch = async () => {
    const [view] = await Promise.all([loadWriting(), loadEditor()])
    view.prepareWriting()
  }
  const attempt = () => void fetch().catch(() => undefined)
  const timer = setTimeout(attempt, AFTER_MS)
  window.addEventListener('online', attempt)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', attempt)
  }
}
