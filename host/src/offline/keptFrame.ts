import type { FolderLists } from '@yanshu/contracts'
import { folders, journal, offlineParts } from '@yanshu/shell-api'

/** Counters change with every mail; what is kept may be this old, in milliseconds. */
const KEEP_AFTER_MS = 2_000
const ENTRY = 'folders'

const entries = () => journal<FolderLists>('frame')

/**
 * Keeps the folders of this login with their counters, sealed as drafts are, for a start without a network. Returns how to
 * stop.
 */
export function keepFrame(): () => void {
  const mine = entries()
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    timer = undefined
    const { lists } = folders.tree()
    // A browser that keeps nothing starts without a network as it did before.
    if (lists) mine.put(ENTRY, lists, { onServer: true }).catch(() => undefined)
  }
  const later = () => {
    timer ??= setTimeout(keep, KEEP_AFTER_MS)
  }
  const stop = folders.subscribe(later)
  const stopMails = keepMails()
  later()
  return () => {
    clearTimeout(timer)
    stop()
    stopMails()
  }
}

/** Keeps mails too, once the code for it has come. Returns how to stop. */
function keepMails(): () => void {
  let stop = () => {}
  let off = false
  offlineParts().then(
    ({ keepOffline }) => {
      if (!off) stop = keepOffline()
    },
    () => undefined,
  )
  return () => {
    off = true
    stop()
  }
}

/** Shows the folders of before, where there are any. Answers whether it did. */
export async function showKeptFrame(): Promise<boolean> {
  const lists = await entries()
    .get(ENTRY)
    .catch(() => null)
  if (lists) folders.restore(lists)
  return lists !== null
}

/** Forgets them while the screen is locked, and the mails, unless the person has chosen to keep these. */
export async function forgetFrame(): Promise<void> {
  await entries()
    .remove(ENTRY)
    .catch(() => undefined)
  await offlineParts()
    .then(({ forgetMails }) => forgetMails())
    .catch(() => undefined)
}
