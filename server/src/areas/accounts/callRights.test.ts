import { Code, RECENT_PASSWORD_MS } from '@yanshu/contracts'
import { clientScope, httpCalls } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantMailbox, revokeMailbox } from '../../store/accounts/reachableAccounts.ts'
import { callerOf } from '../../store/sessions/authenticate.ts'
import { lockSession } from '../../store/sessions/lockSession.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const at = (local: string) => `${local}@yanshu.test`
/** Calls that end or lock the session that makes them. */
const ENDS = ['oauth/logout', 'user/account/back', 'mail/main/lockScreen/open', 'mail/log/notMe']
const asked = httpCalls.filter(({ access, path }) => access !== 'public' && !ENDS.includes(path))
const sum = (some: readonly unknown[]) => `${some.length} of ${httpCalls.length} calls`

/** What an administrator alone may do: a new call of this kind is added here on purpose. */
const FOR_ADMINISTRATORS = [
  'console/autoReply',
  'console/token',
  'deployments/audit',
  'deployments/change',
  'deployments/history',
  'deployments/status',
  'documents/organisation/largest',
  'documents/organisation/quota/save',
  'documents/organisation/rule',
  'documents/organisation/rule/save',
  'documents/organisation/shares',
  'documents/organisation/shares/end',
  'documents/organisation/shares/endAll',
  'documents/organisation/teams',
  'documents/organisation/teams/change',
  'documents/organisation/teams/make',
  'documents/organisation/teams/remove',
  'documents/organisation/teams/restore',
  'documents/organisation/usage',
  'file/approvals',
  'file/migrations',
  'file/misuse',
  'file/sharings',
  'mail/mailMig/organisation/list',
  'mail/mailMig/organisation/save',
  'mail/mailMig/organisation/update',
  'mail/main/approval/rule/delete',
  'mail/main/approval/rule/departments',
  'mail/main/approval/rule/list',
  'mail/main/approval/rule/order',
  'mail/main/approval/rule/people',
  'mail/main/approval/rule/save',
  'mail/main/approval/rule/try',
  'misuse/close',
  'misuse/header',
  'misuse/open',
  'misuse/reports',
  'telemetry/summary',
]

