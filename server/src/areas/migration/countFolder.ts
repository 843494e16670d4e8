import type { MigrationEstimate } from '@yanshu/contracts'
import type { FetchMessageObject } from 'imapflow'
import { wireSizeMax } from '../../platform/config/config.ts'
import type { Context } from '../../store/context/context.ts'
import { isListed, listValue, ownedBy } from '../../store/database/ids.ts'
import type { Bringing } from './bringFolder.ts'
import { dealtWith, type FolderRow, requireRunning, setFolder } from './migrationRows.ts'
import { isOutside, listMails, openFolder } from './otherFolder.ts'
import { findTarget } from './targetFolder.ts'

/**
 * Counts what a folder of the other server has in the range, and what of it would be brought. Sizes, marks and Message-IDs are
 * asked for, no text; nothing is made here. Throws what `failureOf` answers, and `MigrationHaltedError`.
 */
export async function countFolder(
  { context, connection, commandSize, job, migration }: Omit<Bringing, 'preparer'>,
  folder: FolderRow,
): Promise<void> {
  await setFolder(context, folder.id, { state: 'running' })
  const { uidValidity, uids } = await openFolder(connection.client, folder.path, migration, commandSize.searched)
  const done = await dealtWith(context, migration, folder.path, uidValidity)
  const names: string[] = JSON.parse(folder.names)
  const folderId = await findTarget(context, migration.account_id, { role: folder.role, names })
  const sizeMax = wireSizeMax(context.config)
  // What a connection that broke has left is counted on.
  const counted = countedOf(folder, uidValidity)
  const estimate = counted?.estimate ?? { bring: 0, bytes: 0, already: 0, tooLarge: 0, broken: 0, deleted: 0 }
  const first = counted ? uids.findIndex((uid) => uid > counted.upTo) : 0
  const atOnce = commandSize.listed
  for (let at = first < 0 ? uids.length : first; at < uids.length; at += atOnce) {
    job.signal.throwIfAborted()
    await requireRunning(context.store.db, migration.id)
    const some = uids.slice(at, at + atOnce)
    const unknown = some.filter((uid) => !done.own.has(uid) && !done.before.has(uid))
    estimate.already += some.length - unknown.length
    const { listed, refused } = await listMails(connection.client, unknown, { headers: ['message-id'] })
    estimate.broken += refused.size
    const inRange = [...listed.values()].filter((mail) => !isOutside(mail, migration))
    const held = await heldByMessageId(context, migration.account_id, folderId, inRange.map(messageIdOf))
    for (const mail of inRange) count(estimate, mail, held, sizeMax)
    const { bring, already, tooLarge, broken, deleted } = estimate
    await setFolder(context, folder.id, {
      total: bring + already + tooLarge + broken + deleted,
      estimate: JSON.stringify({ estimate, uidValidity, upTo: some.at(-1) ?? 0 } satisfies Counted),
    })
  }
  await setFolder(context, folder.id, {
    state: 'done',
    ...(uids.length === 0
      ? { total: 0, estimate: JSON.stringify({ estimate, uidValidity, upTo: 0 } satisfies Counted) }
      : {}),
  })
}

/** What was counted of a folder so far, and up to which number. */
export interface Counted {
  readonly estimate: MigrationEstimate
  readonly uidValidity: string
  readonly upTo: number
}

function countedOf({ state, estimate }: FolderRow, uidValidity: string): Counted | null {
  if (state !== 'running' || estimate === null) return null
  const counted: Counted = JSON.parse(estimate)
  return counted.uidValidity === uidValidity ? counted : null
}

/** What a dry run has counted in a folder; null where none has. */
export const estimateOf = ({ estimate }: Pick<FolderRow, 'estimate'>): MigrationEstimate | null =>
  estimate === null ? null : (JSON.parse(estimate) as Counted).estimate

function count(
  estimate: MigrationEstimate,
  mail: FetchMessageObject,
  held: Map<string, number>,
  sizeMax: number,
): void {
  const { size = 0, flags } = mail
  const messageId = messageIdOf(mail)
  const left = held.get(messageId) ?? 0
  if (flags?.has('\\Deleted')) estimate.deleted++
  else if (size > sizeMax) estimate.tooLarge++
  else if (size === 0) estimate.broken++
  else if (messageId !== '' && left > 0) {
    held.set(messageId, left - 1)
    estimate.already++
  } else {
    estimate.bring++
    estimate.bytes += size
  }
}

/** The Message-ID with its brackets, as the store has it; '' where there is none. */
export const messageIdOf = ({ headers }: FetchMessageObject): string =>
  /^message-id:\s*(<[^<>\s]+>)/im.exec(headers?.toString('latin1') ?? '')?.[1] ?? ''

/** How many mails of a folder here have each Message-ID. */
async function heldByMessageId(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  folderId: number | null,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  const wanted = [...new Set(messageIds.filter((id) => id !== ''))]
  if (folderId === null || wanted.length === 0) return new Map()
  const rows = await store.db
    .selectFrom('message')
    .innerJoin('mail', 'mail.message_id', 'message.id')
    .select(({ fn }) => ['message.rfc_message_id as id', fn.countAll<number | string>().as('mails')])
    .where(isListed(store.engine, 'message.rfc_message_id', 'text', listValue(store.engine, wanted)))
    .where(ownedBy('mail.account_id', accountId))
    .where(ownedBy('mail.folder_id', folderId))
    .groupBy('message.rfc_message_id')
    .execute()
  return new Map(rows.map(({ id, mails }) => [id, Number(mails)]))
}
