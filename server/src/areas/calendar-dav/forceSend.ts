import { attendeesOf, type EventRow } from '../../calendar-model/rows/eventRows.ts'
import type { Trx } from '../../store/database/transact.ts'
import { isOwn, type Owner } from '../calendar-store/index.ts'

const FORCED = /^(ATTENDEE|ORGANIZER)((?:;(?:"[^"]*"|[^":;])*)*):\s*mailto:(\S+)\s*$/i

/** To whom an object that was put asks to send although nothing has changed for them (RFC 6638 §7.2). */
export interface ForcedSending {
  /** Addresses in lower case, of attendees with SCHEDULE-FORCE-SEND=REQUEST. */
  readonly requests: ReadonlySet<string>
  /** Whether the organiser is to get the answer again (SCHEDULE-FORCE-SEND=REPLY). */
  readonly reply: boolean
}

/** Reads what an object asks to send. Linear in its length. */
export function forcedSending(body: string): ForcedSending {
  const requests = new Set<string>()
  let reply = false
  if (!/schedule-force-send/i.test(body)) return { requests, reply }
  for (const line of body.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (!/schedule-force-send/i.test(line)) continue
    const [, name = '', parameters = '', address = ''] = FORCED.exec(line) ?? []
    const wanted = /;schedule-force-send=(request|reply)(?:;|$)/i.exec(parameters)?.[1]?.toLowerCase()
    if (wanted === 'request' && /^attendee$/i.test(name)) requests.add(address.toLowerCase())
    if (wanted === 'reply' && /^organizer$/i.test(name)) reply = true
  }
  return { requests, reply }
}

/**
 * Takes out of what is noted for the mails of an event that these people know it, so that they get it again. The event has
 * just been noted (`noteInvitations`).
 */
export async function forgetKnown(
  trx: Trx,
  owner: Owner,
  uid: string,
  { requests, reply }: ForcedSending,
): Promise<void> {
  if (requests.size === 0 && !reply) return
  const row = await trx
    .selectFrom('invitation_due')
    .select('known_rows')
    .where('account_id', '=', owner.accountId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  if (!row) return
  const known = (JSON.parse(row.known_rows) as EventRow[]).map((one) => ({
    ...one,
    attendees: JSON.stringify(
      attendeesOf(one)
        .filter(({ address }) => !requests.has(address.toLowerCase()))
        .map((person) => (reply && isOwn(owner, person.address) ? { ...person, answer: '' } : person)),
    ),
  }))
  await trx
    .updateTable('invitation_due')
    .set({ known_rows: JSON.stringify(known) })
    .where('account_id', '=', owner.accountId)
    .where('uid', '=', uid)
    .execute()
}
