import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const SECRET = 'link-secret-0123456789'

describe('links to outside systems', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({
      engine: 'sqlite',
      archiveUrl: 'https://archive.example.org/login?from=mail&ticket={token}',
      gatewayUrl: 'https://gateway.example.org/#/in/{token}',
      linkSecret: SECRET,
    })
  })
  afterAll(() => server.stop())

  const redeem = (token: string, secret = SECRET) =>
    server.anybody.raw('POST', 'mail/gateway/redeem', {
      body: { token },
      headers: { authorization: `Bearer ${secret}` },
    })

  test('the token in the address says once, within a minute and to the system alone, who comes', async () => {
    const person = await server.as(await server.addUser('li.na', { name: '李娜' }))
    const { url } = await person.get('mail/gateway/gatewayUrl')
    const token = /^https:\/\/gateway\.example\.org\/#\/in\/([\w-]{43})$/.exec(url)?.[1] ?? ''
    expect((await redeem(token, 'another-secret-000')).envelope.code).toBe(Code.tokenInvalid)
    expect(await server.anybody.refused('POST', 'mail/gateway/redeem', { token })).toBe(Code.tokenInvalid)
    expect(await person.refused('POST', 'mail/gateway/redeem', { token })).toBe(Code.tokenInvalid)
    expect((await redeem(token)).envelope.data).toEqual({
      system: 'gateway',
      account: 'li.na@yanshu.test',
      userName: '李娜',
    })
    expect((await redeem(token)).envelope.code).toBe(Code.codeOver)
    const late = (await person.get('mail/gateway/gatewayUrl')).url.split('/').at(-1) ?? ''
    server.wait(60_001)
    expect((await redeem(late)).envelope.code).toBe(Code.codeOver)
  })

  test('the archive is for whom the switch is on, and nobody who is not logged in gets a link', async () => {
    const id = await server.addUser('chen.jie')
    const person = await server.as(id)
    expect(await person.refused('GET', 'mail/gateway/gatewayUrl', { system: 'archive' })).toBe(Code.forbidden)
    await setSwitch(server.context, { scope: 'user', id }, { name: 'mailArchiveEnable', value: true, locked: false })
    const { url } = await person.get('mail/gateway/gatewayUrl', { system: 'archive' })
    const token = new URL(url).searchParams.get('ticket') ?? ''
    expect((await redeem(token)).envelope.data).toMatchObject({ system: 'archive', account: 'chen.jie@yanshu.test' })
    expect(await server.anybody.refused('GET', 'mail/gateway/gatewayUrl')).toBe(Code.tokenInvalid)
    expect(await person.refused('GET', 'mail/gateway/gatewayUrl', { system: 'moon' })).toBe(Code.badRequest)
  })

  test('where no system is set up, there is no link', async () => {
    const plain = await startTestServer({ engine: 'sqlite' })
    const person = await plain.as(await plain.addUser('li.na'))
    expect(await person.refused('GET', 'mail/gateway/gatewayUrl')).toBe(Code.linkNotOffered)
    await plain.stop()
  })

  test('the settings name what somebody may go to: the gateway where it is set up, the archive where it is also switched on', async () => {
    const id = await server.addUser('sun.li')
    const person = await server.as(id)
    const links = async () => (await person.post('mail/main/index', {})).externalLinks
    expect(await links()).toEqual(['gateway'])
    const on = { name: 'mailArchiveEnable', value: true, locked: false } as const
    await setSwitch(server.context, { scope: 'user', id }, on)
    expect(await links()).toEqual(['archive', 'gateway'])
  })
})
