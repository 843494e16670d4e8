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
