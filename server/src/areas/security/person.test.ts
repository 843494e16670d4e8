import { Code, CUSTOM_PICTURE_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmsGateway, startSmsGateway } from '../../testing/smsGateway.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const PHONE = '13800138000'
const password = TEST_PASSWORD
/** The beginning of a PNG file, which is all that is looked at. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(engines)('phone and picture of a person, on %s', (engine) => {
  let server: TestServer
  let gateway: SmsGateway
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    gateway = await startSmsGateway()
    server = await startTestServer({ engine, sms: gateway.settings })
    server.closing(() => gateway.stop())
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const begin = async (client: TestClient) => {
    const { token } = await client.post('user/bind/phone', { phone: PHONE, password })
    return { token, code: await gateway.codeTo(PHONE) }
  }

  test('given a phone, then its code and the password bind it, and nobody else', async () => {
    const wrong = { phone: PHONE, password: 'Wrong-One-77' }
    expect(await wei.refused('POST', 'user/bind/phone', wrong)).toBe(Code.oldPasswordWrong)
    expect(await wei.refused('POST', 'user/bind/phone', { phone: '110', password })).toBe(Code.badRequest)
    const { token, code } = await begin(wei)
    const other = code === '000000' ? '111111' : '000000'
    expect(await wei.refused('POST', 'user/bind/confirmPhone', { token, code: other })).toBe(Code.codeWrong)
    // A code counts for who asked for it alone.
    expect(await na.refused('POST', 'user/bind/confirmPhone', { token, code })).toBe(Code.codeOver)
    await wei.post('user/bind/confirmPhone', { token, code })
    expect(await wei.get('user/bind/phone')).toEqual({ phoneEnd: '8000', offered: true })
    expect((await wei.get('user/info')).phone).toBe(PHONE)
    expect(await wei.refused('POST', 'user/bind/confirmPhone', { token, code })).toBe(Code.codeOver)
  })

  test('given a phone of a colleague, then it is theirs until they unbind it', async () => {
    server.wait(61_000)
    const { token, code } = await begin(na)
    expect(await na.refused('POST', 'user/bind/confirmPhone', { token, code })).toBe(Code.nameTaken)
    await wei.post('user/totp/sms', { password, on: true })
    await wei.post('user/bind/unbindPhone', { password })
    expect(await wei.get('user/totp/state')).toMatchObject({ sms: false, phoneEnd: '' })
    server.wait(61_000)
    const again = await begin(na)
    await na.post('user/bind/confirmPhone', again)
    expect((await na.get('user/bind/phone')).phoneEnd).toBe('8000')
  })

  test('given a picture, then colleagues see it, and what is none is refused', async () => {
    const send = async (client: TestClient, content: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      form.append('file', new Blob([content]), 'me.png')
      const headers = { authorization: `Bearer ${client.login?.accessToken}` }
      const answer = await fetch(`${server.url}/api/file/uploadCustomPicture`, { method: 'POST', headers, body: form })
      return (await answer.json()) as { code: number; data: { id: string; url: string } | null }
    }
    const first = await send(wei, new Uint8Array(PNG))
    expect((await wei.get('user/info')).avatar).toBe(first.data?.url)
    const { person } = await na.get('contact/person', { address: `zhang.wei@${TEST_DOMAIN}` })
    expect(person?.photo).toBe(first.data?.url)
    const shown = await na.file(`file/showCustomPicture/${first.data?.id}`)
    expect(shown.headers.get('content-type')).toBe('image/png')
    // A browser uses its copy with the same cookie alone: none after the sign-out, and for none who logs in next.
    expect(shown.headers.get('vary')).toContain('cookie')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
    // What stands behind the end of a picture is not kept.
    const second = await send(wei, new Uint8Array(Buffer.concat([PNG, Buffer.from('<script>')])))
    const bare = await na.file(`file/showCustomPicture/${second.data?.id}`)
    expect(Buffer.from(await bare.arrayBuffer())).toEqual(PNG)
    expect((await na.file(`file/showCustomPicture/${first.data?.id}`)).status).toBe(404)
    expect((await send(wei, new TextEncoder().encode('<svg onload="x">'))).code).toBe(Code.badRequest)
    expect((await send(wei, new Uint8Array(CUSTOM_PICTURE_MAX + 1))).code).toBe(Code.tooLarge)
    expect((await fetch(`${server.url}/api/file/showCustomPicture/${second.data?.id}`)).status).toBe(401)
    // No one removes the picture of another person.
    await na.post('file/deleteCustomPicture', {})
    expect((await wei.get('user/info')).avatar).toBe(second.data?.url)
    await wei.post('file/deleteCustomPicture', {})
    expect((await wei.get('user/info')).avatar).toBe('')
  })
})
