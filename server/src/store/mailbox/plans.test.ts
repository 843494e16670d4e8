import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSent } from '../../areas/compose/acceptMail.ts'
import { whatWaits } from '../../areas/home/home.service.ts'
import { readMail } from '../../areas/mail/detail.service.ts'
import { keepRisk } from '../../areas/risk-check/markRisks.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { putMailIn } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import type { Database } from '../database/open.ts'
import { transact } from '../database/transact.ts'
import { phrasesOf } from '../search/tokens.ts'
import { listAll, listFolder, listLabel, listStarred } from './lists.ts'
import { folderOfRole } from './roles.ts'
import { threadOf } from './threads.ts'

/**
 * A list of 100,000 mails is fast because of the indexes that the engine uses. These tests ask the engine for its plan
 * of the very statements the lists run; times would only say how busy the machine is.
 */

describe.each(engines)('the plan of a list, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let reader: MailReader
  let inbox: number
  let labelId: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    reader = { accountId, openFolders: 'all' }
    const person = await server.login('zhang.wei')
    inbox = await folderOfRole(server.context.store.db, accountId, 'inbox')
    labelId = (await person.post('mail/main/label/save', { labelName: '红' })).labelId
    await transact(server.context, async (trx) => {
      for (let i = 0; i < 50; i++) {
        await putMailIn(trx, server.context, accountId, { subject: `项目会议${i}`, seen: i % 2 === 0 })
      }
    })
  })
  afterAll(() => server.stop())

  /** Runs something and answers the engine's plan of each of its reading statements. */
  async function plansOf(
    work: (context: TestServer['context']) => Promise<unknown>,
    unwanted: readonly string[] = [],
  ): Promise<string[]> {
    const nodes: RootOperationNode[] = []
    const ready: CompiledQuery[] = []
    const watcher: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    // Statements that are built once (`prepared`) may have been built before.
    const watched = (db: Database): Database => {
      const plain = db.withPlugin(watcher)
      const executeQuery: Database['executeQuery'] = (query) => {
        ready.push('compile' in query ? query.compile() : query)
        return plain.executeQuery(query)
      }
      return new Proxy(plain, {
        get: (target, property) => {
          if (property === 'executeQuery') return executeQuery
          const value: unknown = Reflect.get(target, property)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    }
    const { store } = server.context
    await work({
      ...server.context,
      store: { ...store, db: watched(store.db), longReads: watched(store.longReads) },
    })
    const built = nodes.map((node) => store.db.getExecutor().compileQuery(node, createQueryId()))
    return explained([...built, ...ready], unwanted)
  }

  /**
   * The engine's plan of each statement that reads.
   * @param unwanted what PostgreSQL's planner does besides only where nothing else is possible
   */
  async function explained(statements: readonly CompiledQuery[], unwanted: readonly string[] = []): Promise<string[]> {
    const { store } = server.context
    const plans: string[] = []
    for (const { sql: text, parameters } of statements) {
      if (!/^\s*(select|with)/i.test(text)) continue
      const explained = await store.db.transaction().execute(async (trx) => {
        if (engine === 'postgres') {
          // With so few rows PostgreSQL would read all of them; the test only asks whether the index can be used.
          for (const way of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort', ...unwanted]) {
            if (way !== 'enable_bitmapscan' || !text.includes('mail_words')) {
              await trx.executeQuery(CompiledQuery.raw(`set local ${way} = off`))
            }
          }
        }
        const prefix = engine === 'postgres' ? 'explain' : 'explain query plan'
        // They are built with stand-ins for their values.
        const isStandIn = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
        const isList = (at: number) => new RegExp(`cast\\(\\$${at + 1} as \\w+\\[\\]\\)`).test(text)
        const values = parameters.map((value, at) => (isStandIn(value) ? (isList(at) ? [] : 0) : value))
        return trx.executeQuery(CompiledQuery.raw(`${prefix} ${text}`, values))
      })
      plans.push(
        explained.rows
          .map((row) => (typeof row === 'object' && row !== null ? Object.values(row).at(-1) : ''))
          .join('\n'),
      )
    }
    return plans
  }

  const paging = { pageSize: 50, offset: 20 }
  test.each<[string, string, (context: TestServer['context']) => Promise<unknown>]>([
    ['a folder', 'mail_of_folder', (context) => listFolder(context, reader, inbox, paging)],
    [
      'a folder from a row on',
      'mail_of_folder',
      (context) => listFolder(context, reader, inbox, { pageSize: 50, sortValues: '0,1860000000000000' }),
    ],
    [
      'read mails of a folder',
      'mail_of_folder',
      (context) => listFolder(context, reader, inbox, { ...paging, isUnread: false }),
    ],
    [
      'unread mails of a folder',
      'mail_unread',
      (context) => listFolder(context, reader, inbox, { ...paging, isUnread: true }),
    ],
    ['all folders', 'mail_of_account', (context) => listAll(context, reader, paging)],
    [
      'unread mails of all folders',
      'mail_unread_of_account',
      (context) => listAll(context, reader, { ...paging, isUnread: true }),
    ],
    ['starred mails', 'mail_starred', (context) => listStarred(context, reader, paging)],
    ['a label', 'mail_of_label', (context) => listLabel(context, reader, labelId, paging)],
  ])('%s is read from one index, in order: %s', async (_, index, work) => {
    const plans = await plansOf(work)
    const walk = plans.filter((plan) => new RegExp(`\\b${index}\\b`).test(plan))
    expect(walk.length, plans.join('\n---\n')).toBeGreaterThan(0)
    for (const plan of walk) {
      if (engine === 'sqlite') expect(plan).toMatch(new RegExp(`COVERING INDEX ${index}\\b`))
      else expect(plan).toMatch(new RegExp(`Index Only Scan (Backward )?using ${index}\\b`))
    }
    for (const plan of plans) expect(plan, plan).not.toMatch(/TEMP B-TREE FOR ORDER BY.*mail_of|SCAN mail\b(?!.*USING)/)
  })

  test.each<[string, RegExp, (context: TestServer['context']) => Promise<unknown>]>([
    ['a label', /mail_of_label/, (context) => listLabel(context, reader, labelId, { pageSize: 50, sort: 'size' })],
    ['stars', /mail_starred/, (context) => listStarred(context, reader, { pageSize: 50, sort: 'size' })],
    [
      'all folders',
      /mail_of_(account|thread)/,
      (context) => listAll(context, reader, { pageSize: 50, hasAttachment: true }),
    ],
  ])('the mails of %s that are arranged are found by the index of the list', async (_, index, work) => {
    const plans = await plansOf(work, ['enable_hashjoin', 'enable_mergejoin'])
    const walk = plans.filter((plan) => index.test(plan))
    expect(walk, plans.join('\n---\n')).toHaveLength(2)
    for (const plan of plans) expect(plan, plan).not.toMatch(/SCAN [mx]\b(?!.*USING)|Seq Scan on mail\b/)
  })

  test('what the home page counts is read from the indexes of its lists', async () => {
    const plans = await plansOf((context) => whatWaits(context, reader))
    for (const index of ['mail_unread_of_account', 'mail_starred']) {
      expect(plans.join('\n---\n')).toMatch(new RegExp(`\\b${index}\\b`))
    }
    for (const plan of plans) expect(plan, plan).not.toMatch(/SCAN mail\b(?!.*USING)|Seq Scan on mail\b/)
  })

  test('what lists have shown is looked at by its number, however many mails the account has', async () => {
    const { list } = await listFolder(server.context, reader, inbox, { pageSize: 50 })
    const ids = list.map(({ mailId }) => mailId)
    const plans = await plansOf((context) => keepRisk(context, accountId, ids, false))
    const walk = plans.filter((plan) => /\bmail\b/.test(plan))
    expect(walk.length).toBeGreaterThan(0)
    for (const plan of walk) expect(plan).toMatch(engine === 'sqlite' ? /INTEGER PRIMARY KEY/ : /mail_pkey/)
  })

  test('opening a mail and sending one read no other letter of those that their writer has ever sent', async () => {
    const { list } = await listFolder(server.context, reader, inbox, { pageSize: 1 })
    const mailId = list[0]?.mailId ?? 0
    const sent = await plansOf((context) => findSent(context.store.db, accountId, 'x'))
    // Statements are built by the first mail that is opened; here they are taken as they run.
    await readMail(server.context, reader, mailId)
    const opened = await plansOf((context) => readMail(context, reader, mailId))
    const plans = [...sent, ...opened].filter((plan) => /\boutgoing(?:_of_\w+|_request)?\b/.test(plan))
    expect(plans).toHaveLength(2)
    expect(plans[0]).toMatch(/\boutgoing_request\b/)
    expect(plans[1]).toMatch(/\boutgoing_of_mail\b/)
    if (engine === 'sqlite') expect(plans[0]).toContain('request_id=?')
    else expect(plans[0]).toMatch(/Index Cond: .*request_id/)
  })

  test('the conversation of a mail that arrives is found by its messages, however much mail there is', async () => {
    const headers = { rfc_message_id: '<new@partner.example>', in_reply_to: '<old@partner.example>', refs: '' }
    const asked: CompiledQuery[] = []
    await server.context.store.db.transaction().execute((trx) => {
      // The statement is built once, by whatever was delivered first; here it is taken as it runs.
      const watched = new Proxy(trx, {
        get: (target, name) => {
          if (name === 'executeQuery') {
            return (query: CompiledQuery) => {
              asked.push(query)
              return target.executeQuery(query)
            }
          }
          const value: unknown = Reflect.get(target, name, target)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      return threadOf(watched, engine, accountId, headers)
    })
    const [plan, ...others] = await explained(asked, ['enable_nestloop'])
    expect(others).toEqual([])
    for (const index of ['mail_of_message', 'message_by_rfc_id', 'message_by_reply']) {
      expect(plan).toMatch(new RegExp(`\\b${index}\\b`))
    }
    if (engine === 'postgres') {
      expect(plan).toMatch(/Index Cond: \(message_id = /)
      expect(plan).not.toMatch(/Join/)
    }
  })

  const anyWord = { phrases: phrasesOf('项目'), fields: [], unlisted: [999] }
  const newest = { limit: 16, offset: 0, before: null, counted: true }

  test.each([
    ['a search', newest],
    ['what is suggested', { ...newest, counted: false }],
    ['the next page of a search', { ...newest, before: 1_860_000_000_000_000 }],
  ])('%s reads the index of words', async (_, window) => {
    const plans = await plansOf((context) => context.search.find(context, { accountId, ...anyWord }, window))
    const walk = plans.filter((plan) => /mail_words|VIRTUAL TABLE/.test(plan))
    expect(walk.length).toBeGreaterThan(0)
    for (const plan of walk) {
      if (engine === 'sqlite') {
        expect(plan).toMatch(/SCAN f VIRTUAL TABLE INDEX/)
        expect(plan).toMatch(/SEARCH m USING COVERING INDEX mail_of_account \(account_id=\? AND sort_key=\?\)/)
        // Hits are counted without their mails; those of unlisted folders are gathered once.
        if (window.counted) expect(plan).toMatch(/SEARCH u USING COVERING INDEX mail_of_folder/)
        // Only what a page takes is put in order: among the hits, and beside their number.
        expect(plan.split('\n').filter((line) => line.includes('TEMP B-TREE')).length).toBeLessThanOrEqual(2)
      } else {
        expect(plan).toMatch(/Bitmap Index Scan on mail_words_of_account/)
        expect(plan).toMatch(/hashed SubPlan/)
        // In the order of the page the words of all accounts would be read until there are hits.
        expect(plan).not.toMatch(/mail_words_pkey/)
      }
    }
  })

  test.each([
    ['a search for words of a person', anyWord],
    ['a search for a person', { ...anyWord, phrases: [] }],
  ])('%s reads the messages of its hits alone', async (_, { phrases, fields, unlisted }) => {
    const people = [{ side: 'from' as const, addresses: [], words: ['kenji'], phrases: phrasesOf('kenji') }]
    const finding = { accountId, phrases, fields, unlisted, people }
    const plans = await plansOf((context) => context.search.find(context, finding, newest), ['enable_nestloop'])
    const reading = plans.filter((plan) => (engine === 'sqlite' ? /\bg\b/ : /mail_words/).test(plan))
    expect(reading.length).toBeGreaterThan(0)
    for (const plan of reading) {
      const byNumber =
        engine === 'sqlite' ? /SEARCH g USING INTEGER PRIMARY KEY/ : /Index Cond: \(id = m(_\d)?\.message_id\)/
      expect(plan).toMatch(byNumber)
      expect(plan.match(engine === 'sqlite' ? /(SEARCH|SCAN) g\b/g : /on message\b/g)).toHaveLength(1)
    }
  })
})
