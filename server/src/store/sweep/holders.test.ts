import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepUndo } from '../../areas/calendar/undo.ts'
import { noteArrival } from '../../areas/calendar-mail/itip/arrivals.ts'
import { keepFile } from '../../areas/documents/keepFiles.ts'
import { writeLinks } from '../../areas/files/index.ts'
import { keepPart } from '../../areas/files/keepPart.ts'
import type { EventRow } from '../../calendar-model/rows/eventRows.ts'
import type { Keeps } from '../../mailflow/steps/deliveryStep.ts'
import { writeEffects } from '../../mailflow/steps/verdicts.ts'
import { ageBlob } from '../../testing/blobs.ts'
import { meeting } from '../../testing/meetings.ts'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { deleteAccount } from '../accounts/deleteAccount.ts'
import { createBackup } from '../backup/backup.ts'
import { BLOB_OWNERS, type BlobHolder, holdBlobs } from '../blobs/blobOwners.ts'
import { recordBlobs } from '../blobs/blobRows.ts'
import { transact } from '../database/transact.ts'
import { MESSAGE_HOLDERS } from '../mailbox/messageHolders.ts'
import { removeMails } from '../mailbox/removeMails.ts'
import { sweepStore } from './sweepStore.ts'

/** Columns that end in `hash` and name no content. */
const NO_CONTENT = new Set([
  'account.password_hash',
  'folder.password_hash',
  'lock_setting.password_hash',
  'session.access_hash',
  'session.refresh_hash',
  'session.previous_refresh_hash',
  'client_code.code_hash',
  'forward_address.code_hash',
  'console_token.hash',
  'approval_link.token_hash',
  'letter_policy.password_hash',
  'outside_reader.token_hash',
  'recovery_code.hash',
  'ticket.hash',
  // The text of content, which goes with the content.
  'file_text.blob_hash',
  'push_subscription.hash',
  'key_vault.proof_hash',
  'mail_key.public_hash',
  // By what a mail is known again on another server.
  'migration_mail.content_hash',
  // Of a calendar read from an address: whether it has changed.
  'calendar_subscription.content_hash',
  // The list of content itself, and of what has lost an owner.
  'blob.hash',
  'garbage_blob.hash',
  // Kept by `blob_hold`.
  'invitation_arrival.blob_hash',
  'document_version.blob_hash',
  'upload_part.blob_hash',
  'file_link.blob_hash',
  'migration_file.blob_hash',
  // Counts what versions keep.
  'document_content.blob_hash',
  // The bytes of a message that `message_hold` keeps, and which bytes were decided about.
  'approval_record.raw_hash',
  'approval_event.raw_hash',
])

type Owner = (typeof BLOB_OWNERS)[number]['table']
interface Content {
  readonly hash: string
  readonly size: number
}

