import { Code, QR_LIFE_MS } from '@yanshu/contracts'
import { loginAnswer } from '@yanshu/contracts/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setPassword } from '../../store/accounts/accounts.ts'
import { TestClient } from '../../testing/testClient.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe('logging in by a QR code', () => {
  let server: TestServer
  let phone: TestClient
  let stranger: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine: 'sqlite' })
    phone = await server.as(await server.addUser('li.na'))
    stranger = await server.as(await server.addUser('chen.jie'))
  })
  afterAll(() => server.stop())

  const create = () => server.anybody.post('oauth/qr/create', {})
  const poll = ({ qrId, pollToken }: { qrId: string; pollToken: string }) =>
    server.anybody.post('oauth/qr/poll', { qrId, pollToken })

  test('shown, scanned, confirmed: one poll of many opens the session, and nothing can be brought again', async () => {
    const page = await create()
    expect(page.svg).toContain('<svg')
    expect(await poll(page)).toEqual({ state: 'waiting' })
    expect(await phone.post('oauth/qr/scan', { qrId: page.qrId })).toMatchObject({ number: page.number })
    expect(await poll(page)).toEqual({ state: 'scanned' })
    await phone.post('oauth/qr/confirm', { qrId: page.qrId, allow: true })
    const polls = await Promise.all(
      Array.from({ length: 5 }, () =>
        server.anybody.raw('POST', 'oauth/qr/poll', { body: { qrId: page.qrId, pollToken: page.pollToken } }),
      ),
    )
    const opened = polls.filter(({ status }) => status === 200)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.headers.get('set-cookie')).toContain('safeMailToken=')
    const { login } = z.object({ login: loginAnswer }).parse(opened[0]?.envelope.data)
    if (login.secondVerified) throw new Error('no session was opened')
    expect(await new TestClient(server.url, login).get('user/info')).toMatchObject({ account: 'li.na@yanshu.test' })
    expect(await phone.refused('POST', 'oauth/qr/confirm', { qrId: page.qrId, allow: true })).toBe(Code.qrCodeOver)
  })

  test('what the code says is not enough: the page has a secret of its own', async () => {
    const page = await create()
    const other = await create()
    expect(await server.anybody.refused('POST', 'oauth/qr/poll', { qrId: page.qrId, pollToken: other.pollToken })).toBe(
      Code.qrCodeOver,
    )
  })

  test('a code that one phone has scanned is nobody else’s, and is not confirmed before it is scanned', async () => {
    const page = await create()
    expect(await phone.refused('POST', 'oauth/qr/confirm', { qrId: page.qrId, allow: true })).toBe(Code.qrCodeOver)
    await phone.post('oauth/qr/scan', { qrId: page.qrId })
    expect(await stranger.refused('POST', 'oauth/qr/scan', { qrId: page.qrId })).toBe(Code.qrCodeOver)
    expect(await stranger.refused('POST', 'oauth/qr/confirm', { qrId: page.qrId, allow: true })).toBe(Code.qrCodeOver)
    expect(await server.anybody.refused('POST', 'oauth/qr/confirm', { qrId: page.qrId, allow: true })).toBe(
      Code.tokenInvalid,
    )
    expect(await server.anybody.refused('POST', 'oauth/qr/scan', { qrId: page.qrId })).toBe(Code.tokenInvalid)
  })

  test('refused, expired, or with a password that was changed meanwhile it opens nothing', async () => {
    const refused = await create()
    await phone.post('oauth/qr/scan', { qrId: refused.qrId })
    await phone.post('oauth/qr/confirm', { qrId: refused.qrId, allow: false })
    expect(await poll(refused)).toEqual({ state: 'refused' })
    expect(await server.anybody.refused('POST', 'oauth/qr/poll', refused)).toBe(Code.qrCodeOver)
    const late = await create()
    await phone.post('oauth/qr/scan', { qrId: late.qrId })
    server.wait(QR_LIFE_MS + 1)
    expect(await phone.refused('POST', 'oauth/qr/confirm', { qrId: late.qrId, allow: true })).toBe(Code.qrCodeOver)
    expect(await server.anybody.refused('POST', 'oauth/qr/poll', late)).toBe(Code.qrCodeOver)
    const changed = await create()
    await phone.post('oauth/qr/scan', { qrId: changed.qrId })
    await phone.post('oauth/qr/confirm', { qrId: changed.qrId, allow: true })
    await setPassword(server.context, 'li.na@yanshu.test', 'Grey-Heron-9')
    expect(await server.anybody.refused('POST', 'oauth/qr/poll', changed)).toBe(Code.qrCodeOver)
  })
})
