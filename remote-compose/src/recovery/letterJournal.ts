import { type Journal, type JournalEntry, journal } from '@yanshu/shell-api'
import type { JournalNote } from '../draft-sync/draftSync.ts'
import { type KeptLetter, keptLetter, type StoredLetter, storedLetter } from './storedLetter.ts'

/** The name of the journal of letters. */
export const LETTERS = 'compose'

export interface LetterEntry {
  readonly letter: KeptLetter
  readonly note: JournalNote
}

export type KeptEntry = JournalEntry<LetterEntry>

export interface StoredEntry extends Omit<LetterEntry, 'letter'> {
  readonly letter: StoredLetter
}

/** An entry that another build has written so that this one cannot read it stays, and keeps no other from being read. */
function readEntry({ value: { letter, note }, ...entry }: JournalEntry<StoredEntry>): KeptEntry[] {
  try {
    return [{ ...entry, value: { letter: keptLetter(letter), note } }]
  } catch {
    return []
  }
}

/** The letters that are kept on this device. */
export function letterJournal(): Pick<Journal<LetterEntry>, 'put' | 'remove' | 'entries'> {
  const stored = journal<StoredEntry>(LETTERS)
  return {
    put: (key, { letter, note }, keeping) => stored.put(key, { letter: storedLetter(letter), note }, keeping),
    remove: (key) => stored.remove(key),
    entries: async () => (await stored.entries()).flatMap(readEntry),
  }
}

const lockOf = (key: string) => `yanshu-compose ${key}`

/**
 * Marks an entry as being written somewhere: another window must not offer it as lost. The mark goes with the page,
 * also when the page crashes. Returns how to end it.
 */
export function markLive(key: string): () => void {
  let end = () => {}
  const until = new Promise<void>((resolve) => {
    end = resolve
  })
  void navigator.locks?.request(lockOf(key), () => until)
  return end
}

/** Entries that no window is writing at the moment, oldest first. */
export async function idleEntries(): Promise<KeptEntry[]> {
  return (await entriesByUse()).idle
}

/** All entries, oldest first: those that no window is writing at the moment, and those that a window is. */
export async function entriesByUse(): Promise<{ idle: KeptEntry[]; live: KeptEntry[] }> {
  const [entries, locks] = await Promise.all([letterJournal().entries(), navigator.locks?.query()])
  const held = new Set(locks?.held?.map(({ name }) => name))
  const { idle = [], live = [] } = Object.groupBy(entries, ({ key }) => (held.has(lockOf(key)) ? 'live' : 'idle'))
  return { idle, live }
}

/** Waits until no window is writing an entry any more. Rejects when called off. */
export async function released(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockOf(key), { signal }, () => undefined)
}
