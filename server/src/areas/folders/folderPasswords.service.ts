import type { FolderPassword, Language } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import {
  CodeOverError,
  FolderPasswordWrongError,
  ForbiddenError,
  SmsNotOfferedError,
} from '../../platform/http/errors.ts'
import { sendSms } from '../../platform/sms/sendSms.ts'
import { hashPassword, isPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { closedBy, openFolder } from '../../store/mailbox/closedFolders.ts'
import { ownFolder } from '../../store/mailbox/roles.ts'
import { randomToken } from '../../store/sessions/tokens.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import { codeText, countCode, newCode, phoneEnd, useCode } from '../codes/index.ts'
import { guardFolders } from './guards.ts'

/** Tries at the password of a folder before they have to wait, and the longest wait in seconds. */
const TRIES = { free: 5, longestS: 15 * 60 } as const

/**
 * How the password of a folder stands for a session; one that lies in a folder with a password opens with that.
 * Throws `FolderNotFoundError`.
 */
export async function folderPasswordOf(
  { store }: Pick<Context, 'store'>,
  reader: SessionActor,
  folderId: number,
): Promise<FolderPassword> {
  const { password_hash, guarded } = await ownFolder(store.db, reader.accountId, folderId)
  const opened = guarded === 1 && (await closedBy(store.db, reader, folderId)) === null
  return { exists: password_hash !== null, opened }
}

/**
 * Gives a folder a password; the session that does it has it open. Throws `FolderNotFoundError`, and `ForbiddenError` for
 * a folder of the system or one that has a password.
 */
export async function setFolderPassword(
  context: Context,
  reader: SessionActor,
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
    await openFolder(trx, reader.sessionId, folderId)
    await guardFolders(trx, context, reader.accountId)
  })
  return { exists: true, opened: true }
}

/**
 * Enters the password of a folder, or the outermost one of those around it that the session has not entered; where there
 * are several, the folder is open after the last. Throws `FolderNotFoundError`, `FolderPasswordWrongError`,
 * `TooManyRequestsError`.
 */
export async function enterFolderPassword(
  context: Context,
  reader: SessionActor,
  folderId: number,
  password: string,
): Promise<FolderPassword> {
  const guard = await guardOf(context, reader, folderId)
  await requireFolderPassword(context, reader.accountId, guard, password)
  await openFolder(context.store.db, reader.sessionId, guard)
  return folderPasswordOf(context, reader, folderId)
}

/**
 * Closes a folder to this session, which has to enter its password again; others keep it open. Throws
 * `FolderNotFoundError`, and `ForbiddenError` for a folder without a password of its own.
 */
export async function closeFolder(context: Context, reader: SessionActor, folderId: number): Promise<FolderPassword> {
  const { password_hash } = await ownFolder(context.store.db, reader.accountId, folderId)
  if (password_hash === null) throw new ForbiddenError()
  // The other windows of the session read the tree anew.
  await changeTree(context, reader.accountId, async (trx) => {
    await trx
      .deleteFrom('folder_unlock')
      .where('session_id', '=', reader.sessionId)
      .where('folder_id', '=', folderId)
      .execute()
  })
  return folderPasswordOf(context, reader, folderId)
}

/** Gives a folder another password: sessions but this one have to enter it. Throws what `enterFolderPassword` throws. */
export async function changeFolderPassword(
  context: Context,
  reader: SessionActor,
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
  reader: SessionActor,
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
    await trx.deleteFrom('folder_unlock').where('folder_id', '=', folderId).execute()
    await guardFolders(trx, context, accountId)
  })
}

/**
 * Sends a code to the phone of the account. Answers the token that comes back with it.
 * Throws `FolderNotFoundError`, `SmsNotOfferedError` where the account has no phone, `TooManyRequestsError`.
 */
export async function sendFolderCode(
  context: Context,
  reader: SessionActor,
  folderId: number,
  { ip, language }: { readonly ip: string; readonly language: Language },
): Promise<{ token: string; phoneEnd: string }> {
  const { accountId } = reader
  const guard = await guardOf(context, reader, folderId)
  const { phone } = await context.store.db
    .selectFrom('account')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (!context.config.sms || phone === '') throw new SmsNotOfferedError()
  await countCode(context, phone, ip)
  const { token, code } = await newCode(context, 'folder-code', { accountId, token: `${guard}.${randomToken()}` })
  sendSms(context, phone, codeText(code, language)).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the code for a folder could not be sent'),
  )
  return { token, phoneEnd: phoneEnd(phone) }
}

/** Takes a forgotten password away by the code. Throws `FolderNotFoundError`, `CodeWrongError`, `CodeOverError`. */
export async function forgetFolderPassword(
  context: Context,
  reader: SessionActor,
  folderId: number,
  { token, code }: { readonly token: string; readonly code: string },
): Promise<FolderPassword> {
  const { accountId } = reader
  const guard = await guardOf(context, reader, folderId)
  // A code for one folder opens no other, and none of another account.
  if (!token.startsWith(`${guard}.`)) throw new CodeOverError()
  await useCode(context, 'folder-code', token, code, { of: accountId })
  await removeFolderPassword(context, accountId, guard)
  return folderPasswordOf(context, reader, folderId)
}

/** The folder whose password has to be entered to open this one. Throws `FolderNotFoundError`. */
async function guardOf({ store }: Pick<Context, 'store'>, reader: SessionActor, folderId: number): Promise<number> {
  await ownFolder(store.db, reader.accountId, folderId)
  return (await closedBy(store.db, reader, folderId)) ?? folderId
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
