import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BulkMail, bulkMails } from '@yanshu/demo'
import { createPreparer } from '../../server/src/mailflow/delivery/preparer.ts'
import { storeMessage } from '../../server/src/mailflow/delivery/storeMessage.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain, insertAccount } from '../../server/src/store/accounts/accounts.ts'
import type { Context } from '../../server/src/store/context/context.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { type Trx, transact } from '../../server/src/store/database/transact.ts'
import { addMail, factsOf, folderOfRole, lockMailboxes, type NewMail } from '../../server/src/store/mailbox/index.ts'
import { wordIndexFor } from '../../server/src/store/search/searchIndexFor.ts'
import { indexWaiting } from '../../server/src/store/search/waitingMails.ts'
import { copyMailbox, type Mailbox, withoutWordIndex } from '../../server/src/testing/copyMailbox.ts'
import { ApiClient } from './apiClient.ts'
import { BODY_WORD, COMMON_WORD, DOMAIN, OTHER, OWNER, PASSWORD, SUBJECT_WORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { searchesApart } from './searchesApart.ts'
import { startServer } from './serverProcess.ts'
import { OTHER_EVERY_MS, waits } from './waits.ts'

/** An organisation in one store. */
export interface OrganisationSize {
  readonly accounts: number
  /** Mails of each of them. */
  readonly mails: number
}

const CACHE = path.resolve(import.meta.dirname, '../../.yanshu/bench')
/** Mails of the person who searches. */
const OWN_MAILS = 10_000
const SEARCHES = 200
const MAILS_OF_A_COMMIT = 5_000
/** Groups of people whose mail is written at the same time: PostgreSQL works in processes of its own. */
const WRITERS = 2
const GROUP = 'An organisation'

/** What is searched: words that many, some and few mails have, and what is typed first. */
const WORDS = [
  ['common', COMMON_WORD, 'a word of every mail'],
  ['subject', SUBJECT_WORD, 'a word of each twentieth'],
  ['rare', BODY_WORD, 'a word of each hundredth'],
  ['character', '的', 'one Chinese character'],
  ['letter', 'z', 'one letter'],
  ['letters', 'zh', 'two letters'],
] as const

/**
 * Searches of one person in a store that many share: what they take, and how long another person waits meanwhile for a
 * page of a list.
 * @param address of a database of PostgreSQL: the first time an empty one, afterwards that which holds the organisation;
 *   null for SQLite
 */
export async function measureOrganisation(
  size: OrganisationSize,
  address: string | null,
  results: Results,
  say: Say,
): Promise<void> {
  const folder = await prepare(size, address, say)
  const server = await startServer(folder, [], databaseOf(address))
  try {
    await measureSearches(server.url, results)
  } finally {
    await server.stop()
  }
}

async function measureSearches(url: string, results: Results): Promise<void> {
  const owner = await ApiClient.logIn(url, OWNER, PASSWORD)
  const other = await ApiClient.logIn(url, OTHER, PASSWORD)
  const quiet = await waits(other, () => wait(SEARCHES * OTHER_EVERY_MS))
  results.add(row('others.quiet', 'a page of somebody else’s inbox, nobody searching'), quiet)
  const searches = await searchesApart(owner)
  try {
    let longest = 0
    for (const [id, word, title] of WORDS) {
      const query = { searchKeyword: word, searchType: 3, pageSize: 15 }
      const found = await owner.get('mail/email/search', query)
      results.check(`rows found for ${word}`, 15, found.list.length)
      const spent: number[] = []
      const others = await waits(other, async () => {
        spent.push(...(await searches.timed({ query, times: SEARCHES })))
      })
      results.add(
        row(`search.${id}`, `search of one’s own ${OWN_MAILS.toLocaleString('en')}: ${title} (${word})`),
        spent,
      )
      results.add(row(`others.${id}`, '  somebody else’s page meanwhile'), others)
      longest = others.reduce((most, ms) => Math.max(most, ms), longest)
    }
    results.add({ ...row('others.longest', 'the longest of these waits'), style: 'range' }, [longest])
  } finally {
    await searches.stop()
  }
}

const databaseOf = (address: string | null): { DATABASE_URL?: string } =>
  address === null ? {} : { DATABASE_URL: address }

const row = (id: string, title: string) =>
  ({ id: `organisation.${id}`, group: GROUP, title, unit: 'ms', style: 'percentiles' }) as const

/** The store of the organisation, made once: each message is stored once and lies in all mailboxes, with its words in each. */
async function prepare({ accounts, mails }: OrganisationSize, address: string | null, say: Say): Promise<string> {
  const folder = path.join(CACHE, `organisation-${accounts}x${mails}${address === null ? '' : '-postgres'}`)
  if (existsSync(folder)) {
    say.line(`Organisation of ${accounts} × ${mails} mails: kept from before`)
    return folder
  }
  const partial = `${folder}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const config = readConfig({ YANSHU_DATA: partial, ...databaseOf(address) })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    const people: number[] = []
    await say.step(`Making ${accounts} accounts`, async () => {
      await createDomain(context, DOMAIN)
      people.push(await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD }))
      people.push(await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD }))
      while (people.length < accounts) {
        const number = people.length
        const account = { address: `person${number}@${DOMAIN}`, name: `${number}`, password: '' }
        people.push(await transact(context, (trx) => insertAccount(trx, context, account, '')))
      }
    })
    // On PostgreSQL two mailboxes are filled as by deliveries, and the others are copies.
    const filled = context.store.engine === 'postgres' ? people.slice(0, 2) : people
    await say.step(`Filling ${filled.length} mailboxes`, () => fill(context, filled, mails))
    await say.step('Indexing their mails', () => inGroups(filled, (some) => indexAll(context, some)))
    if (filled !== people) await say.step('Copying them for the others', () => copyToOthers(context, people))
  } finally {
    await close()
  }
  await writeFile(path.join(partial, 'prepared.json'), JSON.stringify({ accounts, mails }))
  await rename(partial, folder)
  return folder
}

/** Gives each the same number of mails, and the first of them the rest of their own. */
async function fill(context: Context, people: readonly number[], mails: number): Promise<void> {
  const preparer = createPreparer(context)
  const inboxes = new Map<number, number>()
  for (const account of people) inboxes.set(account, await folderOfRole(context.store.db, account, 'inbox'))
  const all = [...bulkMails(OWN_MAILS, { now: new Date(), to: OWNER, htmlRatio: 0 })]
  for (let from = 0; from < all.length; ) {
    const accountIds = from < mails ? people : people.slice(0, 1)
    // As many mails in one commit, whether they lie in one mailbox or in all.
    const count = Math.max(1, Math.floor(MAILS_OF_A_COMMIT / accountIds.length))
    const some = all.slice(from, Math.min(from + count, from < mails ? mails : all.length))
    const stored = await transact(context, (trx) => store(trx, context, preparer, some))
    await inGroups(accountIds, (ids) =>
      transact(context, async (trx) => {
        await lockMailboxes(trx, context.store.engine, ids)
        for (const mail of stored) {
          for (const accountId of ids) {
            // A millisecond each, or the writers wait for each other's sort keys.
            const receivedAt = mail.receivedAt + accountId
            const folderId = inboxes.get(accountId) ?? 0
            await addMail(trx, context, { ...mail, accountId, folderId, receivedAt, seen: true })
          }
        }
      }),
    )
    from += some.length
  }
  await preparer.stop()
}

type StoredMail = Pick<NewMail, 'messageId' | 'message' | 'receivedAt' | 'size'>

async function store(
  trx: Trx,
  context: Context,
  preparer: ReturnType<typeof createPreparer>,
  mails: readonly BulkMail[],
): Promise<StoredMail[]> {
  const stored: StoredMail[] = []
  for (const { raw, date } of mails) {
    const message = await preparer.prepare(await context.blobs.put(raw), raw)
    const messageId = await storeMessage(trx, context, message)
    stored.push({ messageId, message: factsOf(message.columns), receivedAt: date, size: message.columns.size })
  }
  return stored
}

/** Gives all people the mails of the second, in one transaction for each person. */
async function copyToOthers({ store }: Context, people: readonly number[]): Promise<void> {
  const mailboxes: Mailbox[] = []
  for (const accountId of people) {
    mailboxes.push({ accountId, folderId: await folderOfRole(store.db, accountId, 'inbox') })
  }
  const [, from, ...to] = mailboxes
  if (!from) throw new Error('There is nobody whose mails could be copied')
  await withoutWordIndex(store.db, () =>
    inGroups(to, async (some) => {
      for (const mailbox of some) await copyMailbox(store.db, from, mailbox)
    }),
  )
}

async function inGroups<T>(people: readonly T[], work: (some: readonly T[]) => Promise<void>): Promise<void> {
  const groups = Array.from({ length: WRITERS }, (_, group) => people.filter((_id, place) => place % WRITERS === group))
  await Promise.all(groups.filter((some) => some.length > 0).map(work))
}

/** No other process waits for this store, so that one commit has far more mails than one of a server. */
async function indexAll({ store, now }: Context, people: readonly number[]): Promise<void> {
  const index = wordIndexFor(store.engine)
  for (const accountId of people) {
    const slice = { limit: MAILS_OF_A_COMMIT, time: Number.POSITIVE_INFINITY, accountId }
    while ((await indexWaiting({ store, now }, index, slice)) > 0);
  }
}
