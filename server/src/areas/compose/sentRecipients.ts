import type { Recallable, SentRecipient } from '@yanshu/contracts'
import type { Kysely } from 'kysely'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import { STOPPED } from '../../mailflow/queue/stopWaiting.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn, ownedBy } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import { outsideReadersOf } from '../../store/mailbox/index.ts'
import { settingOfMany } from '../../store/profile/settings.ts'
import { switchesOf } from '../../store/switches/switches.ts'

type Db = Kysely<Schema>

/** A sent mail as its sender has it. */
export interface SentMail {
  readonly accountId: number
  readonly mailId: number
}

/** People who are listed; for larger groups only the number is given. */
const LISTED_MAX = 1_000

/** A mail in a mailbox of the organisation that came of a sent mail. */
export interface ArrivedMail {
  readonly mailId: number
  readonly accountId: number
  readonly isRead: boolean
  readonly isClosed: boolean
  readonly folderId: number
  readonly color: number
}

/** Every mail that came of a sent one in mailboxes of others, also of those to whom it was passed on here. */
export async function arrivedMails(db: Db, { accountId, mailId }: SentMail): Promise<ArrivedMail[]> {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.id', 'mail.account_id', 'mail.seen', 'mail.replied', 'mail.forwarded', 'folder.guarded'])
    .select(['mail.folder_id', 'mail.color'])
    .where('mail.message_id', 'in', (eb) =>
      eb
        .selectFrom('outgoing')
        .select('outgoing.message_id')
        .where('outgoing.mail_id', '=', mailId)
        .where(ownedBy('outgoing.account_id', accountId)),
    )
    .where('mail.account_id', '<>', accountId)
    .orderBy('mail.id')
    .execute()
  return rows.map(({ id, account_id, seen, replied, forwarded, guarded, folder_id, color }) => ({
    mailId: id,
    accountId: account_id,
    isRead: seen + replied + forwarded > 0,
    isClosed: guarded === 1,
    folderId: folder_id,
    color,
  }))
}

/** Where a sent mail stands for each recipient, those whom it names first. */
export async function sentRecipients(
  context: Pick<Context, 'store' | 'now'>,
  sent: SentMail,
): Promise<{ readonly recipients: SentRecipient[]; readonly total: number }> {
  const { db } = context.store
  const rows = await recipientRows(db, sent)
  const destinations = await findDestinations(
    db,
    rows.map(({ address }) => address),
  )
  const arrived = new Map((await arrivedMails(db, sent)).map((one) => [one.accountId, one]))
  const recalled = await recalledFrom(db, sent)
  const accountOf = (address: string) => {
    const destination = destinations.get(address)
    return destination?.kind === 'account' ? destination.accountId : null
  }
  const named = new Set(rows.flatMap(({ address }) => accountOf(address) ?? []))
  const ids = [...new Set([...named, ...arrived.keys(), ...recalled.keys()])]
  const facts: Facts = {
    arrived,
    recalled,
    receipts: await receiptsOf(db, sent),
    burned: await burnedFor(db, sent),
    silent: await silentAmong(context, ids),
    outside: await outsideReadersOf(db, sent),
    now: context.now(),
    takesRead: (await switchesOf(db, sent.accountId)).recallReadEnable,
  }
  const people = await peopleOf(context, ids)
  const ofRow = (row: RecipientRow): SentRecipient => {
    const accountId = accountOf(row.address)
    const isOutside = destinations.get(row.address)?.kind === 'elsewhere'
    const name = accountId === null ? '' : (people.get(accountId)?.name ?? '')
    const { stoppedAt: _, ...shown } = row
    return { ...shown, name, indirect: false, ...standing(row, accountId, isOutside, facts) }
  }
  const ofMember = (accountId: number): SentRecipient[] => {
    const person = people.get(accountId)
    if (!person) return []
    const row = { address: person.address, state: 'delivered' as const, reason: '', status: '', stoppedAt: null }
    const { stoppedAt: _, ...shown } = row
    return [{ ...shown, name: person.name, indirect: true, ...standing(row, accountId, false, facts) }]
  }
  const all = [...rows.map(ofRow), ...ids.filter((id) => !named.has(id)).flatMap(ofMember)]
  return { recipients: all.slice(0, LISTED_MAX), total: all.length }
}

