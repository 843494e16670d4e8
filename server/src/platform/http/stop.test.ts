import { Agent, request } from 'node:http'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/testServer.ts'

test('given a download in the middle, when the server closes, then it is completed and nothing is waited for after it', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const asWei = await mailServer.as(await mailServer.addUser('zhang.wei'))
  const content = Buffer.alloc(8 * 1_024 * 1_024, '雁')
  const upload = await asWei.upload('file/upload', 'a.bin', content)
  const response = await asWei.file(`file/download/${upload.data?.fileId}`)
  const closed = mailServer.stop()
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  // A connection that is kept open would delay this by more than a minute.
  await closed
})

test('given a download whose reader stands still, when the server closes, then it closes all the same', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', still: true })
  const asWei = await mailServer.as(await mailServer.addUser('zhang.wei'))
  // More than the buffers of both ends of the connection hold.
  const upload = await asWei.upload('file/upload', 'a.bin', Buffer.alloc(32 * 1_024 * 1_024, '雁'))
  const response = await asWei.file(`file/download/${upload.data?.fileId}`)
  await mailServer.stop()
  await expect(response.arrayBuffer()).rejects.toThrow()
})

test('given a proxy before it, when the server leaves, then calls on open connections are answered and new ones refused', async () => {
  const mailServer = await startTestServer({ engine: 'sqlite', trustProxy: 1 })
  const { url } = mailServer
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = () =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      const asked = request(`${url}/api/mail/main/index`, { method: 'POST', agent }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }))
      })
      asked.once('error', reject)
      asked.end()
    })
  // Refused for want of a login, by the server itself.
  expect(await call()).toEqual({ status: 401, connection: 'keep-alive' })
  const stopped = mailServer.stop()
  expect(await call()).toEqual({ status: 401, connection: 'close' })
  await expect(call()).rejects.toThrow('ECONNREFUSED')
  await stopped
})
