import { createRequire } from 'node:module'
import path from 'node:path'

/** What is used of React's scheduler. */
interface Scheduler {
  readonly unstable_IdlePriority: number
  unstable_scheduleCallback(priority: number, work: () => void): unknown
}

/** A commit whose effects change state leads to a next one; longer chains than this are not expected of a view. */
const COMMITS = 20

/**
 * Resolves when React has run its scheduled tasks, such as the effects of a commit outside of `act`. A test file whose
 * window goes while one is due ends the run with "window is not defined". Tasks run by priority: before an idle one, all
 * others of that moment.
 */
export async function reactAtRest(): Promise<void> {
  const ofHost = createRequire(path.resolve(import.meta.dirname, '../host/package.json'))
  const ofReactDom = createRequire(ofHost.resolve('react-dom'))
  const scheduler: Scheduler = ofReactDom('scheduler')
  for (let commit = 0; commit < COMMITS; commit++) {
    await new Promise<void>((resolve) => {
      scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve)
    })
  }
}
