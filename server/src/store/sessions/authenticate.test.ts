import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { setDisabled } from '../accounts/accounts.ts'
import { grantMailbox, PUBLIC_MAILBOX, revokeMailbox } from '../accounts/reachableAccounts.ts'
import { authenticate, callerOf } from './authenticate.ts'
import { openSession } from './session.service.ts'
import { openSwitchedSession } from './switchSession.ts'

const DEVICE = { userAgent: '', ip: '' }
const MAILBOX = 'office@yanshu.test'
const PERSON = 'zhang.wei@yanshu.test'

describe.each(engines)('who calls, on %s', (engine) => {
  let server: TestServer
  let person: number
  let mailbox: number
  /** The store, which counts its statements. */
  let context: TestServer['context']
  let statements = 0
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    person = await server.addUser('zhang.wei')
    mailbox = await server.addUser('office', { accountType: PUBLIC_MAILBOX })
    await grantMailbox(server.context, MAILBOX, PERSON)
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    }
    const { store } = server.context
    context = { ...server.context, store: { ...store, db: store.db.withPlugin(counting) } }
  })
  afterAll(() => server.stop())

  const counted = async <T>(work: () => Promise<T>): Promise<{ answer: T; asked: number }> => {
    statements = 0
    const answer = await work()
    return { answer, asked: statements }
  }

  async function switched(): Promise<{ own: string; there: string }> {
    const own = (await openSession(server.context, person, DEVICE)).accessToken
    const { sessionId } = await callerOf(server.context, own)
    const from = { sessionId, accountId: person, personId: person }
    const tokens = await openSwitchedSession(server.context, from, mailbox, DEVICE)
    return { own, there: tokens?.accessToken ?? '' }
  }

  const cookies = (...tokens: string[]) =>
    ({ headers: { cookie: tokens.map((token) => `safeMailToken=${token}`).join('; ') } }) as Parameters<
      typeof authenticate
    >[1]

  test('is one statement: for a session of one’s own, of another mailbox, and for several cookies', async () => {
    const { own, there } = await switched()
    expect(await counted(() => callerOf(context, own))).toMatchObject({
      answer: { accountId: person, personId: person },
      asked: 1,
    })
    expect(await counted(() => callerOf(context, there))).toMatchObject({
      answer: { accountId: mailbox, personId: person },
      asked: 1,
    })
    expect(await counted(() => authenticate(context, cookies('old', own, own), true))).toMatchObject({
      answer: { accountId: person },
      asked: 1,
    })
    statements = 0
    await expect(authenticate(context, cookies('old', 'older', 'x', 'y'), true)).rejects.toThrow()
    await expect(authenticate(context, cookies(), true)).rejects.toThrow()
    expect(statements).toBe(1)
  })

  test('the first cookie that is accepted counts', async () => {
    const { own, there } = await switched()
    expect(await authenticate(context, cookies(there, own), true)).toMatchObject({ accountId: mailbox })
    expect(await authenticate(context, cookies(own, there), true)).toMatchObject({ accountId: person })
  })

  test('a right that is revoked, and a person who is disabled, end what was opened with the next call', async () => {
    const { own, there } = await switched()
    await revokeMailbox(server.context, MAILBOX, PERSON)
    // A session that a server opened at the same moment is of no use either.
    const { there: again } = await switched()
    for (const token of [there, again]) await expect(callerOf(context, token)).rejects.toThrow()
    expect(await callerOf(context, own)).toMatchObject({ accountId: person })
    await grantMailbox(server.context, MAILBOX, PERSON)
    expect(await callerOf(context, again)).toMatchObject({ accountId: mailbox })
    await server.context.store.db.updateTable('account').set({ disabled: 1 }).where('id', '=', person).execute()
    for (const token of [own, again]) await expect(callerOf(context, token)).rejects.toThrow()
    await setDisabled(server.context, PERSON, false)
  })
})
