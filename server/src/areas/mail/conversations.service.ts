import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { muteThread } from '../../store/mailbox/mutedThreads.ts'
import { joinMails, splitMails } from '../../store/mailbox/splitThread.ts'

/** Makes mails a conversation of their own; answers how many. */
export async function split(context: Context, accountId: number, mailIds: readonly number[]): Promise<number> {
  const count = await transact(context, (trx) => splitMails(trx, context, accountId, mailIds))
  if (count > 0) announceChanges(context, [accountId])
  return count
}

/** Takes mails into the conversation of another one; answers how many. Throws `MailNotFoundError`. */
export async function join(
  context: Context,
  accountId: number,
  joining: { readonly mailIds: readonly number[]; readonly mailId: number },
): Promise<number> {
  const count = await transact(context, (trx) => joinMails(trx, context, accountId, joining))
  if (count > 0) announceChanges(context, [accountId])
  return count
}

/** Mutes the conversation of a mail, or ends that. Throws `MailNotFoundError`, `FolderNotFoundError`. */
export const mute = (
  context: Context,
  accountId: number,
  { mailId, mailboxId }: { readonly mailId: number; readonly mailboxId: number | null },
): Promise<void> => transact(context, (trx) => muteThread(trx, context, { accountId, mailId, folderId: mailboxId }))
