import type { SendBody } from '@yanshu/contracts'
import { ApiError } from '../http/ApiError.ts'
import { http } from '../http/http.ts'
import type { Journal, JournalEntry } from '../journal/entries.ts'
import { sealedJournal } from '../journal/sealedJournal.ts'
import type { LoginScope } from '../login/loginScope.ts'
import { alone, canKeep } from './keptMails.ts'
import { isPassing, orderedName } from './queue.ts'

/** A letter that was sent without a network. */
export interface WaitingLetter {
  /** The letter as it is sent, but for the draft that becomes it. Its request has a name: sent again, it is sent once. */
  readonly letter: Omit<SendBody, 'mailId'>
  /** The draft on the server; null where it has none that is known. */
  readonly draftId: number | null
  /** By which a draft of it is made once, and found where an answer was lost. */
  readonly clientId: string
  /** How it is written on: a value that is put into a journal, and the path that opens it from there. */
  readonly again: { readonly journal: string; readonly key: string; readonly value: unknown; readonly path: string }
  /** When it was sent, in epoch milliseconds. */
  readonly at: number
  /** Why the server did not take it, in words for its writer; '' where it waits to be confirmed; null while it waits. */
  readonly refused: string | null
}

const journalOf = (login: LoginScope): Journal<WaitingLetter> => sealedJournal('outbox', login)
const keeping = ({ letter }: WaitingLetter) => ({ onServer: false, title: letter.subject }) as const

/** The letters of the outbox, in the order in which they were sent. */
export const letterEntries = async (login: LoginScope): Promise<readonly JournalEntry<WaitingLetter>[]> =>
  [...(await journalOf(login).entries())].sort((a, b) => (a.key < b.key ? -1 : 1))

/** Stores a letter in the outbox. Resolved when it is on disk. */
export const queueLetter = (login: LoginScope, letter: WaitingLetter): Promise<void> =>
  journalOf(login).put(orderedName(letter.at), letter, keeping(letter))

/** The entry of a journal in which a letter is written, and what of it sending and writing on need. */
export interface WrittenIn<T> {
  readonly journal: string
  readonly key: string
  readonly read: (value: T) => { readonly clientId: string; readonly path: string }
}

/**
 * Stores a letter that is sent now in the outbox. Answers whether it lies there: not where the browser cannot seal it, or the
 * journal does not have it.
 */
export async function sendLater<T>(login: LoginScope, body: SendBody, { journal, key, read }: WrittenIn<T>) {
  const value = canKeep() ? await sealedJournal<T>(journal, login).get(key) : null
  if (value === null) return false
  const { mailId, ...letter } = body
  const { clientId, path } = read(value)
  const again = { journal, key, value, path: `${path}?restore=${encodeURIComponent(key)}` }
  await queueLetter(login, { letter, draftId: mailId, clientId, again, at: Date.now(), refused: null })
  return true
}

/**
 * Removes a letter from the outbox, to be written on; answers the path that opens it, null where it has gone meanwhile. Waits
 * while letters are being sent, so that none is both sent and written on.
 */
export const takeLetter = (login: LoginScope, name: string): Promise<string | null> =>
  alone('outbox', login, async () => {
    const waiting = await journalOf(login).get(name)
    if (!waiting) return null
    const { journal, key, value, path } = waiting.again
    await sealedJournal(journal, login).put(key, value, keeping(waiting))
    await journalOf(login).remove(name)
    return path
  })

/** Throws a letter of the outbox away. */
export const dropLetter = (login: LoginScope, name: string): Promise<void> =>
  alone('outbox', login, () => journalOf(login).remove(name))

/** A letter that has waited for longer is sent only after its writer has confirmed it; in milliseconds. */
export const LETTER_WAITS_MS = 24 * 3_600_000

/** The writer has confirmed that a letter is to be sent. */
export const sendAfterAll = (login: LoginScope, name: string, now: number): Promise<void> =>
  alone('outbox', login, async () => {
    const letter = await journalOf(login).get(name)
    if (letter) await journalOf(login).put(name, { ...letter, at: now, refused: null }, keeping(letter))
  })

/**
 * Sends the letters that wait, in their order; one window at a time. Answers the subjects of those that went. One that is
 * refused stays with the reason, and the next one is sent. Rejects where the server cannot be asked.
 */
export function sendLetters(login: LoginScope, now: number): Promise<readonly string[]> {
  return alone('outbox', login, async () => {
    const sent: string[] = []
    for (const { key, value } of await letterEntries(login)) {
      if (value.refused !== null) continue
      if (value.at < now - LETTER_WAITS_MS) {
        await journalOf(login).put(key, { ...value, refused: '' }, keeping(value))
        continue
      }
      if (await sendOne(login, key, value)) sent.push(value.letter.subject)
    }
    return sent
  })
}

async function sendOne(login: LoginScope, name: string, waiting: WaitingLetter): Promise<boolean> {
  const journal = journalOf(login)
  const options = { login, silent: true } as const
  try {
    let { draftId } = waiting
    if (draftId === null) {
      // A draft can be sent once: with one, a letter that is also open elsewhere does not go twice.
      const { requestId: _, ...letter } = waiting.letter
      const draft = { ...letter, mailId: null, revision: null, clientId: waiting.clientId }
      draftId = (await http.post('mail/email/drafts', draft, options)).mailId
      await journal.put(name, { ...waiting, draftId }, keeping(waiting))
    }
    await http.post('mail/email/send', { ...waiting.letter, mailId: draftId }, options)
    await journal.remove(name)
    return true
  } catch (error) {
    if (isPassing(error) || !(error instanceof ApiError)) throw error
    await journal.put(name, { ...waiting, refused: error.message }, keeping(waiting))
    return false
  }
}
