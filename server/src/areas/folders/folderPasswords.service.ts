import type { FolderPassword, Language } from '@yanshu/contracts'
import {
  CodeOverError,
  FolderPasswordWrongError,
  ForbiddenError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { hashPassword, isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import type { Trx } from '../../store/database/transact.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { closedFolders, type FolderReader, openFolder } from '../../store/mailbox/closedFolders.ts'
import { relist } from '../../store/mailbox/moveMails.ts'
import { ownFolder } from '../../store/mailbox/roles.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { codeText, countCode, newCode, phoneEnd, useCode } from '../codes/index.ts'

/** Tries at the password of a folder before they have to wait, and the longest wait in seconds. */
const TRIES = { free: 5, longestS: 15 * 60 } as const
/** Mails of one line of the change log. */
const NOTED_AT_ONCE = 1_000

/** How the password of a folder stands for a session. Throws `FolderNotFoundError`. */
export async function folderPasswordOf(
  { store }: Pick<Context, 'store'>,
  reader: FolderReader,
  folderId: number,
): Promise<FolderPassword> {
  const { password_hash } = await ownFolder(store.db, reader.accountId, folderId)
  const exists = password_hash !== null
  return { exists, opened: exists && !(await closedFolders(store.db, reader)).has(folderId) }
}

/**
 * Gives a folder a password; the session that does it has it open. Throws `FolderNotFoundError`, and `ForbiddenError` for
 * a folder of the system or one that has a password.
 */
export async function setFolderPassword(
  context: Context,
  reader: FolderReader,
  folderId: number,
  password: string,
): Promise<FolderPassword> {
  const folder = await ownFolder(context.store.db, reader.accountId, folderId)
  if (folder.role !== 'custom' || folder.password_hash !== null) throw new ForbiddenError()
  const hash = await hashPassword(password)
  await changeTree(context, reader.accountId, async (trx) => {
    const set = await trx
      .updateTable('folder')
      .set({ password_hash: hash })
      .where('id', '=', folderId)
      .where('password_hash', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!set) throw new ForbiddenError()
    await relist(trx, context, await labelledIn(trx, folderId), 0)
    await openFolder(trx, reader.sessionId, folderId)
    // Other windows show rows of it in lists across folders.
    await noteMails(trx, reader.accountId, folderId, 'removed')
  })
  return { exists: true, opened: true }
}

/** Opens a folder to the session. Throws `FolderNotFoundError`, `FolderPasswordWrongError`, `TooManyRequestsError`. */
export async function enterFolderPassword(
  context: Context,
  reader: FolderReader,
  folderId: number,
  password: string,
): Promise<FolderPassword> {
  await requireFolderPassword(context, reader.accountId, folderId, password)
  await openFolder(context.store.db, reader.sessionId, folderId)
  return { exists: true, opened: true }
}

/** Gives a folder another password: sessions but this one have to enter it. Throws what `enterFolderPassword` throws. */
export async function changeFolderPassword(
  context: Context,
  reader: FolderReader,
  folderId: number,
  { oldPassword, password }: { readonly oldPassword: string; readonly password: string },
): Promise<FolderPassword> {
  const before = await requireFolderPassword(context, reader.accountId, folderId, oldPassword)
  const hash = await hashPassword(password)
  await changeTree(context, reader.accountId, async (trx) => {
    const changed = await trx
      .updateTable('folder')
      .set({ password_hash: hash })
      .where('id', '=', folderId)
      .where('password_hash', '=', before)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new FolderPasswordWrongError()
    await trx.deleteFrom('folder_unlock').where('folder_id', '=', folderId).execute()
    await openFolder(trx, reader.sessionId, folderId)
  })
  return { exists: true, opened: true }
}

/** Takes the password of a folder away by itself. Throws what `enterFolderPassword` throws. */
export async function cancelFolderPassword(
  context: Context,
  reader: FolderReader,
  folderId: number,
  password: string,
): Promise<FolderPassword> {
  await requireFolderPassword(context, reader.accountId, folderId, password)
  await removeFolderPassword(context, reader.accountId, folderId)
  return { exists: false, opened: false }
}

/** Takes the password of a folder away: who asks has been found to be its owner, or runs the system. */
export async function removeFolderPassword(context: Context, accountId: number, folderId: number): Promise<void> {
  await changeTree(context, accountId, async (trx) => {
    const removed = await trx
      .updateTable('folder')
      .set({ password_hash: null })
      .where('id', '=', folderId)
      .where('account_id', '=', accountId)
      .where('password_hash', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) return
    await relist(trx, context, await labelledIn(trx, folderId), 1)
    await trx.deleteFrom('folder_unlock').where('folder_id', '=', folderId).execute()
    await noteMails(trx, accountId, folderId, 'added')
  })
}

/**
 * Sends a code to the phone of the account. Answers the token that comes back with it.
 * Throws `FolderNotFoundError`, `SmsNotOfferedError` where the account has no phone, `TooManyRequestsError`.
 */
export async function sendFolderCode(
  context: Context,
  accountId: number,
  folderId: number,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<{ token: string; phoneEnd: string }> {
  await ownFolder(context.store.db, accountId, folderId)
  const { phone } = await context.store.db
    .selectFrom('account')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (!context.config.sms || phone === '') throw new SmsNotOfferedError()
  await countCode(context, phone, ip)
  const { token, code } = await newCode(context, 'folder-code', { accountId, token: `${folderId}.${randomToken()}` })
  sendSms(context, phone, codeText(code, language)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the code for a folder could not be sent'),
  )
  return { token, phoneEnd: phoneEnd(phone) }
}

/** Takes a forgotten password away by the code. Throws `FolderNotFoundError`, `CodeWrongError`, `CodeOverError`. */
export async function forgetFolderPassword(
  context: Context,
  accountId: number,
  folderId: number,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<FolderPassword> {
  await ownFolder(context.store.db, accountId, folderId)
  // A code for one folder opens no other, and none of somebody else.
  if (!token.startsWith(`${folderId}.`)) throw new CodeOverError()
  if ((await useCode(context, 'folder-code', token, code)) !== accountId) throw new CodeOverError()
  await removeFolderPassword(context, accountId, folderId)
  return { exists: false, opened: false }
}

/**
 * Counts a try, then compares the password; answers its stored form. Throws `FolderNotFoundError`, `ForbiddenError` for a
 * folder without one, `FolderPasswordWrongError`, `TooManyRequestsError`.
 */
export async function requireFolderPassword(
  context: Context,
  accountId: number,
  folderId: number,
  password: string,
): Promise<string> {
  const { password_hash } = await ownFolder(context.store.db, accountId, folderId)
  if (password_hash === null) throw new ForbiddenError()
  const scope = `folder-password:${folderId}`
  const counted = await countTries(context, [{ scope, ...TRIES }])
  const right = await isPassword(password, password_hash).catch(async (error: unknown) => {
    await counted.giveBack()
    throw error
  })
  if (!right) throw new FolderPasswordWrongError()
  await counted.forget([scope])
  return password_hash
}

async function labelledIn(trx: Trx, folderId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('mail')
    .select('mail.id')
    .where('folder_id', '=', folderId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('mail_label').select('label_id').whereRef('mail_label.mail_id', '=', 'mail.id')),
    )
    .execute()
  return rows.map(({ id }) => id)
}

async function noteMails(trx: Trx, accountId: number, folderId: number, kind: 'removed' | 'added'): Promise<void> {
  const ids = (await trx.selectFrom('mail').select('id').where('folder_id', '=', folderId).execute()).map(
    ({ id }) => id,
  )
  for (let at = 0; at < ids.length; at += NOTED_AT_ONCE) {
    const mailIds = ids.slice(at, at + NOTED_AT_ONCE)
    noteChange(trx, accountId, { kind, folderId: kind === 'removed' ? null : folderId, mailIds })
  }
}
