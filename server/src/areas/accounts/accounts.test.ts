import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setDisabled, setPassword } from '../../store/accounts/accounts.ts'
import { associate, dissociate, grantMailbox, revokeMailbox } from '../../store/accounts/reachableAccounts.ts'
import { putMail } from '../../testing/putMail.ts'
import { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const at = (local: string) => `${local}@yanshu.test`

describe.each(engines)('switching accounts, on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('zhang.wei2', { name: '张伟（分公司）' })
    await server.addUser('li.na')
    const service = await server.addUser('service', { name: '客户服务', accountType: 2 })
    await server.addUser('press', { name: '新闻', accountType: 2 })
    await putMail(server.context, service, { subject: '来信' })
    await grantMailbox(server.context, at('service'), at('zhang.wei'))
    await grantMailbox(server.context, at('press'), at('zhang.wei'))
    await associate(server.context, at('zhang.wei'), at('zhang.wei2'), 1)
    await associate(server.context, at('zhang.wei'), at('li.na'), 2)
    await dissociate(server.context, at('zhang.wei'), at('li.na'))
  })
  afterAll(() => server.stop())

  const switchTo = async (person: TestClient, local: string) =>
    new TestClient(server.url, await person.post('user/account/switch', { account: at(local) }))
  const refused = (person: TestClient, account: string) => person.refused('POST', 'user/account/switch', { account })
  const back = async (person: TestClient) => new TestClient(server.url, await person.post('user/account/back', {}))

  test('somebody sees the public mailboxes they may switch to, and nobody else does', async () => {
    const zhang = await server.login('zhang.wei')
    expect(await zhang.get('user/public/find')).toEqual({
      list: [
        { account: at('service'), userName: '客户服务', unread: 1 },
        { account: at('press'), userName: '新闻', unread: 0 },
      ].toSorted((a, b) => (a.userName < b.userName ? -1 : 1)),
    })
    expect(await zhang.get('user/info')).toMatchObject({ associatedAccount: { 1: at('zhang.wei2') }, ownAccount: null })
    expect(await (await server.login('li.na')).get('user/public/find')).toEqual({ list: [] })
  })

  test('in the mailbox everything is the mailbox’s, until they go back', async () => {
    const zhang = await server.login('zhang.wei')
    const service = await switchTo(zhang, 'service')
    expect(service.login?.userMail).toBe(at('service'))
    expect(await service.get('user/info')).toMatchObject({
      account: at('service'),
      accountType: 2,
      ownAccount: { account: at('zhang.wei'), userName: '张伟' },
      associatedAccount: { 1: at('zhang.wei2') },
    })
    expect((await service.get('mail/email/mailbox/list')).list).toMatchObject([{ subject: '来信' }])
    // What each of them leaves unsaved there opens for them alone, and another day as well.
    const keyOf = async (who: TestClient) => (await who.get('user/journalKey')).key
    expect(Buffer.from(await keyOf(service), 'base64')).toHaveLength(32)
    const others = [await server.login('zhang.wei'), await server.login('li.na'), await server.login('service')]
    const keys = await Promise.all([service, ...others].map(keyOf))
    expect(new Set(keys).size).toBe(4)
    expect(await keyOf(await switchTo(await server.login('zhang.wei'), 'service'))).toBe(keys[0])
    // From there to another, by the right of the person.
    const press = await switchTo(service, 'press')
    expect(await service.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect(await refused(press, at('li.na'))).toBe(Code.forbidden)
    const own = await back(press)
    expect(await press.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect(await own.get('user/info')).toMatchObject({ account: at('zhang.wei'), ownAccount: null })
    // The tokens of before were replaced with the switch back.
    expect(await zhang.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect(await own.refused('POST', 'user/account/back')).toBe(Code.forbidden)
  })

  test('an associated account is reached from both sides, and one’s own address leads back', async () => {
    const zhang = await server.login('zhang.wei')
    const branch = await switchTo(zhang, 'zhang.wei2')
    const own = await switchTo(branch, 'zhang.wei')
    expect(await own.get('user/info')).toMatchObject({ account: at('zhang.wei'), ownAccount: null })
    const other = await switchTo(await server.login('zhang.wei2'), 'zhang.wei')
    // There they are a guest: what that account may reach is not theirs.
    expect(await other.get('user/public/find')).toEqual({ list: [] })
    expect(await refused(other, at('service'))).toBe(Code.forbidden)
  })

  test('without the right nobody gets in, and an unknown account looks the same', async () => {
    const li = await server.login('li.na')
    for (const account of [at('service'), at('zhang.wei'), at('nobody'), at('LI.NA'), '../x', '𠮷'.repeat(50)]) {
      expect(await refused(li, account), account).toBe(Code.forbidden)
    }
    expect(await refused(await server.login('zhang.wei'), at('li.na'))).toBe(Code.forbidden)
    expect(await server.anybody.refused('POST', 'user/account/switch', { account: at('service') })).toBe(
      Code.tokenInvalid,
    )
  })

  test('a right that is taken back ends the session there; so do a sign-out, a new password and a disabled account', async () => {
    const zhang = await server.login('zhang.wei')
    const service = await switchTo(zhang, 'service')
    expect(await revokeMailbox(server.context, at('service'), at('zhang.wei'))).toBe(true)
    expect(await service.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    expect(await refused(zhang, at('service'))).toBe(Code.forbidden)
    await grantMailbox(server.context, at('service'), at('zhang.wei'))

    const left = await switchTo(zhang, 'service')
    await left.get('oauth/logout')
    for (const gone of [left, zhang]) expect(await gone.refused('GET', 'user/info')).toBe(Code.tokenInvalid)

    const before = await switchTo(await server.login('zhang.wei'), 'service')
    await setPassword(server.context, at('zhang.wei'), 'Grey-Heron-9')
    expect(await before.refused('GET', 'user/info')).toBe(Code.tokenInvalid)

    const there = await switchTo(await server.login('zhang.wei', 'Grey-Heron-9'), 'service')
    await setDisabled(server.context, at('service'), true)
    expect(await there.refused('GET', 'user/info')).toBe(Code.tokenInvalid)
    await setDisabled(server.context, at('service'), false)
    await setDisabled(server.context, at('zhang.wei'), true)
    expect(await there.refused('POST', 'user/account/back')).toBe(Code.tokenInvalid)
    await setDisabled(server.context, at('zhang.wei'), false)
  })

  test('each switch leaves a line of the log, a refused one too', async () => {
    const lines = vi.spyOn(server.context.log, 'info')
    const zhang = await server.login('zhang.wei', 'Grey-Heron-9')
    await back(await switchTo(zhang, 'press'))
    await refused(await server.login('li.na'), at('press'))
    const audited = lines.mock.calls.map(([fields]) => fields).filter((fields) => 'audit' in fields)
    lines.mockRestore()
    const line = { audit: 'account.switch', ip: expect.any(String) }
    expect(audited).toEqual([
      { ...line, outcome: 'switched', person: at('zhang.wei'), from: at('zhang.wei'), to: at('press') },
      { ...line, outcome: 'back', person: at('zhang.wei'), from: at('press'), to: at('zhang.wei') },
      { ...line, outcome: 'refused', person: at('li.na'), from: at('li.na'), to: at('press') },
    ])
  })

  test('the lock of a mailbox that was switched to is that of the person', async () => {
    const zhang = await server.login('zhang.wei', 'Grey-Heron-9')
    await zhang.post('mail/main/lockScreen/set', { flag: true, password: '4711' })
    const press = await switchTo(zhang, 'press')
    await press.get('mail/main/lockScreen/open')
    expect(await press.refused('POST', 'user/account/back')).toBe(Code.screenLocked)
    expect(await press.attempt('mail/main/lockScreen/relieve', { password: '4711' })).toMatchObject({ code: Code.ok })
    expect((await back(press)).login?.userMail).toBe(at('zhang.wei'))
  })
})
