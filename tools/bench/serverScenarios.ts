import { setTimeout as wait } from 'node:timers/promises'
import type { GetQuery } from '@yanshu/contracts'
import { bulkMails } from '@yanshu/demo'
import { ApiClient } from './apiClient.ts'
import { measureAnswers } from './assistant.ts'
import { MANY, measureDeliveries, measureMailToMany } from './deliveryScenarios.ts'
import {
  ARCHIVE,
  BODY_WORD,
  COMMON_WORD,
  expectedHits,
  FOLDER,
  FOLDER_MAILS,
  OTHER,
  OWNER,
  PASSWORD,
  RARE_WORD,
  SUBJECT_WORD,
} from './mailbox.ts'
import type { Results } from './measurement.ts'
import { openPush } from './pushSocket.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'
import { foldersOf, row, type Scene } from './serverRows.ts'
import { smtpSender } from './smtpLoad.ts'
import { timed, WARM_UP } from './stats.ts'
import { measureSwitching } from './switching.ts'

const MIB = 1_024 * 1_024
/** A server counts as idle after this long without work. */
const IDLE_MS = 3_000
/** After this a server has released the memory that its start took. */
const REST_MS = 60_000
const TIMES = { list: 300, flag: 200, search: 200, move: 40, push: 50 }
/** Subject, people and text: the kind of search that a typed word starts, and the one for the subject alone. */
const EVERYWHERE = 3
const SUBJECT_ONLY = 1
/** The service may leave out the count of more hits than these (-1); fewer are counted exactly. */
const COUNTED_HITS = 10_000

/** Everything that is measured without a browser. Changes the folder. */
export async function measureServer(scene: Scene): Promise<void> {
  const { results, say, folder, runs } = scene
  const server = await say.step(`Starting the server ${runs} times`, async () => {
    const starts: number[] = []
    for (let run = 1; ; run++) {
      const started = await startServer(folder)
      starts.push(started.startMs)
      if (run === runs) {
        results.add(row('start', 'start to listening, mailbox present', 'ms', 'range'), starts)
        return started
      }
      await started.stop()
    }
  })
  try {
    await wait(IDLE_MS)
    results.add(row('memory.idle', 'memory, idle (RSS)', 'MiB', 'range'), [server.memory() / MIB])
    const owner = await ApiClient.logIn(server.url, OWNER, PASSWORD)
    await say.step('A minute of rest', async () => {
      for (const account of [OWNER, OTHER]) await ApiClient.logIn(server.url, account, PASSWORD)
      await wait(REST_MS)
    })
    const rested = 'memory after three log-ins and a minute of rest (RSS)'
    results.add(row('memory.rested', rested, 'MiB', 'range'), [server.memory() / MIB])
    await say.step('Lists, counters, reading', () => measureReading(scene, owner))
    await say.step('Search', () => measureSearch(scene, owner))
    await say.step('Answers of the assistant', () => measureAnswers(results, owner))
    await say.step('Marks and moves', () => measureActions(scene, owner))
    await say.step('Push', () => measurePush(scene, server, owner))
    await measureDeliveries(scene, server, owner)
    const { url } = server
    await say.step('Versions of remotes', () => measureSwitching({ url, person: owner, folder, results }))
    results.add(row('memory.used', 'memory after all of this (RSS)', 'MiB', 'range'), [server.memory() / MIB])
  } finally {
    await server.stop()
  }
  await say.step(`A mail to ${MANY} people here`, () => measureMailToMany(scene))
}

/** Of the first words, as the page asks once it has drawn a list beside a mail. */
const ROW_COLUMNS = 69

async function measureReading({ mails, results }: Scene, client: ApiClient): Promise<void> {
  const folder = await foldersOf(client)
  const inbox = folder('inbox')
  results.check('mails in the inbox', mails + 1, inbox.mail)
  results.check(`mails in ${FOLDER}`, FOLDER_MAILS, folder(FOLDER).mail)
  const list = (query: GetQuery<'mail/email/mailbox/list'>) =>
    client.get('mail/email/mailbox/list', { mailboxId: inbox.folderId, ...query })
  for (const pageSize of [15, 50, 100]) {
    results.add(
      row(`list.${pageSize}`, `list, first ${pageSize} rows`),
      await timed(client, TIMES.list, () => list({ pageSize })),
    )
  }
  let sortValues: string | undefined
  results.add(
    row('list.next', 'list, next 50 rows by cursor'),
    await timed(client, TIMES.list, async () => {
      const page = await list({ pageSize: 50, previewColumns: ROW_COLUMNS, ...(sortValues ? { sortValues } : {}) })
      sortValues = page.more ? page.list.at(-1)?.sortValues.join(',') : undefined
    }),
  )
  const middle = Math.floor(mails / 2)
  results.add(
    row('list.jump', `list, 50 rows from the middle (row ${middle.toLocaleString('en')})`),
    await timed(client, TIMES.list, (round) =>
      list({ pageSize: 50, previewColumns: ROW_COLUMNS, offset: middle - round }),
    ),
  )
  await measureConversations(results, client, inbox.folderId)
  results.add(
    row('counters', 'counters of all folders and labels'),
    await timed(client, TIMES.list, () => client.get('mail/email/unread/count')),
  )
  const { list: some } = await list({ pageSize: 200, offset: 500 })
  results.add(
    row('detail', 'open a mail'),
    await timed(client, some.length - WARM_UP, (round) =>
      client.post('mail/email/detail', { mailId: some[round]?.mailId ?? 0 }),
    ),
  )
}

