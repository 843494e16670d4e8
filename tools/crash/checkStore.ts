import { DatabaseSync } from 'node:sqlite'
import type { Context } from '../../server/src/store/context/context.ts'

export interface Expected {
  /** Account ids by the number of the person. */
  readonly people: readonly number[]
  /** Subjects of mails that were answered with 250, and whom they went to. */
  readonly acknowledged: ReadonlyMap<string, readonly number[]>
  /** Mails that clients sent and that have all left. */
  readonly sends: readonly { readonly subject: string; readonly from: number; readonly to: readonly number[] }[]
  /** SHA-256 of a file's content; rejects when it is not there. */
  readonly readBlob: (hash: string) => Promise<string>
}

export interface Found {
  lost: number
  doubled: number
  counters: number
  files: number
  store: string
  /** The first violations in words. */
  details: string[]
}

const DETAILS_MAX = 10

/** Compares what a store holds with what it must hold after a crash, and with itself. */
export async function checkStore({ store, config }: Context, expected: Expected): Promise<Found> {
  const { db } = store
  const found: Found = { lost: 0, doubled: 0, counters: 0, files: 0, store: 'ok', details: [] }
  const say = (text: string) => {
    if (found.details.length < DETAILS_MAX) found.details.push(text)
  }

  const mails = await db
    .selectFrom('mail')
    .innerJoin('message', 'message.id', 'mail.message_id')
    .innerJoin('folder', 'folder.id', 'mail.folder_id')
    .select(['mail.account_id', 'mail.folder_id', 'mail.seen', 'mail.size', 'message.subject', 'folder.role'])
    .execute()
  const counts = new Map<string, number>()
  const keyOf = (account: number | undefined, role: string, subject: string) => `${account} ${role} ${subject}`
  for (const { account_id, role, subject } of mails) {
    const key = keyOf(account_id, role, subject)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const hold = (person: number, role: string, subject: string) => {
    const count = counts.get(keyOf(expected.people[person], role, subject)) ?? 0
    if (count > 0) return
    found.lost++
    say(`person ${person} has no "${subject}" in ${role}`)
  }
  for (const [subject, to] of expected.acknowledged) for (const person of to) hold(person, 'inbox', subject)
  for (const { subject, from, to } of expected.sends) {
    hold(from, 'sent', subject)
    for (const person of to) hold(person, 'inbox', subject)
  }
  for (const [key, count] of counts) {
    if (count === 1) continue
    found.doubled++
    say(`${count} times: ${key}`)
  }

  const folders = await db.selectFrom('folder').selectAll().execute()
  for (const folder of folders) {
    const own = mails.filter((mail) => mail.folder_id === folder.id)
    const unread = own.filter((mail) => mail.seen === 0).length
    const size = own.reduce((sum, mail) => sum + mail.size, 0)
    if (folder.total === own.length && folder.unread === unread && folder.size === size) continue
    found.counters++
    say(
      `folder ${folder.id} says ${folder.total}/${folder.unread}/${folder.size}, holds ${own.length}/${unread}/${size}`,
    )
  }
  for (const account of await db.selectFrom('account').select(['id', 'used_bytes']).execute()) {
    const size = mails.filter((mail) => mail.account_id === account.id).reduce((sum, mail) => sum + mail.size, 0)
    if (account.used_bytes !== size) {
      found.counters++
      say(`account ${account.id} says ${account.used_bytes} bytes, holds ${size}`)
    }
  }

  const needed = new Set<string>()
  for (const row of await db.selectFrom('message').select('raw_hash').execute())
    if (row.raw_hash) needed.add(row.raw_hash)
  for (const row of await db.selectFrom('attachment').select('blob_hash').execute()) needed.add(row.blob_hash)
  const rows = new Set((await db.selectFrom('blob').select('hash').execute()).map(({ hash }) => hash))
  for (const hash of needed) {
    const content = await expected.readBlob(hash).catch(() => 'missing')
    if (content === hash && rows.has(hash)) continue
    found.files++
    say(`file ${hash} is ${content === hash ? 'without a row' : content}`)
  }

  if (store.engine === 'sqlite') found.store = integrityOf(config.database)
  return found
}

/** 'ok', or what SQLite finds wrong with the file. */
function integrityOf(file: string): string {
  const connection = new DatabaseSync(file, { readOnly: true })
  try {
    return connection
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row.integrity_check))
      .join('; ')
  } finally {
    connection.close()
  }
}
