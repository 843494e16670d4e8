import { keptPart } from '@yanshu/contracts'
import { fetchPart, session, whenQuiet } from '@yanshu/shell-api'
import { editor } from './loadEditor.ts'

/** What is fetched ahead waits no longer for answers to other calls, in milliseconds. */
const WITHIN_MS = 3_000

/** The view in which letters are written. */
export const writing = keptPart(() => fetchPart(() => import('./WriteView.tsx')))

/**
 * Fetches everything that a new letter needs while there is a network, so that one can be begun when there is none. What
 * does not come is fetched again when a letter is begun, and when the network is back. Returns how to call it off.
 */
export function fetchWriting(): () => void {
  const fetch = async () => {
    const [view] = await Promise.all([writing.load(), editor.load()])
    view.prepareWriting()
  }
  // A public page loads this remote too: without a login no letter is written there, and the server would refuse what a new one asks for.
  const attempt = () => {
    if (session.state().status === 'open') fetch().catch(() => undefined)
  }
  // This remote is loaded when the page has nothing to do, or when a letter is about to be begun.
  const callOff = whenQuiet(attempt, WITHIN_MS)
  window.addEventListener('online', attempt)
  return () => {
    callOff()
    window.removeEventListener('online', attempt)
  }
}
