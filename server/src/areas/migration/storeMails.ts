import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { receivedAt } from '../../mailflow/import/importMail.ts'
import { labelImported } from '../../mailflow/import/labelImported.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { Context } from '../../store/context/context.ts'
import { ownedBy } from '../../store/database/ids.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import type { Job } from '../../store/jobs/index.ts'
import { addMail, announceChanges, factsOf, labelMails, lockMailboxes } from '../../store/mailbox/index.ts'
import { MailboxFullError, requireRoom } from '../compose/index.ts'
import { lettersOf } from './marks.ts'
import { type Dealt, type FolderRow, type MigrationRow, requireRunning } from './migrationRows.ts'
import { giveWay } from './pace.ts'

/** A mail of the other server, read. */
export interface Fetched {
  readonly uid: number
  readonly message: PreparedMessage
  readonly source: Uint8Array
  /** What it is known by where its header has changed. */
  readonly contentHash: string
  /** Its number over all folders of Gmail; '' on other servers. */
  readonly gmailId: string
  /** Mails of the folder here that have its Message-ID and its body, and a header of their own. */
  readonly alike: readonly number[]
  /** When it arrived there (INTERNALDATE), in epoch milliseconds; NaN where the server does not say. */
  readonly at: number
  readonly flags: ReadonlySet<string>
  /** Names of the labels that it gets, which are made where they are missing. */
  readonly labels?: readonly string[]
}

/** A mail that is not brought, and why. */
export interface Noted {
  readonly uid: number
  readonly reason: 'deleted' | 'tooLarge' | 'refused' | 'empty' | 'unreadable' | 'notMail'
  readonly detail: string
  readonly size: number
}

export interface Brought {
  readonly fetched: readonly Fetched[]
  readonly noted: readonly Noted[]
  /** Mails that an earlier migration has dealt with. */
  readonly known: readonly ({ readonly uid: number; readonly gmailId?: string } & Dealt)[]
  /** A label that the known ones get. */
  readonly labelId?: number | null
}

export interface Place {
  readonly folder: FolderRow
  readonly folderId: number
  readonly uidValidity: string
}

/** The mailbox is full; what fitted is stored. */
export class MigrationQuotaError extends Error {
  override readonly name = 'MigrationQuotaError'
}

const DAY_MS = 86_400_000

/**
 * Stores what was fetched and what is known of the rest, with the counters, in one transaction: a run that is killed goes
 * on exactly behind it. Throws `MigrationHaltedError`, `MigrationQuotaError`, `JobClaimLostError`.
 */
export async function storeMails(
  context: Context,
  job: Job,
  migration: MigrationRow,
  place: Place,
  { fetched, noted, known, labelId = null }: Brought,
): Promise<void> {
  const accountId = migration.account_id
  const store = async (trx: Trx): Promise<boolean> => {
    await job.hold(trx)
    await lockMailboxes(trx, context.store.engine, [accountId])
    await requireRunning(trx, migration.id)
    const rows: MailRow[] = [
      ...known.map(({ uid, ...dealt }) => row(place, uid, 'known', dealt)),
      ...noted.map(({ uid, ...why }) => row(place, uid, 'noted', why)),
    ]
    if (labelId !== null) {
      const mailIds = known.flatMap(({ mailId }) => mailId ?? [])
      await labelMails(trx, context, accountId, { mailIds, add: [labelId], remove: [] })
    }
    const claimed = new Set<number>()
    const labelled: { readonly mailId: number; readonly labels: readonly string[] }[] = []
    let bytes = 0
    let isFull = false
    for (const mail of fetched) {
      const { size } = mail.message.columns
      const { contentHash, gmailId } = mail
      const marks = lettersOf(mail.flags)
      if (await renumber(trx, place, mail, marks)) continue
      const held = await heldIn(trx, accountId, place, mail, claimed)
      if (held !== null) {
        claimed.add(held)
        rows.push(row(place, mail.uid, 'known', { mailId: held, size, contentHash, gmailId, marks }))
        continue
      }
      try {
        await requireRoom(trx, accountId, size)
      } catch (error) {
        if (!(error instanceof MailboxFullError)) throw error
        isFull = true
        break
      }
      const { flags } = mail
      const { mailId } = await addMail(trx, context, {
        accountId,
        folderId: place.folderId,
        messageId: await storeMessage(trx, context, mail.message),
        message: factsOf(mail.message.columns),
        receivedAt: arrivedAt(mail, context.now()),
        size,
        seen: flags.has('\\Seen'),
        color: flags.has('\\Flagged') ? 1 : 0,
        replied: flags.has('\\Answered'),
        forwarded: flags.has('$Forwarded'),
      })
      claimed.add(mailId)
      if (mail.labels) labelled.push({ mailId, labels: mail.labels })
      bytes += size
      rows.push(row(place, mail.uid, 'brought', { mailId, size, contentHash, gmailId, marks }))
    }
    await labelImported(trx, context, accountId, labelled)
    await writeRows(trx, place, rows, bytes)
    return isFull
  }
  const isFull = await giveWay(context, job.signal, async () => {
    const full = await transact(context, store, { grows: true })
    announceChanges(context, [accountId])
    return full
  })
  if (isFull) throw new MigrationQuotaError()
}

