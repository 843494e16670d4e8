import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let token = ''
beforeAll(async () => {
  server = await startTestServer({ engine: 'sqlite' })
  await server.addUser('zhang.wei')
  token = (await server.login('zhang.wei')).login?.accessToken ?? ''
})
afterAll(() => server.stop())

const FORM = 'multipart/form-data; boundary=b'
const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

test.each([
  ['no boundary', 'multipart/form-data', `${FILE}x\r\n--b--\r\n`],
  ['nothing in it', FORM, ''],
  ['another boundary', FORM, '--c\r\n\r\nx\r\n--c--\r\n'],
  ['an end in the middle of the file', FORM, `${FILE}${'x'.repeat(200_000)}`],
  ['an end in the middle of the header', FORM, '--b\r\nContent-Disposition: form-'],
  ['a header that is none', FORM, '--b\r\n\x00\x01: :\r\n=\r\n\r\nx\r\n--b--\r\n'],
  ['a header without end', FORM, `--b\r\n${'X: y\r\n'.repeat(50_000)}`],
  ['a field instead of a file', FORM, '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--b--\r\n'],
  ['too many fields', FORM, `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(50)}--b--\r\n`],
  ['JSON', 'application/json', '{"file":1}'],
])(
  'an upload with %s is refused as a wrong request, and the server says nothing of a failure',
  async (_, type, body) => {
    for (const call of ['file/upload', 'file/uploadMailPicture']) {
      const response = await fetch(`${server.url}/api/${call}`, {
        method: 'POST',
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
        body,
      })
      expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([400, 400_001])
    }
    expect(server.problems).toEqual([])
    expect(await server.context.store.db.selectFrom('upload').select('id').execute()).toEqual([])
  },
)
