import { mkdtemp, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Code, FEEDBACK_FILES_MAX, FEEDBACK_PER_HOUR, FEEDBACK_TEXT_MAX } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { program } from '../../cli/program.ts'
import { sweepBlobs } from '../../store/sweep/sweepBlobs.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

type File = readonly [name: string, content: string]

/** Sends the form as a browser does: the text first. */
async function send(client: TestClient, content: string | null, files: readonly File[] = []) {
  const form = new FormData()
  if (content !== null) form.append('content', content)
  for (const [name, text] of files) form.append('file', new Blob([text], { type: 'text/plain' }), name)
  const headers = client.login ? { authorization: `Bearer ${client.login.accessToken}` } : undefined
  const answer = await fetch(`${client.url}/api/mail/main/feedback`, {
    method: 'POST',
    body: form,
    ...(headers ? { headers } : {}),
  })
  const { code, data } = (await answer.json()) as { code: number; data: { feedbackId: number } | null }
  return { code, id: data?.feedbackId ?? 0 }
}

const allow = (server: TestServer) =>
  setSwitch(server.context, { scope: 'organisation' }, { name: 'privateEnable', value: 0, locked: false })

describe.each(engines)('feedback, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, feedbackTo: 'help@yanshu.test' })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('help')
    zhang = await server.login('zhang.wei')
  })
  afterAll(() => server.stop())

  test('it is closed until the switch says 0', async () => {
    expect((await send(zhang, '按钮太小')).code).toBe(Code.forbidden)
    await allow(server)
    expect((await send(zhang, '按钮太小')).code).toBe(200)
  })

  test('what is written is kept with its files, numbered, and mailed to the configured address by its writer', async () => {
    const { code, id } = await send(zhang, '列表 <太慢> & 卡', [
      ['截图.txt', '一'],
      ['日志.txt', '二'],
    ])
    expect(code).toBe(200)
    expect(id).toBeGreaterThan(0)
    await server.dispatcher.runDue()
    const help = await server.login('help')
    const { list } = await help.get('mail/email/mailbox/list')
    const row = list.find(({ subject }) => subject.includes('列表'))
    expect(row?.from).toMatchObject({ name: '张伟', address: 'zhang.wei@yanshu.test' })
    const mail = await help.post('mail/email/detail', { mailId: row?.mailId ?? 0 })
    expect(mail.attachments.map(({ name }) => name)).toEqual(['截图.txt', '日志.txt'])
    expect(mail.html).toContain('列表 &lt;太慢&gt; &amp; 卡')
  })

  test.each([
    ['nothing', ' \n ', [], Code.badRequest],
    ['no text at all', null, [], Code.badRequest],
    ['too long a text', '长'.repeat(FEEDBACK_TEXT_MAX + 1), [], Code.badRequest],
    ['an empty file', '好', [['a.txt', '']], Code.fileEmpty],
    [
      'too many files',
      '好',
      Array.from({ length: FEEDBACK_FILES_MAX + 1 }, (_, at): File => [`${at}`, 'x']),
      Code.badRequest,
    ],
  ] as const)('%s is refused and nothing is kept', async (_, content, files, code) => {
    const count = async () =>
      Number(
        (
          await server.context.store.db
            .selectFrom('feedback')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    const before = await count()
    expect((await send(zhang, content, files)).code).toBe(code)
    expect(await count()).toBe(before)
  })

  test('without a login it is refused, and after ten in an hour too, until the hour is over', async () => {
    expect((await send(server.anybody, '谁')).code).toBe(Code.tokenInvalid)
    const li = await server.as(await server.addUser('li.na'))
    for (let at = 0; at < FEEDBACK_PER_HOUR; at++) expect((await send(li, `第 ${at} 条`)).code).toBe(200)
    expect((await send(li, '还有')).code).toBe(Code.tooManyRequests)
    server.wait(3_600_001)
    expect((await send(li, '还有')).code).toBe(200)
  })
})

test('an operator lists feedback, saves its files and deletes it; then the content goes with the sweep', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  await allow(server)
  const client = await server.as(await server.addUser('zhang.wei', { name: '张伟' }))
  const run = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, 'feedback', ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  const { id } = await send(client, '两行\n文字', [['a/b.txt', '内容']])
  expect(await run('list')).toMatch(
    /^#1\t\S+Z\t张伟 <zhang\.wei@yanshu\.test>\n {2}两行\n {2}文字\n {2}\+ .*b\.txt \(6 bytes\)\n$/,
  )
  const folder = await mkdtemp(path.join(os.tmpdir(), 'yanshu-feedback-'))
  const [file = ''] = (await run('save', String(id), folder)).trim().split('\n')
  expect(path.dirname(file)).toBe(folder)
  expect(await readFile(file, 'utf8')).toBe('内容')
  const before = Date.now() + 1_000
  expect(await sweepBlobs(server.context, before)).toMatchObject({ blobs: 0 })
  expect(await run('delete', String(id))).toBe('Feedback 1 is deleted\n')
  expect(await sweepBlobs(server.context, before)).toMatchObject({ blobs: 1 })
  await expect(run('save', '1', folder)).rejects.toThrow('There is no feedback 1')
  await server.stop()
})
