import type { FollowUp, MailAddress } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { awayOf } from '../auto-reply/index.ts'

/** Recipients of whom it is asked whether they are on leave. A mail to more of them waits for none of them. */
const ASKED_MAX = 20

/** Who is on leave, and until when; `until` is null where no end is known. */
export type Away = NonNullable<FollowUp['away']>

/**
 * Whether all of these people have an absence note at this moment, so that no answer can come. Answers the one who is back
 * first; null when one of them is not on leave, or is outside of the organisation.
 */
export async function allAway(context: Context, people: readonly MailAddress[]): Promise<Away | null> {
  if (people.length === 0 || people.length > ASKED_MAX) return null
  let first: Away | null = null
  for (const { name, address } of people) {
    const { away, until } = await awayOf(context, address)
    if (!away) return null
    const isEarlier = first === null || (until !== null && (first.until === null || until < first.until))
    if (isEarlier) first = { name: name || address, until }
  }
  return first
}
