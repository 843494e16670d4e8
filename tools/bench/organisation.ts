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
import { addMail, folderOfRole } from '../../server/src/store/mailbox/index.ts'
import { wordIndexFor } from '../../server/src/store/search/searchIndexFor.ts'
import { indexWaiting } from '../../server/src/store/search/waitingMails.ts'
import { ApiClient } from './apiClient.ts'
import { BODY_WORD, COMMON_WORD, DOMAIN, OTHER, OWNER, PASSWORD, SUBJECT_WORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'
import { timed } from './stats.ts'

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
/** Somebody else asks for a page of their inbox so often while others search. */
const OTHER_EVERY_MS = 20
const MAILS_OF_A_COMMIT = 5_000
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
 * Searches of one person in a store that many share: what they take, and how long somebody else waits meanwhile for a
 * page of a list.
 */
export async function measureOrganisation(size: OrganisationSize, results: Results, say: Say): Promise<void> {
  const folder = await prepare(size, say)
  const server = await startServer(folder)
  try {
    const owner = await ApiClient.logIn(server.url, OWNER, PASSWORD)
    const other = await ApiClient.logIn(server.url, OTHER, PASSWORD)
    const quiet = await waits(other, () => wait(SEARCHES * OTHER_EVERY_MS))
    results.add(row('others.quiet', 'a page of somebody else’s inbox, nobody searching'), quiet)
    for (const [id, word, title] of WORDS) {
      const found = await owner.get('mail/email/search', { searchKeyword: word, searchType: 3, pageSize: 15 })
      results.check(`rows found for ${word}`, 15, found.list.length)
      const spent: number[] = []
      const others = await waits(other, async () => {
        spent.push(
          ...(await timed(owner, SEARCHES, () =>
            owner.get('mail/email/search', { searchKeyword: word, searchType: 3, pageSize: 15 }),
          )),
        )
      })
      results.add(
        row(`search.${id}`, `search of one’s own ${OWN_MAILS.toLocaleString('en')}: ${title} (${word})`),
        spent,
      )
      results.add(row(`others.${id}`, '  somebody else’s page meanwhile'), others)
    }
  } finally {
    await server.stop()
  }
}

const row = (id: string, title: string) =>
  ({ id: `organisation.${id}`, group: GROUP, title, unit: 'ms', style: 'percentiles' }) as const

/** How long somebody waits for a page, again and again while something goes on. */
export async function waits(
  client: ApiClient,
  work: () => Promise<unknown>,
  everyMs = OTHER_EVERY_MS,
): Promise<number[]> {
  const waited: number[] = []
  const { folderList } = await client.get('mail/main/folder/list')
  const mailboxId = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
  let going = true
  const asking = (async () => {
    while (going) {
      await client.get('mail/email/mailbox/list', { mailboxId, pageSize: 15 })
      waited.push(client.waitedMs)
      await wait(everyMs)
    }
  })()
  try {
    await work()
  } finally {
    going = false
    await asking
  }
  return waited
}

/** The store of the organisation, made once: every message is stored once and lies in all mailboxes, each with its words. */
async function prepare({ accounts, mails }: OrganisationSize, say: Say): Promise<string> {
  const folder = path.join(CACHE, `organisation-${accounts}x${mails}`)
  if (existsSync(folder)) {
    say.line(`Organisation of ${accounts} × ${mails} mails: kept from before`)
    return folder
  }
  const partial = `${folder}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const config = readConfig({ YANSHU_DATA: partial })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await say.step(`Making ${accounts} accounts with ${mails} mails each`, async () => {
      await createDomain(context, DOMAIN)
      const owner = await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
      const people = [owner, await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD })]
      for (let number = people.length; number < accounts; number++) {
        const account = { address: `person${number}@${DOMAIN}`, name: `${number}`, password: '' }
        people.push(await transact(context, (trx) => insertAccount(trx, context, account, '')))
      }
      await fill(context, owner, people, mails)
    })
  } finally {
    await close()
  }
  await writeFile(path.join(partial, 'prepared.json'), JSON.stringify({ accounts, mails }))
  await rename(partial, folder)
  return folder
}

async function fill(context: Context, owner: number, people: readonly number[], mails: number): Promise<void> {
  const preparer = createPreparer(context)
  const inboxes = new Map<number, number>()
  for (const account of people) inboxes.set(account, await folderOfRole(context.store.db, account, 'inbox'))
  const put = async (trx: Trx, { raw, date }: BulkMail, accountIds: readonly number[]) => {
    const message = await preparer.prepare(await context.blobs.put(raw), raw)
    const messageId = await storeMessage(trx, context, message)
    for (const accountId of accountIds) {
      await addMail(trx, context, {
        accountId,
        folderId: inboxes.get(accountId) ?? 0,
        messageId,
        receivedAt: date,
        size: message.columns.size,
        seen: true,
      })
    }
  }
  const all = [...bulkMails(OWN_MAILS, { now: new Date(), to: OWNER, htmlRatio: 0 })]
  for (let from = 0; from < all.length; ) {
    // As many mails in one commit, whether they lie in one mailbox or in all.
    const some = all.slice(from, from + (from < mails ? 1 : people.length))
    const accountIds = from < mails ? people : [owner]
    await transact(context, async (trx) => {
      for (const mail of some) await put(trx, mail, accountIds)
    })
    from += some.length
  }
  await preparer.stop()
  for (const account of people) await indexAll(context, account)
}

/** Nobody else waits for this store, so that one commit takes far more mails than one of a server. */
async function indexAll({ store, now }: Context, accountId: number): Promise<void> {
  const index = wordIndexFor(store.engine)
  const slice = { limit: MAILS_OF_A_COMMIT, time: Number.POSITIVE_INFINITY, accountId }
  while ((await indexWaiting({ store, now }, index, slice)) > 0);
}
