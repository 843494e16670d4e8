import { TooManyRequestsError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'

/** Remote pictures of one account in a window: a day's newsletters fit, and a server that is used to fetch the web does not. */
export const PICTURES_MAX = 600
export const PICTURE_BYTES_MAX = 200 * 1_024 * 1_024
const WINDOW_MS = 10 * 60_000
/** Accounts of which spending is remembered; those whose window has ended go first. */
const ACCOUNTS_MAX = 10_000

interface Spent {
  readonly since: number
  pictures: number
  bytes: number
}

const SPENT: RuntimePart<Map<number, Spent>> = { name: 'budget of remote pictures' }

/**
 * Counts a picture that this account fetches from outside, and answers what counts its bytes once they are here. Counted by
 * this server alone, in memory: a write for each picture would cost more than the picture. Throws `TooManyRequestsError`.
 */
export function takePictureBudget(
  { runtime, now }: Pick<Context, 'runtime' | 'now'>,
  accountId: number,
): (bytes: number) => void {
  const spent = runtime.use(SPENT, () => new Map<number, Spent>())
  const at = now()
  const known = spent.get(accountId)
  const isOver = !known || at >= known.since + WINDOW_MS || at < known.since
  if (isOver && spent.size >= ACCOUNTS_MAX) {
    for (const [id, { since }] of spent) if (at >= since + WINDOW_MS) spent.delete(id)
    if (spent.size >= ACCOUNTS_MAX) spent.clear()
  }
  const own: Spent = isOver ? { since: at, pictures: 0, bytes: 0 } : known
  if (own.pictures >= PICTURES_MAX || own.bytes >= PICTURE_BYTES_MAX)
    throw new TooManyRequestsError(Math.ceil((own.since + WINDOW_MS - at) / 1_000))
  own.pictures += 1
  spent.set(accountId, own)
  return (bytes) => {
    own.bytes += bytes
  }
}
