import { createHash } from 'node:crypto'
import type { ImapFlow } from 'imapflow'
import { contentHashOf, NAMING_FIELDS, namesInHeader } from './contentHash.ts'
import { fetchAll, isRefusal } from './otherFolder.ts'
import { withCrlf } from './withCrlf.ts'

/** Mails of the same names that are fetched to be compared. */
const COMPARED_MAX = 5

/**
 * The mails of a folder of the other server that stand for no mail here yet, by what their headers name them by: what an
 * interrupted run has copied, what was brought from there, and what arrived there by another way is not copied twice.
 */
export class IndexThere {
  readonly #client: ImapFlow
  readonly #accountId: number
  readonly #byNames = new Map<string, number[]>()

  private constructor(client: ImapFlow, accountId: number) {
    this.#client = client
    this.#accountId = accountId
  }

  /** Reads the headers of mails, `atOnce` by one command. Throws what `failureOf` answers. */
  static async read(client: ImapFlow, accountId: number, uids: readonly number[], atOnce: number): Promise<IndexThere> {
    const index = new IndexThere(client, accountId)
    for (let at = 0; at < uids.length; at += atOnce) {
      const asked = { uid: true, headers: NAMING_FIELDS }
      for (const [uid, { headers }] of await headersOf(client, uids.slice(at, at + atOnce), asked)) {
        const key = keyOf(headers ?? Buffer.alloc(0))
        const alike = index.#byNames.get(key)
        if (alike) alike.push(uid)
        else index.#byNames.set(key, [uid])
      }
    }
    return index
  }

  /** The number there of a mail with the same names and body, which then stands for this one; null where there is none. */
  async claim(source: Buffer): Promise<number | null> {
    const key = keyOf(source)
    const alike = this.#byNames.get(key)
    if (!alike || alike.length === 0) return null
    const hash = await contentHashOf(this.#accountId, source)
    for (const uid of alike.slice(0, COMPARED_MAX)) {
      const there = (await headersOf(this.#client, [uid], { uid: true, source: true })).get(uid)?.source
      if (!there || (await contentHashOf(this.#accountId, withCrlf(there))) !== hash) continue
      this.#byNames.set(
        key,
        alike.filter((one) => one !== uid),
      )
      return uid
    }
    return null
  }
}

/** What the other server refuses to give stands for no mail here. */
async function headersOf(client: ImapFlow, uids: readonly number[], asked: Parameters<ImapFlow['fetch']>[1]) {
  const found: Awaited<ReturnType<typeof fetchAll>> = new Map()
  try {
    return await fetchAll(client, uids, asked, found)
  } catch (error) {
    if (isRefusal(error)) return found
    throw error
  }
}

const keyOf = (header: Buffer): string =>
  createHash('sha256').update(namesInHeader(header), 'latin1').digest('base64url')