/**
 * Gives a mail that this migration has dealt with the number that it has by now: a server that was restored counts anew
 * (UIDVALIDITY). Answers whether there is such a mail. One that the person has deleted here is not brought again.
 */
async function renumber(
  trx: Trx,
  { folder, uidValidity }: Place,
  { uid, contentHash }: Fetched,
  marks: string,
): Promise<boolean> {
  const old = await trx
    .selectFrom('migration_mail')
    .select(['uid_validity', 'uid'])
    .where('content_hash', '=', contentHash)
    .where('migration_folder_id', '=', folder.id)
    .where('uid_validity', '<>', uidValidity)
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst()
  if (!old) return false
  await trx
    .updateTable('migration_mail')
    .set({ uid_validity: uidValidity, uid, marks })
    .where('migration_folder_id', '=', folder.id)
    .where('uid_validity', '=', old.uid_validity)
    .where('uid', '=', old.uid)
    .execute()
  return true
}

/**
 * The mail of a folder that is a mail of the other server: by its bytes, else by what an earlier migration knows it by, else by
 * its Message-ID and body. None that stands for another mail of the same folder there: a mail that is twice there is twice
 * here. Null when there is none.
 */
async function heldIn(
  trx: Trx,
  accountId: number,
  place: Place,
  { message, contentHash, alike }: Fetched,
  claimed: ReadonlySet<number>,
): Promise<number | null> {
  const free = async (query: Candidates) => {
    const held = await query
      .where(ownedBy('mail.account_id', accountId))
      .where(ownedBy('mail.folder_id', place.folderId))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('migration_mail as claim')
              .select('claim.uid')
              .whereRef('claim.mail_id', '=', 'mail.id')
              .where('claim.migration_folder_id', '=', place.folder.id)
              .where('claim.uid_validity', '=', place.uidValidity),
          ),
        ),
      )
      .execute()
    return held.find(({ id }) => !claimed.has(id))?.id ?? null
  }
  const { raw_hash: rawHash } = message.columns
  if (rawHash !== null) {
    const messages = await trx
      .selectFrom('message')
      .select('id')
      .where('raw_hash', '=', rawHash)
      .limit(SAME_MAX)
      .execute()
    const ids = messages.map(({ id }) => id)
    const same = ids.length === 0 ? null : await free(mails(trx).where('mail.message_id', 'in', ids))
    if (same !== null) return same
  }
  const known = await trx
    .selectFrom('migration_mail')
    .select('mail_id')
    .where('content_hash', '=', contentHash)
    .where('mail_id', 'is not', null)
    .limit(SAME_MAX)
    .execute()
  const ids = [...known.flatMap(({ mail_id }) => mail_id ?? []), ...alike]
  return ids.length === 0 ? null : free(mails(trx).where('mail.id', 'in', ids))
}

const mails = (trx: Trx) => trx.selectFrom('mail').select('mail.id')
type Candidates = ReturnType<typeof mails>

/** Messages of the same bytes or content that one question goes over: copies in the mailboxes of many. */
const SAME_MAX = 500

/** When a mail arrived: by the other server, else by its own header. */
function arrivedAt({ at, source, message }: Fetched, now: number): number {
  if (at > 0 && at < now + DAY_MS) return at
  return receivedAt({ raw: source, at: null }, message, now)
}

type MailRow = ReturnType<typeof row>

const row = (
  { folder, uidValidity }: Place,
  uid: number,
  outcome: 'brought' | 'known' | 'noted',
  {
    mailId = null,
    reason = '',
    detail = '',
    size = 0,
    contentHash = '',
    gmailId = '',
    marks = null,
  }: Partial<Omit<Noted, 'uid' | 'reason'> & Dealt> & {
    reason?: string
    contentHash?: string
    gmailId?: string
  },
) => ({
  migration_folder_id: folder.id,
  uid_validity: uidValidity,
  uid,
  outcome,
  mail_id: mailId,
  reason,
  detail,
  size,
  content_hash: contentHash,
  gmail_id: gmailId,
  marks,
})

const ROWS_AT_ONCE = 100

async function writeRows(trx: Trx, { folder }: Place, rows: readonly MailRow[], bytes: number): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await trx
      .insertInto('migration_mail')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute()
  }
  const countOf = (outcome: MailRow['outcome']) => rows.filter((one) => one.outcome === outcome).length
  await trx
    .updateTable('migration_folder')
    .set((eb) => ({
      brought: eb('brought', '+', countOf('brought')),
      known: eb('known', '+', countOf('known')),
      noted: eb('noted', '+', countOf('noted')),
      bytes: eb('bytes', '+', bytes),
    }))
    .where('id', '=', folder.id)
    .execute()
}