type RecipientRow = Pick<SentRecipient, 'address' | 'state' | 'reason' | 'status'> & {
  /** When its sender has stopped it before it left; null where that is not so. */
  readonly stoppedAt: number | null
}

interface Facts {
  readonly arrived: ReadonlyMap<number, ArrivedMail>
  /** When it was taken back from each account, and whether a corrected copy lies in its place. */
  readonly recalled: ReadonlyMap<number, { readonly at: number; readonly corrected: boolean }>
  /** When each address has sent its receipt. */
  readonly receipts: ReadonlyMap<string, number>
  /** Who has read it for the last time, where it is deleted then. */
  readonly burned: ReadonlySet<number>
  /** Who lets no reading be reported: their mailbox does not report it either. */
  readonly silent: ReadonlySet<number>
  /** Whether letters that were read are taken back as well. */
  readonly takesRead: boolean
  /** Who reads it on a page outside, by their address in small letters. */
  readonly outside: Awaited<ReturnType<typeof outsideReadersOf>>
  readonly now: number
}

type Standing = Pick<SentRecipient, 'read' | 'gone' | 'recalledAt' | 'recall' | 'opened'>
type ReaderOutside = Facts['outside'] extends ReadonlyMap<string, infer Reader> ? Reader : never

/** The same of a recipient outside who reads it on a page: its openings are counted, and its link can be ended. */
function standingOutside(
  { opened: times, opened_at: at, ended_at: endedAt, expires_at: expiresAt, reads, burn }: ReaderOutside,
  state: SentRecipient['state'],
  { takesRead, now }: Facts,
): Standing {
  const isUsedUp = reads !== null && times >= reads
  const isOver = endedAt !== null || isUsedUp || (expiresAt !== null && expiresAt <= now)
  const gone = endedAt !== null ? ('recalled' as const) : burn === 1 && isUsedUp ? ('burned' as const) : null
  const recall = (): Recallable => {
    if (state === 'queued') return 'yes'
    if (state === 'held' || state === 'failed') return 'not-there'
    if (isOver) return 'gone'
    return times === 0 || takesRead ? 'yes' : 'read'
  }
  const opened = { times, of: reads, at, isOver }
  return { read: null, gone, recalledAt: endedAt, recall: recall(), opened }
}

/** What is known of one recipient beside the state of the delivery. */
function standing(
  { address, state, stoppedAt }: RecipientRow,
  accountId: number | null,
  isOutside: boolean,
  facts: Facts,
): Standing {
  const { arrived, recalled, receipts, burned, silent, takesRead } = facts
  if (stoppedAt !== null) return { read: null, gone: 'recalled', recalledAt: stoppedAt, recall: 'gone' }
  const reader = isOutside ? facts.outside.get(address.toLowerCase()) : undefined
  if (reader) return standingOutside(reader, state, facts)
  const mail = accountId === null ? undefined : arrived.get(accountId)
  const taken = accountId === null ? undefined : recalled.get(accountId)
  const recalledAt = taken?.at ?? null
  const isSilent = accountId !== null && silent.has(accountId)
  const receivedAt = receipts.get(address.toLowerCase())
  const isRead = mail?.isRead === true || (accountId !== null && burned.has(accountId))
  const read =
    receivedAt !== undefined
      ? { by: 'receipt' as const, at: receivedAt }
      : isRead && !isSilent
        ? { by: 'mailbox' as const, at: null }
        : null
  const isGone = accountId !== null && state === 'delivered' && !mail
  const gone = !isGone
    ? null
    : taken !== undefined
      ? taken.corrected
        ? 'corrected'
        : 'recalled'
      : burned.has(accountId)
        ? 'burned'
        : 'deleted'
  const recall = (): Recallable => {
    // It waits for the relay.
    if (state === 'queued') return 'yes'
    if (isOutside) return 'outside'
    if (!mail) return isGone ? 'gone' : 'not-there'
    if (mail.isClosed) return 'kept'
    if (!mail.isRead || takesRead) return 'yes'
    return isSilent ? 'kept' : 'read'
  }
  return { read, gone, recalledAt, recall: recall() }
}

