import { type MailAddress, type MailDetail, RECIPIENTS_MAX } from '@yanshu/contracts'
import { readArrival, senderCheckOf } from '../../mailflow/arrival/arrival.ts'
import { shownBody } from '../../mailflow/workers/shownBody.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { MailNotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { prepared } from '../../store/database/prepared.ts'
import { readText, readTextOrNull } from '../../store/database/storedText.ts'
import { listItems, openMailbox, shownFile, shownPeople, shownPerson } from '../../store/mailbox/index.ts'
import { isUnreleased, NEVER } from '../../store/queue/outgoingState.ts'
import { mailingListOf } from './mailingList.ts'
import { decodedBody, senderCharset } from './senderCharset.ts'

/** One mail, whole, by the charset that was chosen for its sender. Reading it marks nothing. Throws `MailNotFoundError`, `FolderClosedError`. */
export async function readMail(context: Context, reader: MailReader, mailId: number): Promise<MailDetail> {
  const { store } = context
  const { db } = store
  const { accountId } = reader
  const mailbox = openMailbox(context, reader)
  // All at once: on PostgreSQL each waits for a connection, and with hundreds of people one after the other for a second.
  const [[item], row, others, sending] = await Promise.all([
    listItems(db, accountId, [mailId]),
    mailbox.whole(mailId),
    mailbox.othersInThread(mailId),
    sendingOf({ store }, accountId, mailId),
  ])
  if (!item) throw new MailNotFoundError()
  const [attachments, charset, mailingList] = await Promise.all([
    mailbox.partsOf(row),
    senderCharset(context, accountId, row),
    mailingListOf(context, row),
  ])
  const chosen = charset === null ? null : await decodedBody(context, row, charset)
  const body = await shownBody(context, {
    html: chosen ? chosen.html : readTextOrNull(row.html),
    text: chosen ? (chosen.text ?? '') : readText(row.text ?? ''),
    hasText: chosen ? chosen.text !== null : row.has_text === 1,
    bounded: chosen ? 1 : row.bounded,
    truncated: row.truncated === 1,
  })
  const check = senderCheckOf(readArrival(row.arrival), row.from_address)
  return {
    ...item,
    sender: readAddress(row.sender),
    replyTo: shownPeople(row.reply_to),
    to: shownPeople(row.to_list),
    cc: shownPeople(row.cc_list),
    bcc: shownPeople(row.bcc_list),
    sentAt: row.date,
    messageId: row.rfc_message_id,
    ...body,
    attachments: attachments.map(shownFile),
    readReceiptTo: readAddress(row.receipt_to),
    ...(row.restricted === 1 ? { restricted: true } : {}),
    ...(row.automatic === 1 ? { automatic: true as const } : {}),
    ...(mailingList ? { mailingList } : {}),
    ...(charset ? { charset } : {}),
    ...(check ? { authentication: check } : {}),
    threadCount: others.total,
    ...sending,
  }
}

const readAddress = (json: string | null): MailAddress | null =>
  json ? shownPerson(JSON.parse(json) as MailAddress) : null

/** A mail that is sent, what waits of it for the managers of groups, and its parts where it goes to each recipient separately. */
const OUTGOING_OF_A_MAIL = 2 * RECIPIENTS_MAX

/** Why an operator's hold keeps it, for its sender. */
const STOPPED = '系统管理员已暂停发送，可以撤回 / stopped by an administrator; it can be taken back'

/** Where a mail of one's own stands on its way out. */
async function sendingOf({ store }: Pick<Context, 'store'>, accountId: number, mailId: number) {
  const mails = await selectOutgoing(store.db, { accountId, mailId })
  const sent = mails.find(({ origin }) => origin !== 'group' && origin !== 'part')
  if (!sent) return { sendId: null, releaseAt: null, deliveries: [] }
  const rows = await store.db
    .selectFrom('outgoing_recipient')
    .select(['outgoing_id', 'address', 'state', 'reason'])
    .where(
      'outgoing_id',
      'in',
      mails.map(({ id }) => id),
    )
    .orderBy('address')
    .execute()
  const whys = new Map(mails.map(({ id, on_hold, held_why }) => [id, on_hold === 1 ? STOPPED : held_why]))
  const ofGroups = new Set(mails.flatMap(({ id, origin }) => (origin === 'group' ? [id] : [])))
  // What became of a mail at a moderated group is the state of the part that waited for its managers.
  const latest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const key = row.address.toLowerCase()
    if (ofGroups.has(row.outgoing_id) || !latest.has(key)) latest.set(key, row)
  }
  const deliveries = [...latest.values()].map(({ outgoing_id, address, state, reason }) => ({
    address,
    state,
    reason: state === 'held' ? (whys.get(outgoing_id) ?? '') : reason,
  }))
  const waits = sent.origin === 'page' && isUnreleased(sent.state)
  // Until a moment that its sender has chosen seconds are counted; of any other hold its reason names the time.
  const isTimed = sent.state !== 'held' || sent.held_by === 'sender'
  const due =
    waits && isTimed && sent.on_hold === 0 && sent.due_at < NEVER ? Math.max(sent.due_at, sent.release_at) : null
  return { sendId: waits ? sent.id : null, releaseAt: due, deliveries }
}

const selectOutgoing = prepared((db, by: { accountId: number; mailId: number }) =>
  db
    .selectFrom('outgoing')
    .select(['id', 'state', 'origin', 'release_at', 'due_at', 'on_hold', 'held_by', 'held_why'])
    .where('mail_id', '=', by.mailId)
    // With the index of the account, the store would read everything that the account ever sent.
    .where(ownedBy('account_id', by.accountId))
    .where('state', '<>', 'taken-back')
    .orderBy('created_at', 'desc')
    .limit(OUTGOING_OF_A_MAIL)
    .compile(),
)
