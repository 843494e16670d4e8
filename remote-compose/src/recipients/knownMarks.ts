import type { PostData, RecipientMark } from '@yanshu/contracts'
import { http, perLogin } from '@yanshu/shell-api'

/** An answer about an address holds this long, in milliseconds: mailboxes fill and accounts are switched off meanwhile. */
const HOLDS_MS = 300_000

interface Known {
  readonly marks: readonly RecipientMark[]
  /** Whether other remotes have hints about them. */
  readonly isHinted: boolean
  readonly at: number
}

interface Kept {
  readonly marks: Map<string, Known>
  /** By the answered mail: whether it came as a blind copy. */
  readonly blind: Map<number, boolean>
}

const kept = perLogin((): Kept => ({ marks: new Map(), blind: new Map() }))

type Marks = PostData<'mail/email/recipientMarks'>

/** What was last answered of an address. */
export const knownMarks = (address: string): readonly RecipientMark[] =>
  kept().marks.get(address.toLowerCase())?.marks ?? []

/** Whether hints about a recipient are to be shown; false until the server has answered. */
export const isHinted = (address: string): boolean => kept().marks.get(address.toLowerCase())?.isHinted ?? false

/** Of recipients in lower case, those that have to be asked about. */
export const notKnown = (keys: readonly string[]): string[] =>
  keys.filter((key) => {
    const known = kept().marks.get(key)
    return !known || Date.now() - known.at > HOLDS_MS
  })

/** What a letter has changed: its recipients have been written to. */
export function forgetMarks(addresses: readonly string[]): void {
  for (const address of addresses) kept().marks.delete(address.toLowerCase())
}

/**
 * What the server answers about recipients, by one call for those that were not answered before, or by none.
 * @param mailId the mail that is answered to all; null for none. Rejects with an `ApiError`.
 */
export async function marksOf(
  addresses: readonly string[],
  mailId: number | null,
  signal: AbortSignal,
): Promise<Marks> {
  const { marks, blind } = kept()
  const keys = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const asked = notKnown(keys)
  const asksBlind = mailId !== null && !blind.has(mailId)
  if (asked.length > 0 || asksBlind) {
    const body = { addresses: asked, mailId: asksBlind ? mailId : null }
    const answer = await http.post('mail/email/recipientMarks', body, { silent: true, signal })
    const marked = new Map(answer.list.map((one) => [one.address.toLowerCase(), one.marks]))
    // A server of before names none: then each is asked about.
    const hinted = answer.hinted && new Set(answer.hinted)
    for (const key of asked) {
      marks.set(key, { marks: marked.get(key) ?? [], isHinted: hinted?.has(key) ?? true, at: Date.now() })
    }
    if (asksBlind) blind.set(mailId, answer.blindCopy)
  }
  return {
    list: keys.flatMap((address) => {
      const known = knownMarks(address)
      return known.length > 0 ? [{ address, marks: [...known] }] : []
    }),
    blindCopy: mailId !== null && blind.get(mailId) === true,
  }
}
