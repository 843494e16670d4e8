import { whenNobodyActs } from '@yanshu/shell-api'
import { loadMoveChoices } from '../move-picker/loadMoveChoices.ts'
import { fetchParts } from '../on-demand/onDemand.ts'
import { whenIdle } from './whenIdle.ts'

/** Fetches a mail that is likely to be opened next, once what reads it has come. A failure shows when it is opened. */
export const prefetchMail = (mailId: number): Promise<void> =>
  fetchParts().then(
    (parts) => parts.prefetchMail(mailId),
    () => undefined,
  )

let warmed = false

/**
 * Loads the code of the reading pane while nothing else is to be done, and runs it once. `ready` is called when a pane
 * could show a mail at once. Returns how to call it off.
 */
export function warmReading(ready: () => void): () => void {
  let off = false
  let cancel = () => {}
  const then = (work: () => void) => {
    if (!off) cancel = whenIdle(work)
  }
  const load = async () => {
    const { openParser, warmRenderer } = await fetchParts()
    const parser = await openParser()
    then(() => {
      ready()
      if (warmed) return
      then(() => {
        warmed = true
        warmRenderer(parser)
        // Then a folder can be chosen without a network, and the panel opens without waiting.
        then(() => void loadMoveChoices().catch(() => undefined))
      })
    })
  }
  // What can't be had now is asked for again when a mail is opened.
  const begin = () => void load().catch(() => undefined)
  // An older host cannot report when the user is idle.
  if (warmed || !whenNobodyActs) then(begin)
  else cancel = whenNobodyActs(begin)
  return () => {
    off = true
    cancel()
  }
}
