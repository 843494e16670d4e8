import { text } from 'node:stream/consumers'
import { Code } from '@yanshu/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import yauzl from 'yauzl'
import { archiveParts } from '../../archiveParts.ts'
import { LEASE_MS } from '../../store/jobs/claims.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { sweepStore } from '../../store/sweep/sweepStore.ts'
import { killBeforeWrite } from '../../testing/killBeforeWrite.ts'
import { putMail } from '../../testing/putMail.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'
import { ARCHIVE, archiveJob } from './archiveJob.ts'

const DAY = 86_400_000

/** The files of a ZIP by their paths. */
async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const zip = await yauzl.fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) files[entry.fileName] = await text(await zip.openReadStreamPromise(entry))
  return files
}

describe.each(engines)('taking everything along, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let weiId: number
  let folderId: number
  const make = () => jobsOf(server.context).runDue([archiveJob(archiveParts)])
  const stateOf = async (client: TestClient) => (await client.get('user/archive/state')).archive

  beforeAll(async () => {
    server = await startTestServer({ engine, still: true, failing: true })
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
    await putMail(server.context, weiId, { subject: '收到的', text: '第一封' })
    await putMail(server.context, weiId, { subject: '第二封', text: 'From 行首' })
    folderId = (await wei.post('mail/main/folder/save', { folderName: '工资' })).folderId
    await putMail(server.context, weiId, { subject: '绝密', folderId })
    await wei.post('mail/main/folder/setPwd', { folderId, password: '开门 1234' })
    await wei.post('mail/mailClassify/save', {
      ruleName: '周报',
      conditions: [{ field: 'subject', not: false, value: 'weekly' }],
      actions: { read: true },
    })
  })
  afterAll(() => server.stop())

  test('given an archive that is begun, then it is made in the background, and links to it open it once each', async () => {
    expect(await stateOf(wei)).toBeNull()
    const used = (await wei.get('mail/main/quota/useInfo')).curMap.curSize
    const other = await server.as(weiId)
    expect((await other.post('user/archive/begin', {})).archive.state).toBe('waiting')
    expect(await wei.refused('POST', 'user/archive/link', { password: TEST_PASSWORD })).toBe(Code.notFound)
    await make()
    const done = await stateOf(wei)
    expect(done).toMatchObject({ state: 'ready', lost: 0, expiresAt: expect.any(Number), size: expect.any(Number) })
    expect(done?.done).toBe(done?.total)
    expect((await wei.get('mail/main/quota/useInfo')).curMap.curSize).toBe(used)

    expect(await wei.refused('POST', 'user/archive/link', { password: 'wrong' })).toBe(Code.oldPasswordWrong)
    const { token } = await wei.post('user/archive/link', { password: TEST_PASSWORD })
    expect((await other.file(`file/archive/${token}`)).status).toBe(404)
    const again = await wei.post('user/archive/link', { password: TEST_PASSWORD })
    const answer = await wei.file(`file/archive/${again.token}`)
    expect(answer.headers.get('content-disposition')).toMatch(/yanshu-\d{4}-\d\d-\d\d\.zip/)
    const files = await unzipped(Buffer.from(await answer.arrayBuffer()))
    expect((await wei.file(`file/archive/${again.token}`)).status).toBe(404)
    expect(Object.keys(files)).toEqual([
      'mail/收件箱.mbox',
      'contacts/contacts.vcf',
      ...Object.keys(files).filter((path) => path.startsWith('calendars/')),
      'settings/settings.json',
      'settings/remotes.json',
      'settings/saved-searches.json',
      'settings/follow-ups.json',
      'settings/signatures.json',
      'settings/templates.json',
      'settings/papers.json',
      'rules/rules.json',
      'rules/rules.sieve',
    ])
    expect(files['mail/收件箱.mbox']?.match(/^From /gm)).toHaveLength(2)
    expect(files['rules/rules.sieve']).toContain('weekly')
    expect(JSON.parse(files['settings/settings.json'] ?? '')).toMatchObject({
      folders: expect.arrayContaining([expect.objectContaining({ name: '工资' })]),
    })
    // The session that asked had not opened the folder.
    expect(JSON.stringify(files)).not.toContain('绝密')
  })

  test('given somebody else, then they see, get and stop nothing of it', async () => {
    expect(await stateOf(na)).toBeNull()
    expect(await na.refused('POST', 'user/archive/link', { password: TEST_PASSWORD })).toBe(Code.notFound)
    const { token } = await wei.post('user/archive/link', { password: TEST_PASSWORD })
    expect((await na.file(`file/archive/${token}`)).status).toBe(404)
    await na.post('user/archive/cancel', {})
    expect((await stateOf(wei))?.state).toBe('ready')
  })

  test('given a server that stops or is killed in the middle, then the archive is made by the next', async () => {
    await wei.post('user/archive/begin', {})
    const { db } = server.context.store
    const { id } = await db.selectFrom('archive_job').select('id').executeTakeFirstOrThrow()
    const stopping = AbortSignal.abort(new Error('the server stops'))
    const job = { key: id, attempt: 1, signal: stopping, say: () => {}, end: async () => {}, hold: async () => {} }
    await expect(archiveJob(archiveParts).run(server.context, job)).rejects.toThrow()
    expect((await stateOf(wei))?.state).toBe('waiting')
    // Another server has begun it, and is killed.
    await db.updateTable('archive_job').set({ state: 'running' }).execute()
    await db
      .updateTable('job')
      .set({ claim: 'killed', run_at: server.context.now() + LEASE_MS })
      .where('kind', '=', ARCHIVE)
      .execute()
    await make()
    expect((await stateOf(wei))?.state).toBe('running')
    server.wait(LEASE_MS + 1_000)
    await make()
    expect((await stateOf(wei))?.state).toBe('ready')
  })

  // Before it begins, before it is noted as ready, and before its job ends.
  test.each(engine === 'sqlite' ? [2, 3, 4] : [4])(
    'kill -9 before write %i: the archive is made by the next server, whole and once',
    async (write) => {
      server.wait(3_600_000)
      await wei.post('user/archive/begin', {})
      expect(await killBeforeWrite(server.context, archiveJob(archiveParts), write)).toBe('SIGKILL')
      expect((await stateOf(wei))?.state).not.toBe('ready')
      server.wait(LEASE_MS + 1_000)
      await make()
      const done = await stateOf(wei)
      expect(done).toMatchObject({ state: 'ready', lost: 0 })
      expect(done?.done).toBe(done?.total)
      const { db } = server.context.store
      expect(await db.selectFrom('archive_job').select('state').execute()).toEqual([{ state: 'ready' }])
      expect(await db.selectFrom('job').select('key').where('kind', '=', ARCHIVE).execute()).toEqual([])
    },
  )

  test('given a folder with a password that is open, then it is in the archive', async () => {
    server.wait(3_600_000)
    await wei.post('user/archive/begin', {})
    await make()
    const { token } = await wei.post('user/archive/link', { password: TEST_PASSWORD })
    const files = await unzipped(Buffer.from(await (await wei.file(`file/archive/${token}`)).arrayBuffer()))
    expect(Object.keys(files)).toContain('mail/工资.mbox')
  })

  test('given a session that has not opened a folder of it, then it gets no link, nor its file by one of before', async () => {
    const other = await server.as(weiId)
    const asked = { password: TEST_PASSWORD }
    const refused = await other.raw('POST', 'user/archive/link', { body: asked })
    expect(refused.envelope).toMatchObject({ code: Code.folderClosed, message: expect.stringContaining('工资') })
    await other.post('mail/main/folder/validPwd', { folderId, password: '开门 1234' })
    const { token } = await other.post('user/archive/link', asked)
    // A password that came after the archive closes it too, to who has it open as well as to links that are on their way.
    const { folderId: late } = await wei.post('mail/main/folder/save', { folderName: '后来' })
    await wei.post('mail/main/folder/setPwd', { folderId: late, password: '另一个 1234' })
    expect((await other.file(`file/archive/${token}`)).status).toBe(403)
    await wei.post('mail/main/folder/cancelPwd', { folderId: late, password: '另一个 1234' })
    const again = await other.post('user/archive/link', asked)
    expect((await other.file(`file/archive/${again.token}`)).status).toBe(200)
  })

  test('given a week, then it is deleted by the sweep, with its file', async () => {
    const { blob_hash: hash, size } = await server.context.store.db
      .selectFrom('archive_job')
      .select(['blob_hash', 'size'])
      .executeTakeFirstOrThrow()
    server.wait(2 * DAY)
    await sweepStore(server.context)
    expect(await server.context.blobs.holds(hash ?? '', size)).toBe(true)
    server.wait(6 * DAY)
    expect(await stateOf(wei)).toBeNull()
    await sweepStore(server.context)
    expect(await server.context.blobs.holds(hash ?? '', size)).toBe(false)
  })
})

test('given a store that fails while progress is written down, then the archive is made all the same, and the server goes on', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true, failing: true })
  const id = await server.addUser('zhang.wei')
  for (const subject of ['一', '二', '三']) await putMail(server.context, id, { subject })
  const wei = await server.as(id)
  await wei.post('user/archive/begin', {})
  await sql`
    create trigger disconnected before update of done on archive_job when new.done > 0 and new.state = 'running'
    begin select raise(abort, 'the connection ended'); end
  `.execute(server.context.store.db)
  // Progress is due at each look at the clock.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 2_000
    return now
  })
  try {
    await jobsOf(server.context).runDue([archiveJob(archiveParts)])
  } finally {
    vi.restoreAllMocks()
  }
  expect((await wei.get('user/archive/state')).archive).toMatchObject({ state: 'ready', lost: 0 })
  await server.stop()
})
