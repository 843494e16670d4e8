import { perLogin, session, storePerLogin, tabs } from '@yanshu/shell-api'
import { entriesByUse, idleEntries, type KeptEntry, letterJournal, released } from './letterJournal.ts'

/** Letters that were not finished and wait for an answer. */
export const waitingLetters = storePerLogin<readonly KeptEntry[]>(() => [])

/** A window that is reloaded releases its letters and claims them again; until then no other window offers them; in ms. */
const RELOAD_MS = 5_000
/** Entries of letters that the server has are kept this long for a tab that is opened again; in ms. */
const NOTE_LIFE_MS = 24 * 3_600_000

/** Letters whose recovery was put off, until the next time one logs in. */
const putOff = perLogin(() => new Set<string>())

/** The path that opens an entry of the journal again: in its own tab, marked so that it is not taken for another. */
export function pathOf({ key, value: { letter, note } }: KeptEntry): string {
  const base = note.draft ? `draft/${note.draft.mailId}` : (letter.route.split('?')[0] ?? 'new/0')
  return `/write/${base}?restore=${encodeURIComponent(key)}`
}

const isShown = (entry: KeptEntry) =>
  tabs.list().some(({ path }) => path === `/write/${entry.value.letter.route}` || path === pathOf(entry))

/** What waits now of some entries: work that the server does not have, and that is not open or put off. */
export const stillWaiting = (entries: readonly KeptEntry[]): readonly KeptEntry[] =>
  entries.filter((entry) => entry.value.note.unsaved && !isShown(entry) && !putOff().has(entry.key))

/** Looks again at what is offered: another window may have opened it, sent it or thrown it away. */
async function lookAgain(signal: AbortSignal): Promise<void> {
  const waiting = waitingLetters.mine()
  if (waiting.get().length === 0) return
  const offered = new Set(waiting.get().map(({ key }) => key))
  const idle = await idleEntries()
  if (!signal.aborted) waiting.set(stillWaiting(idle.filter(({ key }) => offered.has(key))))
}

/** Opens the letters, each in a tab. */
export function restoreLetters(): void {
  const entries = waitingLetters.get()
  waitingLetters.mine().set([])
  for (const entry of entries) tabs.open(pathOf(entry))
}

/** Offers the letters no more until the next time one logs in; they stay on this device. */
export function putOffLetters(): void {
  for (const { key } of waitingLetters.get()) putOff().add(key)
  waitingLetters.mine().set([])
}

/** Removes the letters from this device. */
export async function discardLetters(): Promise<void> {
  const entries = waitingLetters.get()
  waitingLetters.mine().set([])
  await Promise.all(entries.map(({ key }) => letterJournal().remove(key)))
}

/**
 * Offers letters that were written in this browser and never reached the server. A letter that another window is writing
 * is offered when that window closes without saving; a crashed window releases its letters a moment after the next one
 * has started.
 */
async function offer(signal: AbortSignal): Promise<void> {
  const waiting = waitingLetters.mine()
  const { idle, live } = await entriesByUse()
  if (signal.aborted) return
  for (const { key } of live) void offerWhenReleased(key, signal).catch(() => undefined)
  waiting.set(stillWaiting(idle))
  const old = idle.filter(({ value, savedAt }) => !value.note.unsaved && savedAt < Date.now() - NOTE_LIFE_MS)
  await Promise.all(old.map(({ key }) => letterJournal().remove(key)))
}

async function offerWhenReleased(key: string, signal: AbortSignal): Promise<void> {
  const waiting = waitingLetters.mine()
  await released(key, signal)
  await new Promise((resolve) => setTimeout(resolve, RELOAD_MS))
  if (signal.aborted) return
  const { idle, live } = await entriesByUse()
  if (signal.aborted) return
  if (live.some((entry) => entry.key === key)) return offerWhenReleased(key, signal)
  const others = waiting.get().filter((entry) => entry.key !== key)
  waiting.set([...others, ...stillWaiting(idle.filter((entry) => entry.key === key))])
}

/** Offers recovery once in a login, and withdraws offers that need no answer any more. Returns how to stop. */
export function offerRecovery(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let offered = false
  const begin = () => {
    const state = session.state()
    if (offered || state.status !== 'open' || !state.userMail) return
    offered = true
    void offer(signal).catch(() => undefined)
  }
  const again = () => void lookAgain(signal).catch(() => undefined)
  begin()
  const stops = [session.subscribe(begin), tabs.subscribe(again)]
  window.addEventListener('focus', again, { signal })
  document.addEventListener('visibilitychange', again, { signal })
  return () => {
    for (const stop of stops) stop()
    ended.abort()
    waitingLetters.mine().set([])
  }
}
