import {
  Code,
  DRAFT_VERSION_KEPT_MS,
  DRAFT_VERSION_STEP_MS,
  DRAFT_VERSIONS_MAX,
  DRAFT_WINDOW_SEEN_MS,
  sealedHtml,
} from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '../../store/accounts/deleteAccount.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { KEEP_UNREFERENCED_MS, sweepStore } from '../../store/sweep/sweepStore.ts'
import { drafting, sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { draftVersionsJob } from './draftVersionsJob.ts'
import { isVersionDue } from './keepVersion.ts'

test('a version is due after a pause, from another login, from time to time, and before most of a text goes', () => {
  const facts = {
    ...{ now: 10_000, savedAt: 9_000, revision: 3, htmlLength: 1_000, newestAt: 1_000 },
    ...{ isOtherLogin: false, nextLength: 1_010 },
  }
  expect(isVersionDue(facts)).toBe(false)
  expect(isVersionDue({ ...facts, now: 9_000 + DRAFT_VERSION_STEP_MS })).toBe(true)
  expect(isVersionDue({ ...facts, isOtherLogin: true })).toBe(true)
  expect(isVersionDue({ ...facts, nextLength: 499 })).toBe(true)
  expect(isVersionDue({ ...facts, htmlLength: 40, nextLength: 7 })).toBe(false)
  expect(isVersionDue({ ...facts, newestAt: 9_000 - DRAFT_VERSION_STEP_MS })).toBe(true)
  expect(isVersionDue({ ...facts, newestAt: null })).toBe(false)
  expect(isVersionDue({ ...facts, newestAt: null, revision: 20 })).toBe(true)
})

describe.each(engines)('versions of a draft, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  let asWei: TestClient
  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    asWei = await mailServer.as(wei)
  })
  afterEach(() => mailServer.stop())

  const save = (mailId: number | null, letter: Parameters<typeof drafting>[0] = {}, as = asWei) =>
    as.post('mail/email/drafts', drafting({ mailId, ...letter }))
  /** A pause, after which the next save keeps what was there. */
  const pause = () => mailServer.wait(DRAFT_VERSION_STEP_MS)
  const versions = async (mailId: number) => (await asWei.post('mail/email/draft/versions', { mailId })).list
  const read = (mailId: number, versionId = 0) => asWei.post('mail/email/draft/version', { mailId, versionId })
  const now = (mailId: number) => asWei.post('mail/email/editAgain', { mailId })
  const used = async () => {
    const { db } = mailServer.context.store
    const { used_bytes } = await db
      .selectFrom('account')
      .select('used_bytes')
      .where('id', '=', wei)
      .executeTakeFirstOrThrow()
    const folders = await db.selectFrom('folder').select('size').where('account_id', '=', wei).execute()
    const mails = await db.selectFrom('mail').select('size').where('account_id', '=', wei).execute()
    const sum = (rows: readonly { size: number }[]) => rows.reduce((bytes, { size }) => bytes + size, 0)
    expect([used_bytes, used_bytes]).toEqual([sum(folders), sum(mails)])
    return used_bytes
  }

  test('given a letter that becomes one that is encrypted, then none of its readable versions stays', async () => {
    const { mailId } = await save(null, { html: '<p>收购</p>' })
    pause()
    await save(mailId, { html: '<p>收购价格</p>' })
    expect(await versions(mailId)).toHaveLength(1)
    const before = await used()
    pause()
    await save(mailId, { html: sealedHtml('AAAA', 'sealed', '') })
    expect(await versions(mailId)).toEqual([])
    expect(await used()).toBeLessThan(before)
    pause()
    await save(mailId, { html: sealedHtml('BBBB', 'sealed', '') })
    expect((await read(mailId, (await versions(mailId))[0]?.versionId)).html).toContain('AAAA')
  })

  test('given a letter that was changed after a pause, then it can be brought back with recipients and files', async () => {
    const upload = await asWei.upload('file/upload', '计划.txt', Buffer.from('计划'))
    const to = [{ name: '李娜', address: 'li.na@yanshu.test' }]
    const first = { subject: '第一稿', html: '<p>第一稿</p>', to, fileIds: [upload.data?.fileId ?? ''] }
    const { mailId } = await save(null, first)
    await save(mailId, { ...first, subject: '第一稿。' })
    expect(await versions(mailId)).toEqual([])
    pause()
    const { revision } = await save(mailId, { subject: '第二稿', html: '<p>第二稿</p>' })
    const [version, ...others] = await versions(mailId)
    expect(others).toEqual([])
    expect(version).toMatchObject({ files: 1, person: '' })
    expect(await read(mailId, version?.versionId)).toMatchObject({
      ...{ to, subject: '第一稿。', html: '<p>第一稿</p>' },
      files: [{ name: '计划.txt', isKept: true }],
    })
    // The file stands in no letter any more, and stays for the version.
    mailServer.wait(KEEP_UNREFERENCED_MS + 1_000)
    expect(await sweepStore(mailServer.context, null)).toMatchObject({ uploads: 0 })

    const wanted = { mailId, versionId: version?.versionId ?? 0, revision }
    const old = await asWei.attempt('mail/email/draft/restore', { ...wanted, revision: revision - 1 })
    expect(old.code).toBe(Code.draftSuperseded)
    const restored = await asWei.post('mail/email/draft/restore', wanted)
    expect(restored).toMatchObject({ mailId, revision: revision + 1, missing: [] })
    const back = await now(mailId)
    expect(back).toMatchObject({ to, subject: '第一稿。', html: '<p>第一稿</p>', attachments: [{ name: '计划.txt' }] })
    // What was replaced is a version itself.
    expect(await read(mailId, (await versions(mailId))[0]?.versionId)).toMatchObject({ subject: '第二稿' })
    await used()
  })

  test('given a file that was deleted, then the version names it, and comes back without it', async () => {
    const upload = await asWei.upload('file/upload', '旧.txt', Buffer.from('旧'))
    const fileId = upload.data?.fileId ?? ''
    const { mailId } = await save(null, { fileIds: [fileId] })
    pause()
    const { revision } = await save(mailId)
    await asWei.post('file/uploaddel', { fileId })
    const [version] = await versions(mailId)
    const versionId = version?.versionId ?? 0
    expect((await read(mailId, versionId)).files).toEqual([{ name: '旧.txt', size: 3, isKept: false }])
    const { missing } = await asWei.post('mail/email/draft/restore', { mailId, versionId, revision })
    expect(missing).toEqual(['旧.txt'])
    expect((await now(mailId)).attachments).toEqual([])
  })

  test('given many versions, then their number and age end, the quota counts them, and they leave it before a save fails', async () => {
    const { db } = mailServer.context.store
    const { mailId } = await save(null, { html: '<p>0</p>' })
    for (let count = 1; count <= DRAFT_VERSIONS_MAX + 2; count++) {
      pause()
      await save(mailId, { html: `<p>${count}</p>` })
    }
    expect(await versions(mailId)).toHaveLength(DRAFT_VERSIONS_MAX)
    const before = await used()
    // The quota is full: the letter is saved, and its versions are gone.
    await db.updateTable('account').set({ quota_bytes: before }).where('id', '=', wei).execute()
    pause()
    await save(mailId, { html: `<p>${'长'.repeat(200)}</p>` })
    expect(await versions(mailId)).toEqual([])
    const small = await used()
    expect(small).toBeLessThan(before)
    await db.updateTable('account').set({ quota_bytes: 0 }).where('id', '=', wei).execute()
    pause()
    await save(mailId, { html: '<p>短</p>' })
    expect(await versions(mailId)).toHaveLength(1)
    mailServer.wait(DRAFT_VERSION_KEPT_MS)
    const { context } = mailServer
    await transact(context, (trx) => enqueue(trx, context, draftVersionsJob.name, [{ key: 'now' }]))
    await jobsOf(context).runDue([draftVersionsJob])
    expect(await versions(mailId)).toEqual([])
    expect(await used()).toBeLessThan(small)
  })

  test('given a letter that is sent, or an account that is deleted, then its versions are gone', async () => {
    const count = async () =>
      (await mailServer.context.store.db.selectFrom('draft_version').select('id').execute()).length
    const { mailId } = await save(null)
    pause()
    await save(mailId, { subject: '改' })
    expect(await count()).toBe(1)
    await asWei.post('mail/email/send', sending({ mailId, to: [{ name: '', address: 'x@out.example' }] }))
    expect(await count()).toBe(0)
    const again = await save(null)
    pause()
    await save(again.mailId, { subject: '改' })
    expect(await count()).toBe(1)
    await deleteAccount(mailServer.context, 'zhang.wei@yanshu.test')
    expect(await count()).toBe(0)
  })

  test('given two logins on one letter, then each sees where else it is open and who saved it last', async () => {
    mailServer.stopClock()
    const there = await mailServer.as(wei)
    const { mailId } = await save(null)
    const say = (as: TestClient, name: string, more = {}) =>
      as.post('mail/email/draft/windows', { mailId, name, ...more }).then(({ others }) => others)
    expect(await say(asWei, 'first-window')).toEqual([])
    expect(await say(there, 'second-window')).toMatchObject([{ person: '', changedAt: mailServer.context.now() }])
    expect(await say(asWei, 'first-window')).toMatchObject([{ changedAt: null }])
    // What the other login had saved is kept as it is replaced.
    await save(mailId, { html: '<p>那边</p>' }, there)
    expect(await versions(mailId)).toHaveLength(1)
    expect(await say(asWei, 'first-window')).toMatchObject([{ changedAt: mailServer.context.now() }])
    expect(await say(there, 'second-window', { closed: true })).toHaveLength(1)
    expect(await say(asWei, 'first-window')).toEqual([])
    await say(there, 'second-window')
    mailServer.wait(DRAFT_WINDOW_SEEN_MS + 1)
    expect(await say(asWei, 'first-window')).toEqual([])
  })
})
