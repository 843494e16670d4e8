import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { receivedAt } from '../../mailflow/import/importMail.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import type { Job } from '../../store/jobs/index.ts'
import { addMail, announceChanges, factsOf, lockMailboxes } from '../../store/mailbox/index.ts'
import { MailboxFullError, requireRoom } from '../compose/index.ts'
import type { FolderRow, MigrationRow } from './migrationRows.ts'

/** A mail of the other server, read. */
export interface Fetched {
  readonly uid: number
  readonly message: PreparedMessage
  readonly source: Uint8Array
  /** When it arrived there (INTERNALDATE), in epoch milliseconds; NaN where the server does not say. */
  readonly at: number
  readonly flags: ReadonlySet<string>
}

/** A mail that is not brought, and why. */
export interface Noted {
  readonly uid: number
  readonly reason: 'deleted' | 'tooLarge' | 'refused' | 'empty' | 'unreadable'
  readonly detail: string
  readonly size: number
}

export interface Brought {
  readonly fetched: readonly Fetched[]
  readonly noted: readonly Noted[]
  /** Mails that an earlier migration has dealt with, with the mail here. */
  readonly known: readonly { readonly uid: number; readonly mailId: number | null }[]
}

interface Place {
  readonly folder: FolderRow
  readonly folderId: number
  readonly uidValidity: string
}

/** The migration was paused, cancelled or deleted; nothing more is brought. */
export class MigrationHaltedError extends Error {
  override readonly name = 'MigrationHaltedError'
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
  { fetched, noted, known }: Brought,
): Promise<void> {
  const accountId = migration.account_id
  const isFull = await transact(
    context,
    async (trx) => {
      await job.hold(trx)
      await lockMailboxes(trx, context.store.engine, [accountId])
      await requireRunning(trx, migration.id)
      const rows: MailRow[] = [
        ...known.map(({ uid, mailId }) => row(place, uid, 'known', { mailId })),
        ...noted.map(({ uid, ...why }) => row(place, uid, 'noted', why)),
      ]
      const claimed = new Set<number>()
      let bytes = 0
      let isFull = false
      for (const mail of fetched) {
        const { size, raw_hash: rawHash } = mail.message.columns
        const held = await heldIn(trx, accountId, place, { rawHash, claimed })
        if (held !== null) {
          claimed.add(held)
          rows.push(row(place, mail.uid, 'known', { mailId: held, size }))
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
        bytes += size
        rows.push(row(place, mail.uid, 'brought', { mailId, size }))
      }
      await writeRows(trx, place, rows, bytes)
      return isFull
    },
    { grows: true },
  )
  announceChanges(context, [accountId])
  if (isFull) throw new MigrationQuotaError()
}

async function requireRunning(trx: Trx, migrationId: number): Promise<void> {
  const found = await trx
    .selectFrom('migration')
    .select('id')
    .where('id', '=', migrationId)
    .where('state', '=', 'migrating')
    .executeTakeFirst()
  if (!found) throw new MigrationHaltedError()
}

/**
 * The mail of a folder that has these very bytes and stands for no other mail of the other server; null when there is
 * none. A mail that is twice in the folder there is twice here.
 */
async function heldIn(
  trx: Trx,
  accountId: number,
  { folderId, uidValidity }: Place,
  { rawHash, claimed }: { rawHash: string | null; claimed: ReadonlySet<number> },
): Promise<number | null> {
  if (rawHash === null) return null
  const messages = await trx
    .selectFrom('message')
    .select('id')
    .where('raw_hash', '=', rawHash)
    .limit(SAME_MAX)
    .execute()
  if (messages.length === 0) return null
  const held = await trx
    .selectFrom('mail')
    .select('id')
    .where(
      'message_id',
      'in',
      messages.map(({ id }) => id),
    )
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('migration_mail')
            .select('migration_mail.uid')
            .whereRef('migration_mail.mail_id', '=', 'mail.id')
            .where('migration_mail.uid_validity', '=', uidValidity),
        ),
      ),
    )
    .execute()
  return held.find(({ id }) => !claimed.has(id))?.id ?? null
}

/** Messages of the same bytes that one question goes over: copies in the mailboxes of many. */
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
  }: Partial<Omit<Noted, 'uid' | 'reason'>> & {
    mailId?: number | null
    reason?: string
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
