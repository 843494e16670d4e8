import type { Bytes, PinVault, SealedInVault } from '@yanshu/cms'
import { journal, perLogin } from '@yanshu/shell-api'
import { ownSettings } from '@yanshu/shell-api/own-settings'
import { OWN_SETTINGS } from '../ownSettings.ts'

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
const onDevice = () => journal<SealedInVault>('keys-opened')

type Index = Pick<ReturnType<typeof onDevice>, 'put' | 'remove'> & {
  entries(): Promise<readonly { readonly key: string; readonly value: SealedInVault }[]>
}

/** The index of persons who keep nothing on the device, by their open keys: it is gone with these. */
const inMemory = perLogin(() => new WeakMap<PinVault, Index>())

function memoryOf(vault: PinVault): Index {
  const mine = inMemory()
  const found = mine.get(vault)
  if (found) return found
  const kept = new Map<string, SealedInVault>()
  const made: Index = {
    async put(key, value) {
      kept.delete(key)
      kept.set(key, value)
    },
    async remove(key) {
      kept.delete(key)
    },
    entries: async () => [...kept].map(([key, value]) => ({ key, value })),
  }
  mine.set(vault, made)
  return made
}

/** Whether the words go with the keys. Where the server cannot be asked they do: nothing is kept that should not be. */
async function goWithKeys(): Promise<boolean> {
  try {
    return (await ownSettings('remote-keys', OWN_SETTINGS).read()).wordsGoWithKeys
  } catch {
    return true
  }
}

/** Where the words are kept and looked for. What the device has from before the setting was made is removed. */
async function indexOf(vault: PinVault): Promise<Index> {
  const kept = onDevice()
  if (!(await goWithKeys())) return kept
  // What cannot be reached now is removed with the next mail.
  await forgetDevice(kept).catch(() => undefined)
  return memoryOf(vault)
}

/** Removes from this device what was kept of decrypted mail. */
export async function forgetDevice(kept = onDevice()): Promise<void> {
  for (const { key } of await kept.entries()) await kept.remove(key)
}

const writes = perLogin(() => ({ count: 0 }))

/** Keeps the words of a mail that was opened, so that they are found on this device. */
export async function noteOpened(vault: PinVault, mailId: number, mail: OpenedMail): Promise<void> {
  const mine = writes()
  const kept = await indexOf(vault)
  const words: Bytes = new TextEncoder().encode(
    JSON.stringify({ ...mail, text: mail.text.slice(0, INDEX_LIMITS.text) }),
  )
  await kept.put(`${mailId}`, await vault.sealNote(words), { onServer: true })
  if (mine.count++ % MEASURED_EVERY === 0) await trim(kept)
}

async function trim(kept: Index): Promise<void> {
  let size = 0
  const newest = (await kept.entries()).toReversed()
  for (const [at, { key, value }] of newest.entries()) {
    size += value.sealed.length
    if (at >= INDEX_LIMITS.mails || size > INDEX_LIMITS.size) await kept.remove(key)
  }
}

/** How many mails can be searched here; with closed keys, those that the device keeps. */
export async function countOpened(vault: PinVault | null): Promise<number> {
  const kept = vault ? await indexOf(vault) : onDevice()
  return (await kept.entries()).length
}

/** Removes a mail that is gone from the mailbox. */
export const forgetOpened = async (vault: PinVault, mailId: number): Promise<void> =>
  (await indexOf(vault)).remove(`${mailId}`)

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The newest mails that have all words of a search. What another PIN has sealed is removed: nothing opens it any more. */
export async function findOpened(vault: PinVault, keyword: string): Promise<OpenedHit[]> {
  const kept = await indexOf(vault)
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