describe.each(engines)('what keeps messages and content, on %s', (engine) => {
  let server: TestServer
  let wei: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.addUser('zhang.wei')
  })
  afterEach(() => server.stop())

  const put = async (text: string): Promise<Content> => {
    const { hash, size } = await server.context.blobs.put(Buffer.from(text))
    return { hash, size }
  }
  /** Everything is older than a day, and noted as garbage once more than that ago. */
  const sweep = async (contents: readonly Content[]) => {
    const { db } = server.context.store
    for (const { hash } of contents) await ageBlob(server.context.config, hash)
    if (contents.length > 0) {
      await db
        .insertInto('garbage_blob')
        .values(contents.map(({ hash }) => ({ hash, since: 1 })))
        .execute()
    }
    await db.updateTable('garbage_blob').set({ since: 1 }).execute()
    await db.updateTable('garbage_message').set({ since: 1 }).execute()
    await db.updateTable('outgoing').set({ created_at: 1 }).execute()
    await sweepStore(server.context)
  }
  const isThere = ({ hash, size }: Content) => server.context.blobs.holds(hash, size)

  /** Makes one owner of content; answers how it goes. */
  const makers: Record<
    Exclude<Owner, 'blob_hold'> | BlobHolder,
    (content: Content) => Promise<() => Promise<unknown>>
  > = {
    message: async ({ hash }) => {
      const { mailId } = await putMail(server.context, wei)
      await server.context.store.db
        .updateTable('message')
        .set({ raw_hash: hash })
        .where('id', '=', (eb) => eb.selectFrom('mail').select('message_id').where('mail.id', '=', mailId))
        .execute()
      return () => transact(server.context, (trx) => removeMails(trx, server.context, wei, [mailId]))
    },
    attachment: async ({ hash, size }) => {
      const { mailId } = await putMail(server.context, wei)
      const { db } = server.context.store
      const mail = await db.selectFrom('mail').select('message_id').where('id', '=', mailId).executeTakeFirstOrThrow()
      await db
          .insertInto('attachment')
          .values({
            id: 'attachment-of-a-mail', message_id: mail.message_id, position: 0, name: 'a', content_type: 'a/b', size,
            blob_hash: hash, content_id: null, disposition: 'attachment', kind: 'file',
          }) // biome-ignore format: one row
        .execute()
      return () => transact(server.context, (trx) => removeMails(trx, server.context, wei, [mailId]))
    },
    upload: async ({ hash, size }) => {
      const { db } = server.context.store
      await db
          .insertInto('upload')
          .values({
            id: 'upload-0123456789', account_id: wei, name: 'a', content_type: 'a/b', size, blob_hash: hash, picture: 0,
            created_at: server.context.now(),
          }) // biome-ignore format: one row
        .execute()
      return () => db.deleteFrom('upload').execute()
    },
    contact: async ({ hash, size }) => {
      const { db } = server.context.store
      await db
          .insertInto('contact')
          .values({
            account_id: wei, uid: 'u', name: '李娜', nickname: '', organization: '', duties: '', note: '', birthday: '',
            birthday_lunar: 0, emails: '[]', phones: '[]', addresses: '[]', photo_hash: hash, photo_size: size, initial: 'L',
            sort_name: 'l', seq: 1, created_at: 1, updated_at: 1,
          }) // biome-ignore format: one row
        .execute()
      return () => db.updateTable('contact').set({ photo_hash: null }).execute()
    },
    feedback_file: async ({ hash, size }) => {
      const { db } = server.context.store
      const { id } = await db
        .insertInto('feedback')
        .values({ account_id: null, address: '', name: '', content: '', user_agent: '', created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('feedback_file')
        .values({ feedback_id: id, name: 'a', content_type: 'a/b', size, blob_hash: hash })
        .execute()
      return () => db.deleteFrom('feedback').execute()
    },
    event_file: async ({ hash, size }) => {
      const id = await eventWith(hash, size)
      return () => server.context.store.db.deleteFrom('event').where('id', '=', id).execute()
    },
    archive_job: async ({ hash, size }) => {
      const { db } = server.context.store
      await db
          .insertInto('archive_job')
          .values({
            id: 'a', account_id: wei, state: 'ready', open_folders: '[]', created_at: 1, claimed_until: 0, blob_hash: hash,
            size, expires_at: server.context.now() + 86_400_000,
          }) // biome-ignore format: one row
        .execute()
      return () => db.updateTable('archive_job').set({ expires_at: 1 }).execute()
    },
    event_undo: async ({ hash, size }) => {
      const { db } = server.context.store
      const id = await eventWith(hash, size)
      const row: EventRow = await db.selectFrom('event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await transact(server.context, async (trx) => {
        await trx.deleteFrom('event').where('id', '=', id).execute()
        await keepUndo(trx, server.context, wei, { touched: [id], before: [row] })
      })
      return () => db.updateTable('event_undo').set({ at: 1 }).execute()
    },
    delivery_effect: async ({ hash, size }) => {
      await followWith({ blobs: [{ hash, size }] }, null)
      return () => server.context.store.db.deleteFrom('delivery_effect').execute()
    },
    document_version: async ({ hash, size }) => {
      const file = { name: 'a.txt', contentType: 'text/plain', hash, size }
      await transact(server.context, (trx) =>
        keepFile(trx, server.context, { accountId: wei, now: 1 }, { parentId: 0, file, onClash: 'both', limit: 1_000 }),
      )
      return () => server.context.store.db.deleteFrom('document').execute()
    },
    unfinished_upload: async ({ hash, size }) => {
      const { db } = server.context.store
      const row = { id: 'unfinished-0123456', account_id: wei, name: 'a', content_type: 'a/b', size, digest: null }
      await db
        .insertInto('unfinished_upload')
        .values({ ...row, created_at: 1, touched_at: 1 })
        .execute()
      await transact(server.context, (trx) =>
        keepPart(trx, server.context, { uploadId: row.id, number: 0, hash, size }),
      )
      return () => db.deleteFrom('unfinished_upload').execute()
    },
    file_link: async ({ hash, size }) => {
      const link = { token: 'x'.repeat(43), name: 'a', contentType: 'a/b', hash, size }
      await transact(server.context, (trx) =>
        writeLinks(trx, server.context, {
          accountId: wei,
          sendId: 'x',
          recipients: 1,
          from: 1,
          endsAt: 2,
          links: [link],
        }),
      )
      return () => server.context.store.db.deleteFrom('file_link').execute()
    },
    migration_file: async ({ hash, size }) => {
      const { db } = server.context.store
      const values = {
        ...{ account_id: wei, state: 'paused' as const, host: '', port: 0, security: 'tls' as const, user_name: 'a' },
        ...{ secret: '', certificate: '', since: null, before_at: null, created_at: 1, finished_at: null },
      }
      const made = await db.insertInto('migration').values(values).returning('id').executeTakeFirstOrThrow()
      await transact(server.context, async (trx) => {
        const row = { migration_id: made.id, name: 'a', blob_hash: hash, size }
        const file = await trx.insertInto('migration_file').values(row).returning('id').executeTakeFirstOrThrow()
        const holder = { owner: 'migration_file' as const, ownerId: file.id }
        await holdBlobs(trx, { engine, now: server.context.now() }, holder, [{ hash, size }])
      })
      return () => db.deleteFrom('migration').execute()
    },
    invitation_arrival: async ({ hash, size }) => {
      const data = { hash, size, sender: '', own: false }
      const effect = { accountId: wei, address: 'zhang.wei@yanshu.test', mailId: null, data }
      await transact(server.context, (trx) => noteArrival(trx, server.context, effect))
      return () => server.context.store.db.deleteFrom('invitation_arrival').execute()
    },
  }

  /** What follows a delivery and waits, with what it keeps. */
  const followWith = (keeps: Keeps, messageId: number | null) => {
    const whom = { accountId: wei, address: 'zhang.wei@yanshu.test', mailId: null }
    const row = { ...whom, step: 'invitations', data: '{}', keeps }
    return transact(server.context, (trx) => writeEffects(trx, server.context, [row], messageId))
  }

  const eventWith = async (hash: string, size: number): Promise<number> => {
    const asWei = await server.as(wei)
    const { calendars } = await asWei.get('calendar/list')
    const { eventId } = await asWei.post('calendar/event/save', { event: meeting(calendars[0]?.calendarId ?? 0) })
    const files = JSON.stringify([{ fileId: hash.slice(0, 20), name: 'a', contentType: 'a/b', size, link: '', hash }])
    await server.context.store.db.updateTable('event').set({ files }).where('id', '=', eventId).execute()
    return eventId
  }

  test('given content of every kind of owner, then it stays while its owner does, and goes after it', async () => {
    const made: { owner: string; content: Content; end: () => Promise<unknown> }[] = []
    for (const [owner, make] of Object.entries(makers)) {
      const content = await put(`content of ${owner}`)
      const isArchive = owner === 'archive_job'
      if (!isArchive) {
        await transact(server.context, (trx) => recordBlobs(trx, engine, [content], server.context.now()))
      }
      made.push({ owner, content, end: await make(content) })
    }
    const contents = made.map(({ content }) => content)
    await sweep(contents)
    const kept = async () => {
      const there: string[] = []
      for (const { owner, content } of made) if (await isThere(content)) there.push(owner)
      return there
    }
    expect(await kept()).toEqual(made.map(({ owner }) => owner))
    const backup = await createBackup(server.context, `${server.folder}/backup`, { withStore: engine === 'sqlite' })
    expect(backup).toMatchObject({ lost: [], blobs: made.length - 1 })
    for (const { owner, end } of [...made]) {
      await end()
      // Notes by the triggers alone.
      await sweep([])
      for (const { content } of made.slice(0, 1)) await ageBlob(server.context.config, content.hash)
      made.shift()
      expect([owner, await kept()]).toEqual([owner, made.map((one) => one.owner)])
    }
  })

  test('given a message of every kind of holder, then removing all others leaves it, and nothing is left after the last', async () => {
    const { db } = server.context.store
    const na = await server.addUser('li.na')
    const messageOf = async (name: string) => {
      const content = await put(name)
      await transact(server.context, (trx) => recordBlobs(trx, engine, [content], server.context.now()))
      const { mailId } = await putMail(server.context, na)
      const { message_id: messageId } = await db
        .selectFrom('mail')
        .select('message_id')
        .where('id', '=', mailId)
        .executeTakeFirstOrThrow()
      await db.updateTable('message').set({ raw_hash: content.hash }).where('id', '=', messageId).execute()
      return { content, messageId }
    }
    const [copied, queued, waiting, followed] = [
      await messageOf('mail'),
      await messageOf('outgoing'),
      await messageOf('invitation'),
      await messageOf('effect'),
    ]
    await followWith({ message: true }, followed.messageId)
    const mail = await db
      .selectFrom('mail')
      .selectAll()
      .where('message_id', '=', copied.messageId)
      .executeTakeFirstOrThrow()
    const inbox = await db
      .selectFrom('folder')
      .select('id')
      .where('account_id', '=', wei)
      .where('role', '=', 'inbox')
      .executeTakeFirstOrThrow()
    const { id: _id, ...columns } = mail
    await db
      .insertInto('mail')
      .values({
        ...columns,
        account_id: wei,
        folder_id: inbox.id,
        sort_key: mail.sort_key + 1,
        thread_id: mail.sort_key + 1,
      })
      .execute()
    await db
      .insertInto('outgoing')
      .values({
        id: 'o', origin: 'page', account_id: wei, mail_id: null, request_id: '', message_id: queued.messageId,
        envelope_from: '', state: 'released', release_at: 1, due_at: 1, created_at: 1, writing: null,
      }) // biome-ignore format: one row
      .execute()
    const held = await db
      .selectFrom('mail')
      .select('id')
      .where('message_id', '=', waiting.messageId)
      .executeTakeFirstOrThrow()
    const data = { ...waiting.content, sender: '', own: false }
    const effect = { accountId: wei, address: 'zhang.wei@yanshu.test', mailId: held.id, data }
    await transact(server.context, (trx) => noteArrival(trx, server.context, effect))
    const all = [copied, queued, waiting, followed]
    await deleteAccount(server.context, 'li.na@yanshu.test')
    await sweep(all.map(({ content }) => content))
    const left = async () => (await db.selectFrom('message').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await left()).toEqual(all.map(({ messageId }) => messageId))
    for (const { content } of all) expect(await isThere(content)).toBe(true)
    // A hold ends with its owner, with no word from what deletes that.
    await db.deleteFrom('invitation_arrival').execute()
    await db.deleteFrom('delivery_effect').execute()
    await sweep([])
    expect(await left()).toEqual([copied.messageId, queued.messageId])
    await deleteAccount(server.context, 'zhang.wei@yanshu.test')
    await sweep([])
    await sweep([])
    expect(await left()).toEqual([])
    for (const { content } of all) expect(await isThere(content)).toBe(false)
  })

  test('every column that names content or a message is known', async () => {
    const { rows } = await (engine === 'sqlite'
      ? sql<{ name: string }>`select m.name || '.' || c.name as name from sqlite_master as m
          join pragma_table_info(m.name) as c where m.type = 'table' and c.name like '%hash'`
      : sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
          where table_schema = current_schema() and column_name like '%hash'`
    ).execute(server.context.store.db)
    const owners = BLOB_OWNERS.map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ name }) => name).sort()).toEqual([...owners, ...NO_CONTENT].sort())
  })

  test('no other column has the name of content in it, also not inside of a text', async () => {
    const content = await put('named')
    for (const make of Object.values(makers)) await make(content)
    const { db } = server.context.store
    const { rows: columns } = await (engine === 'sqlite'
      ? sql<{ of: string; name: string }>`select m.name as "of", c.name as name from sqlite_master as m
          join pragma_table_info(m.name) as c where m.type = 'table' and lower(c.type) = 'text'`
      : sql<{ of: string; name: string }>`select table_name as "of", column_name as name from information_schema.columns
          where table_schema = current_schema() and data_type = 'text'`
    ).execute(db)
    const naming: string[] = []
    for (const { of, name } of columns) {
      const { rows } =
        await sql`select 1 from ${sql.table(of)} where ${sql.ref(name)} like ${`%${content.hash}%`} limit 1`.execute(db)
      if (rows.length > 0) naming.push(`${of}.${name}`)
    }
    const owners = BLOB_OWNERS.map(({ table, column }) => `${table}.${column}`)
    const known = [
      ...owners,
      'blob.hash',
      'garbage_blob.hash',
      'event.files',
      'event_undo.before',
      'invitation_arrival.blob_hash',
      'document_version.blob_hash',
      'document_content.blob_hash',
      'upload_part.blob_hash',
      'file_link.blob_hash',
      'migration_file.blob_hash',
    ]
    expect(naming.sort()).toEqual(known.sort())
  })
})

test('every reference to a message that forbids deleting it belongs to a table that holds messages', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const { rows } = await sql<{ name: string }>`select m.name from sqlite_master as m
    join pragma_foreign_key_list(m.name) as f where m.type = 'table' and f."table" = 'message' and f.on_delete = 'NO ACTION'`.execute(
    server.context.store.db,
  )
  await server.stop()
  expect(rows.map(({ name }) => name).sort()).toEqual([...MESSAGE_HOLDERS].sort())
})
