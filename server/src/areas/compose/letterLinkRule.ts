import { type MailAddress, sharingRefusal } from '@yanshu/contracts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import type { Context } from '../../store/context/context.ts'
import { readSharingRule, SharingRefusedError } from '../../store/sharing/sharingRule.ts'
import { letterLinkEnd } from '../files/index.ts'

interface LinkedLetter {
  readonly recipients: readonly MailAddress[]
  /** The large files that go as links. */
  readonly links: readonly unknown[]
  /** When the letter may leave. */
  readonly from: number
}

/**
 * When the links of a letter end. Throws `SharingRefusedError` where the organisation does not let a recipient outside open
 * them: such a letter would arrive with links that open nothing.
 */
export async function endOfLinks(
  { store }: Pick<Context, 'store'>,
  { recipients, links, from }: LinkedLetter,
): Promise<number> {
  const rule = await readSharingRule(store.db)
  const refusal = sharingRefusal(rule, 'letterLinkFetched')
  if (links.length > 0 && refusal) {
    const destinations = await findDestinations(
      store.db,
      recipients.map(({ address }) => address),
    )
    if ([...destinations.values()].some(({ kind }) => kind === 'elsewhere')) throw new SharingRefusedError(refusal)
  }
  return letterLinkEnd(rule, from)
}
