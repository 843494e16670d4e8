import { ANNOUNCEMENT_TITLE_MAX, Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { program } from '../../cli/program.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { publishAnnouncement, withdrawAnnouncement } from './announcements.service.ts'

describe.each(engines)('announcements, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    zhang = await server.login('zhang.wei')
    li = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const titles = async (of: TestClient) =>
    (await of.post('console/announcement/listAll', {})).list.map(({ title, read }) => [title, read])

  test('everybody sees what is published, each has read their own, and it is counted and shown at home', async () => {
    expect(await titles(zhang)).toEqual([])
    const first = await publishAnnouncement(server.context, { title: ' 停机维护 ', content: '周六 22:00\r\n两小时' })
    await publishAnnouncement(server.context, { title: '新版本', content: '' })
    expect(await titles(zhang)).toEqual([
      ['新版本', false],
      ['停机维护', false],
    ])
    await zhang.post('console/announcement/read', { announcementIds: [first, 4_711] })
    expect(await titles(zhang)).toEqual([
      ['新版本', false],
      ['停机维护', true],
    ])
    expect((await zhang.post('mail/main/index', {})).unreadAnnouncements).toBe(1)
    expect((await li.post('mail/main/index', {})).unreadAnnouncements).toBe(2)
    expect((await zhang.post('mail/home/index', {})).announcements.map(({ title }) => title)).toEqual(['新版本'])
    expect((await li.post('mail/home/index', {})).announcements.map(({ content }) => content)).toEqual([
      '',
      '周六 22:00\n两小时',
    ])
  })

  test('reading in one window is told to the others of the account, and a second time changes nothing', async () => {
    const id = await publishAnnouncement(server.context, { title: '通知', content: '一次' })
    const socket = await li.socket()
    await li.post('console/announcement/read', { announcementIds: [id] })
    expect(await socket.next()).toMatchObject({ optType: 'mailbox', change: 'settings' })
    await li.post('console/announcement/read', { announcementIds: [id] })
    await li.post('mail/main/folder/save', { folderName: '之后' })
    expect(await socket.next()).toMatchObject({ change: 'folders' })
    socket.close()
  })

  test('open windows hear of a new one, and one that is withdrawn is gone', async () => {
    const socket = await zhang.socket()
    const id = await publishAnnouncement(server.context, { title: '马上撤回', content: '' })
    expect(await socket.next()).toMatchObject({ optType: 'mailbox', change: 'settings' })
    expect(await withdrawAnnouncement(server.context, id)).toBe(true)
    expect(await withdrawAnnouncement(server.context, id)).toBe(false)
    expect((await titles(zhang)).map(([title]) => title)).not.toContain('马上撤回')
    socket.close()
  })

  test('nobody reads or marks without a login, and wrong numbers are refused', async () => {
    expect(await server.anybody.refused('POST', 'console/announcement/listAll')).toBe(Code.tokenInvalid)
    expect(await server.anybody.refused('POST', 'console/announcement/read', { announcementIds: [1] })).toBe(
      Code.tokenInvalid,
    )
    for (const announcementIds of [[], [0], ['1'], Array.from({ length: 51 }, (_, at) => at + 1)]) {
      expect(await zhang.refused('POST', 'console/announcement/read', { announcementIds })).toBe(Code.badRequest)
    }
  })
})

test('an operator publishes, lists and withdraws by the command line', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const run = async (...args: string[]) => {
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      await (await program()).parseAsync(['--data', server.folder, 'announcement', ...args], { from: 'user' })
      return output.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      output.mockRestore()
    }
  }
  expect(await run('publish', '周六停机', '两小时')).toBe('Published announcement 1\n')
  expect(await run('list')).toMatch(/^1\t\S+Z\tread by 0\t周六停机\n$/)
  expect(await run('withdraw', '1')).toBe('Announcement 1 is withdrawn\n')
  expect(await run('list')).toContain('\twithdrawn\t')
  const mistakes: [string[], RegExp][] = [
    [['withdraw', '1'], /^There is no announcement 1 that is shown/],
    [['withdraw', 'first'], /is no number of an announcement/],
    [['publish', '标题'], /^Give a text or --file/],
    [['publish', '标'.repeat(ANNOUNCEMENT_TITLE_MAX + 1), '文'], /^A title has 1 to 100 characters/],
  ]
  for (const [args, sentence] of mistakes) await expect(run(...args)).rejects.toThrow(sentence)
  await server.stop()
})
