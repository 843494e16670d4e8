import type { FetchMessageObject } from 'imapflow'
import { wireSizeMax } from '../../platform/config/config.ts'
import type { Bringing } from './bringFolder.ts'
import { fetchAll, isRefusal, refusalOf } from './otherFolder.ts'
import { MigrationUnreachableError } from './server/errors.ts'
import type { Place } from './storeMails.ts'

type Asking = Pick<Bringing, 'context' | 'connection' | 'commandSize' | 'job'>

/** Mails as they are, by their numbers; those that the other server refuses, with its words; why the rest is missing. */
interface Texts {
  readonly sources: Map<number, Buffer>
  readonly refused: Map<number, string>
  readonly broken: Error | null
}

/** No answer has the mail, and no refusal either. */
const NO_WORDS = ''

/**
 * Asks for the texts of a group of mails. One that the other server refuses is found by asking for each half, and asked for
 * once more by itself: a refusal may pass.
 */
export async function fetchTexts(asking: Asking, place: Place, group: readonly FetchMessageObject[]): Promise<Texts> {
  const texts = { sources: new Map<number, Buffer>(), refused: new Map<number, string>() }
  try {
    await fetchGroup(asking, place, group, texts)
    const missing = group.filter(({ uid }) => !texts.sources.has(uid))
    texts.refused.clear()
    for (const mail of missing) {
      await fetchGroup(asking, place, [mail], texts)
      if (!texts.sources.has(mail.uid) && !texts.refused.has(mail.uid)) texts.refused.set(mail.uid, NO_WORDS)
    }
    return { ...texts, broken: null }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { sources: texts.sources, refused: new Map(), broken: error }
  }
}

async function fetchGroup(
  asking: Asking,
  place: Place,
  group: readonly FetchMessageObject[],
  texts: Omit<Texts, 'broken'>,
): Promise<void> {
  const { connection, commandSize } = asking
  const [first] = group
  if (!first) return
  const came = new Map<number, FetchMessageObject>()
  try {
    if (group.length === 1 && !commandSize.isWhole && (first.size ?? 0) > commandSize.bytes) {
      const source = await fetchPieces(asking, place, first.uid)
      if (source) texts.sources.set(first.uid, source)
      return
    }
    const uids = group.map(({ uid }) => uid)
    await fetchAll(connection.client, uids, { uid: true, source: true }, came)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const others = group.filter(({ uid }) => !came.has(uid))
    if (others.length === 1 && group.length === 1) texts.refused.set(first.uid, refusalOf(error))
    else {
      const middle = Math.ceil(others.length / 2)
      await fetchGroup(asking, place, others.slice(0, middle), texts)
      await fetchGroup(asking, place, others.slice(middle), texts)
    }
  } finally {
    let bytes = 0
    for (const [uid, { source }] of came) {
      if (source) texts.sources.set(uid, source)
      bytes += source?.length ?? 0
    }
    if (bytes > 0) await commandSize.came(bytes)
  }
}

/**
 * A mail that is larger than what one command asks for, piece by piece, over as many connections as it takes: what has come
 * is not asked for again. Null where there is no such mail, or where it does not end. Throws the failure of a connection over which nothing came.
 */
async function fetchPieces(asking: Asking, place: Place, uid: number): Promise<Buffer | null> {
  const { context, connection, commandSize, job } = asking
  const pieces: Buffer[] = []
  let [start, hasCome] = [0, false]
  for (;;) {
    job.signal.throwIfAborted()
    const maxLength = commandSize.bytes
    let piece: Buffer | undefined
    try {
      const found = await fetchAll(connection.client, [uid], { uid: true, source: { start, maxLength } })
      if (!found.has(uid)) return null
      piece = found.get(uid)?.source
    } catch (error) {
      if (!(error instanceof MigrationUnreachableError) || !hasCome) throw error
      hasCome = false
      await reopen(asking, place)
      continue
    }
    hasCome = true
    if (piece) pieces.push(piece)
    start += piece?.length ?? 0
    await commandSize.came(piece?.length ?? 0)
    // The last piece is shorter, whatever size the other server has named.
    if (piece?.length !== maxLength) return Buffer.concat(pieces)
    if (start > wireSizeMax(context.config)) return null
  }
}

/** Opens the same folder over a new connection. Throws what `openServer` throws, and where the folder counts anew. */
async function reopen({ connection, commandSize }: Asking, { folder, uidValidity }: Place): Promise<void> {
  const client = await connection.renew()
  commandSize.renewed()
  try {
    const opened = await client.mailboxOpen(folder.path, { readOnly: true })
    if (`${opened.uidValidity}` !== uidValidity) throw new Error('the folder counts its mails anew')
  } catch (error) {
    throw new MigrationUnreachableError(error)
  }
}
