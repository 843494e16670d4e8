import type { Bytes, PinVault, SealedInVault } from '@yanshu/cms'
import { journal, perLogin } from '@yanshu/shell-api'

/** What is searched of a mail that was opened with a key. */
export interface OpenedMail {
  readonly subject: string
  readonly from: string
  /** Epoch milliseconds. */
  readonly date: number
  readonly text: string
}

export interface OpenedHit extends OpenedMail {
  readonly mailId: number
}

/** Mails that are kept, and characters of base64 of all of them. The oldest go first. */
export const INDEX_LIMITS = { mails: 500, size: 4_000_000, text: 8_000 } as const
/** The index is measured with the first mail of a login and then once in so many. */
const MEASURED_EVERY = 20
/** Hits of one search. */
const MOST_HITS = 10

/**
 * The index lies in the sealed journal of this device, which a sign-out deletes, and each mail of it is sealed once more under
 * the PIN: while the keys are closed nothing of it can be read.
 */
const index = () => journal<SealedInVault>('keys-opened')

const writes = perLogin(() => ({ count: 0 }))

/** Keeps the words of a mail that was opened, so that they are found on this device. */
export async function noteOpened(vault: PinVault, mailId: number, mail: OpenedMail): Promise<void> {
  const kept = index()
  const mine = writes()
  const words: Bytes = new TextEncoder().encode(
    JSON.stringify({ ...mail, text: mail.text.slice(0, INDEX_LIMITS.text) }),
  )
  await kept.put(`${mailId}`, await vault.sealNote(words), { onServer: true })
  if (mine.count++ % MEASURED_EVERY === 0) await trim(kept)
}

async function trim(kept: ReturnType<typeof index>): Promise<void> {
  let size = 0
  const newest = (await kept.entries()).toReversed()
  for (const [at, { key, value }] of newest.entries()) {
    size += value.sealed.length
    if (at >= INDEX_LIMITS.mails || size > INDEX_LIMITS.size) await kept.remove(key)
  }
}

/** How many mails can be searched here. */
export const countOpened = async (): Promise<number> => (await index().entries()).length

/** Takes a mail out that is gone from the mailbox. */
export const forgetOpened = (mailId: number): Promise<void> => index().remove(`${mailId}`)

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The newest mails that have all words of a search. What another PIN has sealed is removed: nothing opens it any more. */
export async function findOpened(vault: PinVault, keyword: string): Promise<OpenedHit[]> {
  const kept = index()
  const words = plain(keyword).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hits: OpenedHit[] = []
  for (const { key, value } of (await kept.entries()).toReversed()) {
    const mail = await readOpened(vault, value)
    if (!mail) await kept.remove(key)
    else {
      const all = plain(`${mail.subject}\n${mail.from}\n${mail.text}`)
      if (words.every((word) => all.includes(word))) hits.push({ ...mail, mailId: Number(key) })
    }
    if (hits.length === MOST_HITS) break
  }
  return hits
}

async function readOpened(vault: PinVault, sealed: SealedInVault): Promise<OpenedMail | null> {
  try {
    return JSON.parse(new TextDecoder().decode(await vault.openNote(sealed)))
  } catch {
    return null
  }
}