/** The recipients of a letter; what became of one at a moderated group is the state of the part that waited for its managers. */
async function recipientRows(db: Db, { accountId, mailId }: SentMail): Promise<RecipientRow[]> {
  const rows = await db
    .selectFrom('outgoing')
    .innerJoin('outgoing_recipient as r', 'r.outgoing_id', 'outgoing.id')
    .select(['outgoing.origin', 'outgoing.held_why', 'r.address', 'r.state', 'r.reason', 'r.status'])
    .select('r.notified_at')
    .where('outgoing.mail_id', '=', mailId)
    .where(ownedBy('outgoing.account_id', accountId))
    .where('outgoing.state', '<>', 'taken-back')
    .orderBy('r.address')
    .execute()
  const byAddress = new Map<string, RecipientRow>()
  for (const { origin, held_why, address, state, reason, status, notified_at } of rows) {
    const key = address.toLowerCase()
    if (byAddress.has(key) && origin !== 'group') continue
    const stoppedAt = state === 'failed' && reason === STOPPED ? notified_at : null
    const why = state === 'held' ? held_why : stoppedAt === null ? reason : ''
    byAddress.set(key, { address, state, status, reason: why, stoppedAt })
  }
  return [...byAddress.values()]
}

async function recalledFrom(db: Db, { accountId, mailId }: SentMail): Promise<Facts['recalled']> {
  const rows = await db
    .selectFrom('recalled_mail')
    .select(['reader_id', 'at', 'corrected'])
    .where('mail_id', '=', mailId)
    .where(ownedBy('account_id', accountId))
    .execute()
  return new Map(rows.map(({ reader_id, at, corrected }) => [reader_id, { at, corrected: corrected === 1 }]))
}

async function receiptsOf(db: Db, { accountId, mailId }: SentMail): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('receipt_reader')
    .innerJoin('mail', 'mail.message_id', 'receipt_reader.message_id')
    .select(['receipt_reader.address', 'receipt_reader.at'])
    .where('mail.id', '=', mailId)
    .where('receipt_reader.account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ address, at }) => [address.toLowerCase(), at]))
}

/** Readers who have used up a letter that is deleted after its last reading. */
async function burnedFor(db: Db, { accountId, mailId }: SentMail): Promise<Set<number>> {
  const rows = await db
    .selectFrom('letter_policy')
    .innerJoin('mail', 'mail.message_id', 'letter_policy.message_id')
    .innerJoin('letter_reader', 'letter_reader.policy_id', 'letter_policy.id')
    .select('letter_reader.account_id')
    .where('mail.id', '=', mailId)
    .where('letter_policy.account_id', '=', accountId)
    .where('letter_policy.burn', '=', 1)
    .whereRef('letter_reader.opened', '>=', 'letter_policy.reads')
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

async function silentAmong(context: Pick<Context, 'store'>, ids: readonly number[]): Promise<Set<number>> {
  const answers = await settingOfMany(context, ids, 'receiptAnswer')
  return new Set([...answers].flatMap(([id, answer]) => (answer === 'never' ? [id] : [])))
}

async function peopleOf({ store }: Pick<Context, 'store'>, ids: readonly number[]) {
  const rows = await store.db
    .selectFrom('account')
    .select(['id', 'name', 'address'])
    .where(numberIn(store.engine, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