/** Mails that are made conversations of so many before they are measured: those that are delivered are alone. */
const CONVERSED = 400
const TOGETHER = 8

async function measureConversations(results: Results, client: ApiClient, mailboxId: number): Promise<void> {
  const newest = async (pageSize: number, offset: number) =>
    (await client.get('mail/email/mailbox/list', { mailboxId, pageSize, offset })).list.map(({ mailId }) => mailId)
  const ids = [...(await newest(CONVERSED / 2, 0)), ...(await newest(CONVERSED / 2, CONVERSED / 2))]
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const [first = 0, ...others] = ids.slice(at, at + TOGETHER)
    await client.post('mail/email/conversation/join', { mailIds: others, mailId: first })
  }
  const list = (query: { pageSize: number; sortValues?: string }) =>
    client.get('mail/email/conversation/list', { mailboxId, previewColumns: ROW_COLUMNS, ...query })
  results.add(
    row('conversations.50', `conversations of ${TOGETHER} mails, first 50 rows`),
    await timed(client, TIMES.list, () => list({ pageSize: 50 })),
  )
  let sortValues: string | undefined
  results.add(
    row('conversations.next', 'conversations, next 50 rows by cursor'),
    await timed(client, TIMES.list, async () => {
      const page = await list({ pageSize: 50, ...(sortValues ? { sortValues } : {}) })
      sortValues = page.more ? page.list.at(-1)?.sortValues.join(',') : undefined
    }),
  )
}

async function measureSearch({ mails, results }: Scene, client: ApiClient): Promise<void> {
  const hits = expectedHits(mails)
  const searches = [
    { id: 'subject', title: 'subject', word: SUBJECT_WORD, searchType: SUBJECT_ONLY, hits: hits.subject },
    { id: 'body', title: 'text', word: BODY_WORD, searchType: EVERYWHERE, hits: hits.body },
    { id: 'rare', title: 'rare word', word: RARE_WORD, searchType: EVERYWHERE, hits: hits.rare },
    { id: 'common', title: 'word of every mail', word: COMMON_WORD, searchType: EVERYWHERE, hits: hits.common },
  ]
  for (const { id, title, word, searchType, hits: expected } of searches) {
    const search = () => client.get('mail/email/search', { searchKeyword: word, searchType, pageSize: 15 })
    const { total, list } = await search()
    const isCounted = total >= 0 || expected <= COUNTED_HITS
    results.check(`hits of ${word}`, expected, isCounted ? total : expected)
    results.check(`rows found for ${word}`, Math.min(expected, 15), list.length)
    const name = `search, ${title} (${word}, ${expected.toLocaleString('en')} hits), first 15 rows${isCounted ? ' and count' : ''}`
    results.add(row(`search.${id}`, name), await timed(client, TIMES.search, search))
  }
}

async function measureActions({ results }: Scene, client: ApiClient): Promise<void> {
  const folder = await foldersOf(client)
  const inbox = folder('inbox')
  const archive = folder(ARCHIVE)
  const { list } = await client.get('mail/email/mailbox/list', { mailboxId: inbox.folderId, pageSize: 200 })
  const ids = list.map((mail) => mail.mailId)
  for (const count of [1, 100]) {
    results.add(
      row(`flag.${count}`, count === 1 ? 'mark 1 as read' : `mark ${count} as read`),
      await timed(client, TIMES.flag, (round) => {
        const from = count === 1 ? round % ids.length : 0
        const seen = count === 1 ? Math.floor(round / ids.length) % 2 === 0 : round % 2 === 0
        return client.post('mail/email/seen/update', { mailIds: ids.slice(from, from + count), seen })
      }),
    )
  }
  // The same 50 go there and back.
  let uids = list.slice(0, 50).map((mail) => mail.mailUid)
  results.add(
    row('move.50', 'move 50 to another folder'),
    await timed(client, TIMES.move, async (round) => {
      const [from, to] = round % 2 === 0 ? [inbox, archive] : [archive, inbox]
      const answer = await client.post('mail/email/move', {
        mailboxId: from.folderId,
        targetMailboxId: to.folderId,
        mailUids: uids,
      })
      uids = answer.moved.map((mail) => mail.mailUid)
    }),
  )
  const after = await foldersOf(client)
  results.check('mails in the inbox after moves there and back', inbox.mail, after('inbox').mail)
  results.check(`mails in ${ARCHIVE} after moves there and back`, archive.mail, after(ARCHIVE).mail)
}

async function measurePush({ results }: Scene, server: ServerProcess, client: ApiClient): Promise<void> {
  const push = await openPush(client)
  const sender = await smtpSender(server.smtpPort)
  try {
    const mails = bulkMails(TIMES.push, { now: new Date(), seed: 23, to: OWNER })
    const late: number[] = []
    for (const { raw, from } of mails) {
      const arrived = push.nextMail()
      await sender.deliver(from, OWNER, raw)
      const acknowledged = performance.now()
      late.push(Math.max(0, (await arrived) - acknowledged))
    }
    results.add(row('push', 'push: from SMTP’s 250 to the message in the open window'), late)
  } finally {
    push.close()
    sender.close()
  }
}
