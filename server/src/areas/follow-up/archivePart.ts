import { type ArchivePart, jsonFile } from '../../store/archive/archivePart.ts'

/** The follow-ups of a mailbox, with the Message-ID by which the mail is found in the other files. */
export const followUpsPart: ArchivePart = {
  name: 'follow-ups',
  count: async () => 1,
  files: async ({ store }, { accountId, openFolders, onWritten }) => [
    {
      path: 'settings/follow-ups.json',
      content: jsonFile(async () => {
        const rows = await store.db
          .selectFrom('follow_up')
          .innerJoin('mail', 'mail.id', 'follow_up.mail_id')
          .innerJoin('folder', 'folder.id', 'mail.folder_id')
          .innerJoin('message', 'message.id', 'mail.message_id')
          .select(['message.subject', 'message.rfc_message_id', 'folder.guarded', 'mail.folder_id'])
          .select(['follow_up.state', 'follow_up.due_at', 'follow_up.note', 'follow_up.unless_answered'])
          .select(['follow_up.answered_by', 'follow_up.created_at', 'follow_up.ended_at'])
          .where('follow_up.account_id', '=', accountId)
          .orderBy('follow_up.id')
          .execute()
        onWritten()
        const open = rows.filter(({ guarded, folder_id }) => guarded === 0 || openFolders.has(folder_id))
        return open.map((row) => ({
          subject: row.subject,
          messageId: row.rfc_message_id,
          state: row.state,
          dueAt: row.due_at,
          note: row.note,
          unlessAnswered: row.unless_answered === 1,
          answeredBy: row.answered_by,
          createdAt: row.created_at,
          endedAt: row.ended_at,
        }))
      }),
    },
  ],
}
