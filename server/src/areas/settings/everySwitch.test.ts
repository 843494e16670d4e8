import { Code, FREE_READING, SWITCH_DEFAULTS, type SwitchName } from '@yanshu/contracts'
import { GENERAL_GUIDE, generalSettings, SWITCH_GUIDE, switchValues } from '@yanshu/contracts/schemas'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch, unsetSwitch } from '../../store/switches/switches.ts'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

/** A call of each switch that refuses calls, and the code it answers while the switch is off. */
const CALLS: Partial<
  Record<SwitchName, readonly [method: 'GET' | 'POST', path: string, input: object, code?: number]>
> = {
  autoForwardEnable: ['GET', 'mail/main/generalConfig/getForward', {}, Code.forwardSwitchedOff],
  calendarEnable: ['GET', 'calendar/list', {}],
  clientSwitch: ['GET', 'user/client/generatePassword', { name: '手机', scopes: 'carddav' }],
  mailClient: ['GET', 'user/client/detail', {}],
  netdiskEnable: ['GET', 'documents/list', {}],
  smimeEnable: ['GET', 'keymanagement/key/list', {}],
  smimeCodeEnable: [
    'POST',
    'mail/email/send',
    sending({ options: { 'remote-keys.protection': { sign: false, encrypt: true, byCode: true } } }),
  ],
  mailMoveEnable: ['GET', 'mail/mailMig/get', {}],
  secretModeEnable: [
    'POST',
    'mail/email/send',
    sending({ options: { 'mail.reading': { ...FREE_READING, noForward: true } } }),
  ],
  deletMailRecoverFlag: ['GET', 'mail/email/deleted/list', {}, Code.recoveryOff],
  displayOrg: ['GET', 'contact/tree', {}],
  islockscreen: ['GET', 'mail/main/lockScreen/open', {}],
  adminMailgroupFlag: ['POST', 'contact/mailgroup/save', { groupName: '测试组', address: `group@${TEST_DOMAIN}` }],
  // An emoji is a value that does not fit, not a thing that one may not do.
  emojiEnable: ['POST', 'mail/main/folder/save', { folderName: '项目🚀' }, Code.badRequest],
}
/** Switches whose calls need more than an input; the test that turns them off. */
const ELSEWHERE: readonly SwitchName[] = [
  'assistantEnable',
  'islandPersonnel',
  'mailArchiveEnable',
  'previewEnable',
  'privateEnable',
]

