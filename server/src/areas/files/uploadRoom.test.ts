import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drafting } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const FULL = 507_001

describe.each(engines)('uploads and the quota, on %s', (engine) => {
  let mailServer: TestServer
  let asWei: TestClient

  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    const wei = await mailServer.addUser('zhang.wei', { quotaBytes: 10_000 })
    await mailServer.addUser('li.na')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  const upload = (bytes: number, fill = 'x') => asWei.upload('file/upload', 'a.txt', Buffer.alloc(bytes, fill))

  test('given uploads that no draft refers to, then they count against the quota until they are deleted', async () => {
    expect((await upload(10_001)).code).toBe(FULL)
    const first = await upload(6_000)
    expect(first.code).toBe(200)
    expect((await upload(6_000)).code).toBe(FULL)
    expect((await asWei.upload('file/uploadMailPicture', 'a.png', Buffer.alloc(6_000, 'x'))).code).toBe(FULL)
    await asWei.attempt('file/uploaddel', { fileId: first.data?.fileId ?? '' })
    expect((await upload(6_000)).code).toBe(200)
  })

  test('given a draft that names one, then it counts once', async () => {
    const fileIds = [(await upload(5_000)).data?.fileId ?? '']
    expect((await asWei.attempt('mail/email/drafts', drafting({ fileIds }))).code).toBe(200)
    expect((await upload(4_000)).code).toBe(200)
    expect((await upload(2_000)).code).toBe(FULL)
  })

  test('given many at the same moment, then no more come in than there is room for', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => upload(3_000, String(index))))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === FULL)).toHaveLength(5)
  })
})
