import { session, t, tabs, whenSpoken } from '@yanshu/shell-api'
import { ask, notify } from '@yanshu/ui'
import { entriesByUse, type KeptEntry, letterJournal, released } from './letterJournal.ts'

const NS = 'remote-compose'

/** The path that opens an entry of the journal again: in its own tab, marked so that it is not taken for another. */
export function pathOf({ key, value: { letter, note } }: KeptEntry): string {
  const base = note.draft ? `draft/${note.draft.mailId}` : (letter.route.split('?')[0] ?? 'new/0')
  return `/write/${base}?restore=${encodeURIComponent(key)}`
}

const isShown = ({ value }: KeptEntry) => tabs.list().some(({ path }) => path === `/write/${value.letter.route}`)

/** Entries with work that the server does not have. What it has needs no offer; its note is of no use any more. */
async function onlyUnsaved(entries: readonly KeptEntry[]): Promise<KeptEntry[]> {
  const done = entries.filter((entry) => !entry.value.note.unsaved && !isShown(entry))
  await Promise.all(done.map(({ key }) => letterJournal().remove(key)))
  return entries.filter((entry) => entry.value.note.unsaved && !isShown(entry))
}

async function choose(entries: readonly KeptEntry[]): Promise<void> {
  const names = entries.map(({ value }) => value.letter.subject.trim() || t(NS, 'untitled'))
  const answer = await ask({
    title: t(NS, 'recovery.title'),
    text: names.map((name) => `「${name}」`).join(' '),
    yes: t(NS, 'recovery.restore'),
    no: t(NS, 'recovery.later'),
    other: t(NS, 'recovery.discard'),
  })
  if (answer === 'yes') for (const entry of entries) tabs.open(pathOf(entry))
  if (answer === 'other') await Promise.all(entries.map(({ key }) => letterJournal().remove(key)))
}

function show(waiting: readonly KeptEntry[]): void {
  if (waiting.length === 0) return
  notify.info(t(NS, 'recovery.offer', { count: waiting.length }), {
    duration: 0,
    action: { label: t(NS, 'recovery.show'), onClick: () => void choose(waiting) },
  })
}

/**
 * Offers what was written in this browser and never reached the server. What another window is writing is offered when
 * that window ends over it; one that crashed lets go of its letters a moment after the next one has begun.
 */
async function offer(signal: AbortSignal): Promise<void> {
  await whenSpoken(NS)
  const { idle, live } = await entriesByUse()
  for (const { key } of live) void offerWhenReleased(key, signal).catch(() => undefined)
  show(await onlyUnsaved(idle))
}

async function offerWhenReleased(key: string, signal: AbortSignal): Promise<void> {
  await released(key, signal)
  const { idle } = await entriesByUse()
  show(await onlyUnsaved(idle.filter((entry) => entry.key === key)))
}

/** Offers recovery once per session. Returns how to stop. */
export function offerRecovery(): () => void {
  let offeredTo: string | null = null
  let waiting = new AbortController()
  const look = () => {
    const state = session.state()
    const owner = state.status === 'open' ? state.userMail : null
    if (owner === offeredTo) return
    offeredTo = owner
    waiting.abort()
    waiting = new AbortController()
    if (owner) void offer(waiting.signal).catch(() => undefined)
  }
  look()
  const stop = session.subscribe(look)
  return () => {
    stop()
    waiting.abort()
  }
}
