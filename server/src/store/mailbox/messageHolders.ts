import { sql } from 'kysely'

/** Tables whose rows keep a message: mailboxes, and the queue of outgoing mail. */
export const MESSAGE_HOLDERS = ['mail', 'outgoing'] as const

/** Whether nothing keeps the message of a row of `message`. A test compares the tables with the store's references. */
export const isMessageFree = sql<boolean>`not (${sql.join(
  MESSAGE_HOLDERS.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} as holder where holder.message_id = message.id)`,
  ),
  sql` or `,
)})`