describe.each(engines)('the rights that the contract names for each call, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    for (const name of ['wei', 'na']) await server.addUser(name)
    await server.addUser('boss', { isAdmin: true })
    await server.addUser('service', { accountType: 2 })
    await server.addUser('chief', { accountType: 2, isAdmin: true })
  })
  afterAll(() => server.stop())

  /** The number that each call is answered with, asked for nothing that it could do; 200 for a file. */
  const answers = async (authorization: string, calls: readonly (typeof httpCalls)[number][] = asked) => {
    const codes: Record<string, number> = {}
    for (const { method, path } of calls) {
      const answer = await fetch(`${server.url}/api/${path.replace(/\{\w+\}/g, '1')}`, {
        method,
        headers: { authorization, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      const isFile = !answer.headers.get('content-type')?.startsWith('application/json')
      codes[`${method} ${path}`] = isFile ? answer.status : Number((await answer.json()).code)
    }
    return codes
  }
  const bearerOf = ({ login }: TestClient) => `Bearer ${login?.accessToken}`
  const all = (calls: readonly (typeof httpCalls)[number][], code: number) =>
    Object.fromEntries(calls.map(({ method, path }) => [`${method} ${path}`, code]))
  const switchedTo = async (local: string, mailbox: string) => {
    await grantMailbox(server.context, at(mailbox), at(local))
    const person = await server.login(local)
    return new TestClient(server.url, await person.post('user/account/switch', { account: at(mailbox) }))
  }

  test(`without a session nothing is answered: ${sum(asked)}`, async () => {
    expect(await answers('')).toEqual(all(asked, Code.tokenInvalid))
  })

  test.each(clientScope.options)(`a code of a program for %s alone opens no call: ${sum(asked)}`, async (scope) => {
    // One for each: a person makes three codes in a day.
    const local = `code.${scope}`
    const id = await server.addUser(local)
    await setSwitch(server.context, { scope: 'user', id }, { name: 'netdiskEnable', value: true, locked: false })
    const person = await server.login(local)
    const { code, detail } = await person.get('user/client/generatePassword', { name: scope, scopes: scope })
    // Of what is not offered here, a code is for all that is.
    if (scope !== 'smtp') expect(detail.codes[0]?.scopes).toEqual([scope])
    const basic = `Basic ${Buffer.from(`${at(local)}:${code}`).toString('base64')}`
    for (const authorization of scope === 'caldav' ? [`Bearer ${code}`, basic] : [basic]) {
      expect(await answers(authorization)).toEqual(all(asked, Code.tokenInvalid))
    }
  })

  const switched = httpCalls.flatMap((call) =>
    call.switchedBy?.when === 'always' ? [[call, call.switchedBy] as const] : [],
  )
  test(`what a switch turns off is refused as it names, by each of ${new Set(switched.map(([, { name }]) => name)).size} switches: ${sum(switched)}`, async () => {
    const id = await server.addUser('off')
    for (const [, { name }] of switched) {
      const value = name === 'privateEnable' ? 1 : false
      await setSwitch(server.context, { scope: 'user', id }, { name, value, locked: false })
    }
    const calls = switched.map(([call]) => call)
    const expected = switched.map(([{ method, path }, { refusal }]) => [`${method} ${path}`, refusal])
    expect(await answers(bearerOf(await server.login('off')), calls)).toEqual(Object.fromEntries(expected))
    // A call names what it may be refused with.
    for (const { path, errors, switchedBy } of httpCalls)
      if (switchedBy) expect(errors, path).toContain(switchedBy.refusal)
  })

  const administrators = httpCalls.filter(({ administrator }) => administrator)
  test(`what is for administrators is refused to all others, also in a mailbox that is one: ${sum(administrators)}`, async () => {
    expect([...new Set(administrators.map(({ path }) => path))].toSorted()).toEqual(FOR_ADMINISTRATORS)
    const forbidden = all(administrators, Code.forbidden)
    expect(await answers(bearerOf(await server.login('wei')), administrators)).toEqual(forbidden)
    for (const [local, mailbox] of [
      ['wei', 'chief'],
      ['boss', 'service'],
      ['boss', 'chief'],
    ] as const) {
      const codes = await answers(bearerOf(await switchedTo(local, mailbox)), administrators)
      const owners = administrators.filter(({ ownerOnly }) => ownerOnly && local === 'wei')
      expect(codes, `${local} in ${mailbox}`).toEqual({ ...forbidden, ...all(owners, Code.ownerOnly) })
    }
    const codes = Object.values(await answers(bearerOf(await server.login('boss')), administrators))
    expect(codes).not.toContain(Code.forbidden)
  })

  test(`a right that was taken back a moment ago opens no call any more: ${sum(asked)}`, async () => {
    const delegate = bearerOf(await switchedTo('na', 'service'))
    await revokeMailbox(server.context, at('service'), at('na'))
    expect(await answers(delegate)).toEqual(all(asked, Code.tokenInvalid))
  })

  const owners = httpCalls.filter(({ ownerOnly }) => ownerOnly)
  test(`what is for the owner is refused to who switched to the mailbox: ${sum(owners)}`, async () => {
    expect(await answers(bearerOf(await switchedTo('wei', 'service')), owners)).toEqual(all(owners, Code.ownerOnly))
  })

  const unlocked = asked.filter(({ whileLocked }) => !whileLocked)
  test(`a locked session makes no call that a locked screen does not need: ${sum(unlocked)}`, async () => {
    const person = await server.login('wei')
    const { accountId, sessionId } = await callerOf(server.context, person.login?.accessToken ?? '')
    await lockSession(server.context, { accountId, sessionId })
    expect(await answers(bearerOf(person), unlocked)).toEqual(all(unlocked, Code.screenLocked))
  })

  const alone = httpCalls.filter(({ personAlone }) => personAlone !== null)
  test(`what a person alone may do is refused to an administrator who switched to the mailbox: ${sum(alone)}`, async () => {
    expect(alone.length).toBeGreaterThan(8)
    const codes = await answers(bearerOf(await switchedTo('boss', 'service')), alone)
    const expected = alone.map((call) => [`${call.method} ${call.path}`, Code[call.personAlone ?? 'forbidden']])
    expect(codes).toEqual(Object.fromEntries(expected))
  })

  const always = httpCalls.filter(({ recentPassword }) => recentPassword === 'always')
  test(`ten minutes after the login the password is asked for where it is due: ${sum(always)}`, async () => {
    const person = await server.login('na')
    // A call that is switched off asks for no password.
    for (const name of ['smimeEnable', 'mailMoveEnable'] as const) {
      await setSwitch(server.context, { scope: 'organisation' }, { name, value: true, locked: false })
    }
    await server.context.store.db
      .updateTable('session')
      .set({ proved_at: server.context.now() - RECENT_PASSWORD_MS - 1 })
      .execute()
    const codes = await answers(bearerOf(person))
    const refused = Object.keys(codes).filter((call) => codes[call] === Code.recentPassword)
    expect(refused.toSorted()).toEqual(Object.keys(all(always, 0)).toSorted())
    // A call that may ask is marked so, and the other way round.
    const named = httpCalls.filter(({ errors }) => (errors as readonly number[]).includes(Code.recentPassword))
    const marked = httpCalls.filter(({ recentPassword }) => recentPassword !== null)
    expect(named.map(({ path }) => path)).toEqual(marked.map(({ path }) => path))
  })
})
