import type { Unsubscribed } from '@yanshu/contracts'
import { readArrival } from '../../mailflow/arrival/arrival.ts'
import { readHeader } from '../../mailflow/reading/readHeader.ts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { RemoteFetchError, sendFormRemote, UpstreamFailedError } from '../files/index.ts'
import { isUnsubscribeSigned } from './signedUnsubscribe.ts'
import { waysToLeave } from './waysToLeave.ts'

/** Lists that are left before the next one has to wait: a mail names the address that the server sends to. */
const TRIES = { free: 40, firstS: 60, longestS: 15 * 60 } as const
const TIME_MAX_MS = 15_000

/**
 * Leaves the list of a mail by one click (RFC 8058), where a signature that the server in front has checked covers what asks for
 * it, or answers what the person has to do. What is sent names the reader by
 * the address alone that the list itself wrote, and never goes to an address inside. Throws `MailNotFoundError`,
 * `FolderClosedError`, `TooManyRequestsError`, and `UpstreamFailedError` where the list does not answer or refuses.
 */
export async function leaveList(context: Context, caller: SessionActor, mailId: number): Promise<Unsubscribed> {
  const { raw_hash, arrival } = await openMailbox(context, caller).message(mailId)
  const header = await readHeader(context, raw_hash)
  const { oneClick, mailto, page } = waysToLeave(header('list-unsubscribe'), header('list-unsubscribe-post'))
  const results = readArrival(arrival)?.authentication?.results ?? []
  if (oneClick && isUnsubscribeSigned(header('dkim-signature'), results)) {
    await countTries(context, [{ scope: `leave-list:${caller.accountId}`, ...TRIES }])
    try {
      await sendFormRemote(oneClick, 'List-Unsubscribe=One-Click', { timeMax: TIME_MAX_MS })
      return { way: 'done' }
    } catch (error) {
      if (error instanceof RemoteFetchError) throw new UpstreamFailedError()
      throw error
    }
  }
  if (mailto) return { way: 'mail', mailto }
  return page ? { way: 'page', url: page } : { way: 'none' }
}
