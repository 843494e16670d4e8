import {
  AI_REQUESTS_PER_MINUTE,
  CLIENT_CODE_PER_DAY,
  FEEDBACK_PER_HOUR,
  FORWARD_ADDRESSES_MAX,
  LISTED_SENDERS_MAX,
  PAPERS_MAX,
  RULES_MAX,
  SIGNATURES_MAX,
  TEMPLATES_MAX,
} from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServiceApp } from '../../serviceApp.ts'
import { openContext } from '../../store/context/openContext.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const AT_ONCE = 30
const ALIASES_MAX = 5
/** Of limits by the thousand so many are left. */
const LEFT = 5

/** Fills what has a limit by the thousand up to the last ones. */
async function fill({ context: { store } }: TestServer, id: number): Promise<void> {
  const rule = { account_id: id, name: 'x', enabled: 1, match: 'all' as const, conditions: '[]', actions: '{}' }
  const rules = Array.from({ length: RULES_MAX - LEFT }, (_, sort) => ({ ...rule, sort }))
  const sender = { account_id: id, kind: 'blocked' as const, added_at: 0 }
  const senders = Array.from({ length: LISTED_SENDERS_MAX - LEFT }, (_, at) => ({
    ...sender,
    pattern: `${at}@x.example`,
  }))
  for (let at = 0; at < RULES_MAX; at += 100) {
    await store.db
      .insertInto('mail_rule')
      .values(rules.slice(at, at + 100))
      .execute()
    await store.db
      .insertInto('listed_sender')
      .values(senders.slice(at, at + 100))
      .execute()
  }
}

describe.each(engines)('limits by number under parallel calls, on %s', (engine) => {
  let server: TestServer
  /** The same person over two servers of one store; SQLite has one. */
  let clients: TestClient[]
  const stops: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startTestServer({ engine, relay: 'smtp://127.0.0.1:9' })
    for (let at = 0; at < AT_ONCE; at++) await server.addUser(`colleague.${at}`)
    const id = await server.addUser('zhang.wei')
    await fill(server, id)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'privateEnable', value: 0, locked: false })
    const own = await server.login('zhang.wei')
    clients = [own]
    if (engine === 'postgres') {
      const { context, close } = await openContext({ config: server.context.config, log: server.context.log })
      const app = await buildServiceApp(context)
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      clients.push(new TestClient(url, own.login ?? null))
      stops.push(() => app.close(), close)
    }
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
    await server.stop()
  })

  const design = { ground: '#ffffff', sheet: '#ffffff', text: '#000000', line: '#888888', ornament: 'none' }
  const form = (index: number) => {
    const data = new FormData()
    data.set('content', `意见 ${index}`)
    return data
  }
  const post = (path: string, body: (index: number) => unknown) => (who: TestClient, index: number) =>
    who.raw('POST', path, { body: body(index) }).then(({ status }) => status)

  test.each<[string, number, (who: TestClient, index: number) => Promise<number>]>([
    [
      'aliases',
      ALIASES_MAX,
      post('mail/main/nicknameAndAlias/saveAlias', (at) => ({ emailAddr: `wei.${at}@yanshu.test` })),
    ],
    ['signatures', SIGNATURES_MAX, post('mail/main/sign/save', (at) => ({ name: `签名 ${at}`, html: '<p>x</p>' }))],
    [
      'templates',
      TEMPLATES_MAX,
      post('mail/template/saveOrUpdateLetterTemplate', (at) => ({
        name: `模板 ${at}`,
        folder: '',
        subject: 'x',
        html: '<p>x</p>',
      })),
    ],
    ['papers', PAPERS_MAX, post('mail/main/paper/add', (at) => ({ name: `信纸 ${at}`, design }))],
    [
      'codes to one outside address',
      1,
      post('mail/main/generalConfig/forward/add', () => ({ address: 'me@home.example' })),
    ],
    [
      'forwards, beside the outside one',
      FORWARD_ADDRESSES_MAX - 1,
      post('mail/main/generalConfig/forward/add', (at) => ({ address: `colleague.${at}@yanshu.test` })),
    ],
    [
      'rules, beside those that are there',
      LEFT,
      post('mail/mailClassify/save', (at) => ({
        ruleName: `规则 ${at}`,
        conditions: [{ field: 'subject', not: false, value: 'x' }],
        actions: { read: true },
      })),
    ],
    [
      'listed senders, beside those that are there',
      LEFT,
      post('mail/mailClassify/senders/save', (at) => ({ kind: 'blocked', patterns: [`new${at}@x.example`] })),
    ],
    [
      'requests to the assistant',
      AI_REQUESTS_PER_MINUTE,
      post('mail/main/ai/question', () => ({ question: '怎么修改密码', user: '', language: 'zh' })),
    ],
    [
      'authorization codes',
      CLIENT_CODE_PER_DAY,
      (who, at) =>
        who
          .raw('GET', 'user/client/generatePassword', { query: { name: `${at}`, scopes: 'carddav' } })
          .then(({ status }) => status),
    ],
    [
      'feedback',
      FEEDBACK_PER_HOUR,
      (who, at) =>
        fetch(`${who.url}/api/mail/main/feedback`, {
          method: 'POST',
          headers: { authorization: `Bearer ${who.login?.accessToken}` },
          body: form(at),
        }).then(({ status }) => status),
    ],
  ])('%s: %i of more calls at the same moment succeed', async (_, most, call) => {
    const calls = Array.from({ length: most + AT_ONCE }, (__, at) =>
      call(clients[at % clients.length] ?? server.anybody, at),
    )
    const statuses = await Promise.all(calls)
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  })
})
