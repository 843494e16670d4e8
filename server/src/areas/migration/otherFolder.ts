import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { MigrationRow } from './migrationRows.ts'
import { MigrationThrottledError } from './server/errors.ts'
import { failureOf } from './server/openServer.ts'

const DAY_MS = 86_400_000
/** Mails of an answer that are read before deliveries and calls have their turn. */
const MAILS_A_TURN = 8

type Range = Pick<MigrationRow, 'since' | 'before_at'>

/**
 * Opens a folder of the other server for reading alone, and answers the numbers of its mails, which may be some hours
 * outside of the range. `atOnce`: so many numbers are searched by one command; null for all. Throws what `failureOf` answers.
 */
export async function openFolder(
  client: ImapFlow,
  path: string,
  { since, before_at: before }: Range,
  atOnce: number | null,
): Promise<{ uidValidity: string; uids: readonly number[] }> {
  try {
    const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true })
    // The days of the server's clock; the exact moments are compared when the mails are listed.
    const range = {
      all: true,
      ...(since === null ? {} : { since: new Date(since - DAY_MS) }),
      ...(before === null ? {} : { before: new Date(before + DAY_MS) }),
    }
    const uids: number[] = []
    for (const some of atOnce === null || !uidNext ? [{}] : inRanges(uidNext, atOnce)) {
      const found = await client.search({ ...range, ...some }, { uid: true })
      if (Array.isArray(found)) uids.push(...found)
    }
    return { uidValidity: `${uidValidity}`, uids: [...new Set(uids)].toSorted((a, b) => a - b) }
  } catch (error) {
    throw failureOf(error)
  }
}

/** All numbers, also those of mails that have come since the folder was opened. */
function* inRanges(next: number, atOnce: number): Generator<{ uid: string }> {
  for (let first = 1; first < next; first += atOnce) yield { uid: `${first}:${Math.min(first + atOnce, next) - 1}` }
  yield { uid: `${next}:*` }
}

/** When a mail arrived there; NaN where the server does not answer it. */
export const momentOf = ({ internalDate }: FetchMessageObject): number =>
  internalDate === undefined ? Number.NaN : new Date(internalDate).getTime()

export function isOutside(mail: FetchMessageObject, { since, before_at: before }: Range): boolean {
  const at = momentOf(mail)
  return (since !== null && at < since) || (before !== null && at >= before)
}

type Asked = Parameters<ImapFlow['fetch']>[1]

/**
 * Collected before anything else is asked: a command inside the loop of another one would wait for itself. `found` has what
 * came also where it throws.
 */
export async function fetchAll(
  client: ImapFlow,
  uids: readonly number[],
  asked: Asked,
  found = new Map<number, FetchMessageObject>(),
): Promise<Map<number, FetchMessageObject>> {
  if (uids.length === 0) return found
  try {
    for await (const mail of client.fetch(uids.join(','), asked, { uid: true })) {
      found.set(mail.uid, mail)
      if (found.size % MAILS_A_TURN === 0) await nextTurn()
    }
  } catch (error) {
    if (isRefusal(error)) throw error
    throw failureOf(error)
  }
  return found
}

interface Listed {
  readonly listed: ReadonlyMap<number, FetchMessageObject>
  /** Mails that the other server refuses to list, with its words. */
  readonly refused: ReadonlyMap<number, string>
}

/**
 * Sizes, marks and dates of mails, and more where it is asked for. A mail for which the other server refuses the command is
 * found by asking for each half.
 */
export async function listMails(client: ImapFlow, uids: readonly number[], more: Asked = {}): Promise<Listed> {
  try {
    const asked = { uid: true, size: true, flags: true, internalDate: true, ...more }
    return { listed: await fetchAll(client, uids, asked), refused: new Map() }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [uid] = uids
    if (uids.length === 1 && uid !== undefined)
      return { listed: new Map(), refused: new Map([[uid, refusalOf(error)]]) }
    const middle = Math.ceil(uids.length / 2)
    const first = await listMails(client, uids.slice(0, middle), more)
    const second = await listMails(client, uids.slice(middle), more)
    return {
      listed: new Map([...first.listed, ...second.listed]),
      refused: new Map([...first.refused, ...second.refused]),
    }
  }
}

interface Refusal extends Error {
  readonly responseStatus?: string
  readonly responseText?: string
}

/** The other server has answered that it cannot do it (NO or BAD), and the connection stands. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || failureOf(error) instanceof MigrationThrottledError) return false
  const { responseStatus }: Refusal = error
  return responseStatus === 'NO' || responseStatus === 'BAD'
}

export const refusalOf = (error: unknown): string =>
  error instanceof Error ? ((error as Refusal).responseText ?? error.message) : String(error)
