import { sql } from 'kysely'

/** Tables whose rows keep a message: mailboxes, the queue, and mail that waits for the managers of a group. */
export const MESSAGE_HOLDERS = ['mail', 'outgoing', 'mail_group_waiting'] as const

/** Whether nothing keeps the message of a row of `message`. A test compares the tables with the store's references. */
export const isMessageFree = sql<boolean>`not (${sql.join(
  MESSAGE_HOLDERS.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} as holder where holder.message_id = message.id)`,
  ),
  sql` or `,
)})`
