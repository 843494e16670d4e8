import type { Database } from '../store/database/open.ts'
import { readText, readTextOrNull } from '../store/database/storedText.ts'
import { folderOfRole, type SystemRole } from '../store/mailbox/roles.ts'

export type StoredMail = Awaited<ReturnType<typeof listMails>>[number]

/** What lies in a folder of an account, with its content, oldest first. */
export async function listMails(db: Database, accountId: number, role: SystemRole) {
  const rows = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('message_body', 'message_body.message_id', 'message.id')
    .selectAll('message')
    .select(['mail.id as mailId', 'mail.system_notice', 'mail.seen', 'mail.replied', 'mail.forwarded', 'mail.bcc_list'])
    .select(['message_body.html', 'message_body.text'])
    .where('mail.account_id', '=', accountId)
    .where('mail.folder_id', '=', await folderOfRole(db, accountId, role))
    .orderBy('mail.id')
    .execute()
  return rows.map((row) => ({ ...row, html: readTextOrNull(row.html), text: readText(row.text) }))
}