describe.each(engines)('every switch, on %s', (engine) => {
  let server: TestServer
  let accountId: number
  let person: TestClient
  let other: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    accountId = await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
    for (const one of [person, other]) await one.post('mail/main/lockScreen/set', { flag: true, password: '4711' })
  })
  afterAll(() => server.stop())

  const set = (name: SwitchName, value: unknown) =>
    setSwitch(server.context, { scope: 'user', id: accountId }, { name, value, locked: false })
  const unset = (name: SwitchName) => unsetSwitch(server.context, { scope: 'user', id: accountId }, name)
  const names = switchValues.keyof().options
  const calling = names.filter((name) => SWITCH_GUIDE[name].acts?.includes('calls'))

  test('each acts or is named as still to come, and each default is one that it may have', () => {
    expect(names.toSorted()).toEqual(Object.keys(SWITCH_GUIDE).toSorted())
    expect(generalSettings.keyof().options.toSorted()).toEqual(Object.keys(GENERAL_GUIDE).toSorted())
    for (const name of names) {
      const { acts = [], later } = SWITCH_GUIDE[name]
      expect(acts.length > 0 !== (later !== undefined), name).toBe(true)
      switchValues.shape[name].parse(SWITCH_DEFAULTS[name])
    }
    expect(calling.toSorted()).toEqual([...Object.keys(CALLS), ...ELSEWHERE].toSorted())
  })

  test.each(Object.entries(CALLS))(
    'turned off, the calls of %s are refused, for this person alone',
    async (name, call) => {
      const key = switchValues.keyof().parse(name)
      const [method, path, input, code = Code.forbidden] = call
      const input_ = method === 'GET' ? { query: input as Record<string, unknown> } : { body: input }
      const codeOf = async (who: TestClient) => Number((await who.raw(method, path, input_)).envelope.code)
      await set(key, false)
      expect(await codeOf(person)).toBe(code)
      await set(key, true)
      expect(await codeOf(person)).not.toBe(code)
      await person.attempt('mail/main/lockScreen/relieve', { password: '4711' })
      await unset(key)
      expect((await other.post('mail/main/index', {}))[key]).toEqual(
        key === 'locktime' ? expect.any(Number) : SWITCH_DEFAULTS[key],
      )
    },
  )

  test('a code is shown to who made it, also where the list of programs is off', async () => {
    await set('mailClient', false)
    const { code } = await person.get('user/client/generatePassword', { name: '手机', scopes: 'carddav' })
    expect(code).toMatch(/^\w{4}(-\w{4}){3}$/)
    await unset('mailClient')
  })

  test('the index settings carry each switch as it is set', async () => {
    for (const name of names) {
      const before = SWITCH_DEFAULTS[name]
      const value = typeof before === 'boolean' ? !before : typeof before === 'number' ? 3 : 'skin_3'
      await set(name, value)
      expect((await person.post('mail/main/index', {}))[name], name).toEqual(value)
      await unset(name)
    }
  })

  test('without the marks of strangers and of sources, a list carries none', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true })
    const to = [`zhang.wei@${TEST_DOMAIN}`, `li.na@${TEST_DOMAIN}`]
    await transport.sendMail({ from: 'first@elsewhere.example', to, subject: '陌生' })
    await transport.sendMail({
      envelope: { from: 'spoof@elsewhere.example', to },
      from: `boss@${TEST_DOMAIN}`,
      to,
      subject: '冒充',
    })
    const marks = async (who: TestClient) => {
      const { list } = await who.get('mail/email/mailbox/list')
      const of = (subject: string) => list.find((row) => row.subject === subject)
      return [of('陌生')?.stranger, of('冒充')?.claimsOwnDomain]
    }
    expect(await marks(person)).toEqual([true, true])
    await set('strangerMarkEnable', false)
    expect(await marks(person)).toEqual([false, true])
    await set('mailSourceMarkEnable', false)
    expect(await marks(person)).toEqual([false, false])
    expect(await marks(other)).toEqual([true, true])
    for (const name of ['strangerMarkEnable', 'mailSourceMarkEnable'] as const) await unset(name)
  })

  test("the organisation's value is the default of what people choose; locked, it holds for all", async () => {
    const general = (value: unknown, locked: boolean) =>
      setSwitch(server.context, { scope: 'organisation' }, { name: 'fontSize', value, locked })
    const sizeOf = async (who: TestClient) => (await who.get('mail/main/generalConfig/get')).fontSize
    await general(2, false)
    expect(await sizeOf(person)).toBe(2)
    await person.post('mail/main/generalConfig/save', { fontSize: 1 })
    expect([await sizeOf(person), await sizeOf(other)]).toEqual([1, 2])
    await general(3, true)
    expect([await sizeOf(person), await sizeOf(other)]).toEqual([3, 3])
    expect((await person.post('mail/main/index', {})).lockedSettings).toEqual(['fontSize'])
    const one = { key: 'fontSize', value: 1 }
    expect(await person.refused('POST', 'mail/main/generalConfig/single/update', one)).toBe(Code.forbidden)
    const several = { fontSize: 1, mailCount: 30 }
    expect(await person.refused('POST', 'mail/main/generalConfig/save', several)).toBe(Code.forbidden)
    expect((await person.post('mail/main/generalConfig/save', { mailCount: 30 })).mailCount).toBe(30)
    await unsetSwitch(server.context, { scope: 'organisation' }, 'fontSize')
    // What they chose themselves was kept.
    expect([await sizeOf(person), await sizeOf(other)]).toEqual([1, 1])
  })
})
