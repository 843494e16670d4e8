import type { Attachment, WriteKind } from '@yanshu/contracts'
import { type Journal, type JournalEntry, journal } from '@yanshu/shell-api'
import type { JournalNote } from '../draft-sync/draftSync.ts'
import type { RecipientLists } from '../recipients/recipientLists.ts'

/** A letter as the journal keeps it: everything that is needed to go on with it on this device. */
export interface KeptLetter {
  /** Path below /write with its query: the tab it was written in. */
  readonly route: string
  readonly kind: WriteKind
  readonly sourceMailId: number | null
  readonly from: string
  readonly recipients: RecipientLists
  readonly subject: string
  /** Text and quote, as `joinLetter` makes it. */
  readonly html: string
  readonly attachments: readonly Attachment[]
  /** Names of files that were not there yet; they cannot be had back. */
  readonly unfinished: readonly string[]
  readonly priority: 1 | 3 | 5
  readonly requestReceipt: boolean
}

export interface LetterEntry {
  readonly letter: KeptLetter
  readonly note: JournalNote
}

export type KeptEntry = JournalEntry<LetterEntry>

export const letterJournal = (): Journal<LetterEntry> => journal<LetterEntry>('compose')

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

/** Entries that nobody is writing at the moment, oldest first. */
export async function idleEntries(): Promise<KeptEntry[]> {
  return (await entriesByUse()).idle
}

/** All entries, oldest first: those that nobody is writing at the moment, and those that some window is. */
export async function entriesByUse(): Promise<{ idle: KeptEntry[]; live: KeptEntry[] }> {
  const [entries, locks] = await Promise.all([letterJournal().entries(), navigator.locks?.query()])
  const held = new Set(locks?.held?.map(({ name }) => name))
  const { idle = [], live = [] } = Object.groupBy(entries, ({ key }) => (held.has(lockOf(key)) ? 'live' : 'idle'))
  return { idle, live }
}

/** Waits until nobody is writing an entry any more. Rejects when called off. */
export async function released(key: string, signal: AbortSignal): Promise<void> {
  await navigator.locks?.request(lockOf(key), { signal }, () => undefined)
}
