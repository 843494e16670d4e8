import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bulkMails } from '@yanshu/demo'
import { createPreparer } from '../../../server/src/mailflow/delivery/preparer.ts'
import { storeMessage } from '../../../server/src/mailflow/delivery/storeMessage.ts'
import { readConfig } from '../../../server/src/platform/config/config.ts'
import { insertAccount } from '../../../server/src/store/accounts/accounts.ts'
import type { Context } from '../../../server/src/store/context/context.ts'
import { openContext } from '../../../server/src/store/context/openContext.ts'
import { transact } from '../../../server/src/store/database/transact.ts'
import { addMail, factsOf, folderOfRole, type NewMail } from '../../../server/src/store/mailbox/index.ts'
import { wordIndexFor } from '../../../server/src/store/search/searchIndexFor.ts'
import { indexWaiting } from '../../../server/src/store/search/waitingMails.ts'
import { newSession } from '../../../server/src/store/sessions/session.service.ts'
import { DOMAIN, OTHER, OWNER } from '../mailbox.ts'
import { type Prepared, prepareMailbox } from '../prepare.ts'
import type { Say } from '../say.ts'

/** People with small mailboxes: as many as the largest of the loads has. */
export const PEOPLE = 500
/** Mails in the inbox of each of them. */
const MAILS_OF_PERSON = 40
/** One commit holds so many. */
const PEOPLE_AT_ONCE = 50
const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** A person who is logged in. */
export interface LoggedIn {
  readonly address: string
  readonly accessToken: string
  readonly inboxId: number
  /** The newest mails of the inbox. */
  readonly mailIds: readonly number[]
}

const personAddress = (number: number) => `worker${number}@${DOMAIN}`

/**
 * The store of the loads: the large mailbox and people with small ones. Made once; nothing may change it.
 * @param address of an empty database of PostgreSQL the first time, afterwards of that which holds it; null for SQLite
 */
export async function prepareLoad(mails: number, address: string | null, say: Say): Promise<Prepared> {
  const mailbox = await prepareMailbox(mails, say, address)
  const folder = `${mailbox.folder}-people`
  if (existsSync(folder)) return { ...mailbox, folder }
  const partial = `${folder}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  for (const entry of await readdir(mailbox.folder, { withFileTypes: true, recursive: true })) {
    const to = path.join(partial, path.relative(mailbox.folder, path.join(entry.parentPath, entry.name)))
    if (entry.isDirectory()) await mkdir(to, { recursive: true })
    else await copyFile(path.join(entry.parentPath, entry.name), to)
  }
  await say.step(`Making ${PEOPLE} people with ${MAILS_OF_PERSON} mails each`, () =>
    withContext(partial, address, addPeople),
  )
  await writeFile(path.join(partial, 'prepared.json'), JSON.stringify({ ...mailbox, folder }))
  await rename(partial, folder)
  return { ...mailbox, folder }
}

/** Logs all accounts in without the slow comparing of passwords: the large mailbox, the one beside it, then the people. */
export function logInAll(folder: string, address: string | null): Promise<LoggedIn[]> {
  return withContext(folder, address, async (context) => {
    const { db } = context.store
    const addresses = [OWNER, OTHER, ...Array.from({ length: PEOPLE }, (_, number) => personAddress(number))]
    return transact(context, async (trx) => {
      const all: LoggedIn[] = []
      for (const one of addresses) {
        const { id } = await trx.selectFrom('account').select('id').where('address', '=', one).executeTakeFirstOrThrow()
        const { session, tokens } = newSession(context, id, { userAgent: 'bench', ip: '127.0.0.1' })
        await trx.insertInto('session').values(session).execute()
        const inboxId = await folderOfRole(db, id, 'inbox')
        const newest = await trx
          .selectFrom('mail')
          .select('id')
          .where('folder_id', '=', inboxId)
          .orderBy('sort_key', 'desc')
          .limit(MAILS_OF_PERSON)
          .execute()
        all.push({ address: one, accessToken: tokens.accessToken, inboxId, mailIds: newest.map((mail) => mail.id) })
      }
      return all
    })
  })
}

async function addPeople(context: Context): Promise<void> {
  const preparer = createPreparer(context)
  const stored = await transact(context, async (trx) => {
    const all: Pick<NewMail, 'messageId' | 'message' | 'receivedAt' | 'size'>[] = []
    for (const { raw, date } of bulkMails(MAILS_OF_PERSON, { now: new Date(), seed: 51, to: OTHER, htmlRatio: 0 })) {
      const message = await preparer.prepare(await context.blobs.put(raw), raw)
      const messageId = await storeMessage(trx, context, message)
      all.push({ messageId, message: factsOf(message.columns), receivedAt: date, size: message.columns.size })
    }
    return all
  })
  await preparer.stop()
  for (let from = 0; from < PEOPLE; from += PEOPLE_AT_ONCE) {
    await transact(context, async (trx) => {
      for (let number = from; number < Math.min(from + PEOPLE_AT_ONCE, PEOPLE); number++) {
        const account = { address: personAddress(number), name: `同事${number}`, password: '' }
        const accountId = await insertAccount(trx, context, account, '')
        const folderId = await folderOfRole(trx, accountId, 'inbox')
        for (const mail of stored) {
          // A millisecond each, or writers wait for each other's sort keys.
          const receivedAt = mail.receivedAt + accountId
          await addMail(trx, context, { ...mail, accountId, folderId, receivedAt, seen: false })
        }
      }
    })
  }
  const all = { limit: PEOPLE * MAILS_OF_PERSON, time: Number.POSITIVE_INFINITY }
  while ((await indexWaiting(context, wordIndexFor(context.store.engine), all)) > 0);
}

async function withContext<T>(
  folder: string,
  address: string | null,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const config = readConfig({ YANSHU_DATA: folder, ...(address === null ? {} : { DATABASE_URL: address }) })
  const { context, close } = await openContext({ config, log: silent })
  try {
    return await work(context)
  } finally {
    await close()
  }
}
