import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

const REPLY = {
  enabled: true,
  startAt: null,
  endAt: null,
  subject: '',
  inside: '<p>休假</p>',
  outsideTo: 'known' as const,
  outside: '',
}

describe.each(engines)('settings as a file, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, relay: 'smtp://127.0.0.1:9' })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('wang.fang')
    wei = await server.login('zhang.wei')
    na = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const folder = async (client: TestClient, folderName: string) => {
    await client.post('mail/main/folder/save', { folderName })
    const { customList } = await client.get('mail/main/folder/list')
    return customList.find((one) => one.folderName === folderName)?.folderId ?? 0
  }
  const rule = (ruleName: string, value: string, actions: object) => ({
    ruleName,
    conditions: [{ field: 'subject' as const, not: false, value }],
    actions,
  })

  test('given all that somebody has set, then a colleague takes it over, and back, and nothing of theirs is lost', async () => {
    const project = await folder(wei, '项目')
    await wei.post('mail/mailClassify/save', rule('周报', '周报', { folderId: project }))
    await wei.post('mail/mailClassify/save', rule('抄送', '抄送', { forward: ['wang.fang@yanshu.test'] }))
    await wei.post('mail/mailClassify/senders/save', { kind: 'blocked', patterns: ['spam@out.example'] })
    await wei.post('mail/main/sign/save', { name: '名片', html: '<p>张伟</p>', forNew: true, forReply: true })
    await wei.post('mail/template/saveOrUpdateLetterTemplate', {
      name: '请假',
      folder: '人事',
      subject: '请假',
      html: '<p>因</p>',
    })
    await wei.post('mail/main/generalConfig/saveReply', REPLY)
    await wei.post('mail/main/generalConfig/save', { fontSize: 3, mailCount: 30 })
    await wei.post('mail/screener/switch', { on: true })
    const file = await wei.get('mail/main/settings/file')
    expect(file).toMatchObject({ format: 'yanshu-settings', version: 1, account: 'zhang.wei@yanshu.test' })
    expect(file.parts.rules?.map(({ actions }) => actions.folder)).toEqual(['项目', null])

    await na.post('mail/main/sign/save', { name: '我的', html: '<p>李娜</p>', forNew: true, forReply: true })
    await na.post('mail/mailClassify/save', rule('抄送', '旧的', { star: 1 }))
    const before = await na.get('mail/main/settings/file')
    const preview = await na.post('mail/main/settings/preview', { file })
    expect(Object.fromEntries(preview.parts.map(({ part, added, changed }) => [part, [added, changed]]))).toEqual({
      general: [0, 2],
      signatures: [1, 0],
      templates: [1, 0],
      autoReply: [0, 1],
      forward: [0, 0],
      senders: [1, 0],
      rules: [0, 1],
      remotes: [0, 0],
      screener: [0, 1],
    })
    expect(preview.parts.find(({ part }) => part === 'rules')?.left).toEqual([{ name: '周报: 项目', why: 'folder' }])
    const parts = (one: typeof before) => one.parts
    expect(parts(await na.get('mail/main/settings/file'))).toEqual(parts(before))

    await folder(na, '项目')
    const chosen = preview.parts.map(({ part }) => part)
    const { importId } = await na.post('mail/main/settings/apply', { file, parts: chosen })
    const after = await na.get('mail/main/settings/file')
    expect(after.parts.general).toMatchObject({ fontSize: 3, mailCount: 30 })
    expect(after.parts.rules).toHaveLength(2)
    expect(after.parts.autoReply).toEqual(REPLY)
    const signs = after.parts.signatures ?? []
    expect(signs.map(({ name, forNew }) => [name, forNew])).toEqual(
      [
        ['名片', true],
        ['我的', false],
      ].toSorted(),
    )
    // A second time there is nothing left to do.
    const again = await na.post('mail/main/settings/preview', { file })
    expect(again.parts.every(({ added, changed }) => added + changed === 0)).toBe(true)

    expect(await wei.refused('POST', 'mail/main/settings/undo', { importId })).toBe(Code.notFound)
    await na.post('mail/main/settings/undo', { importId })
    expect(parts(await na.get('mail/main/settings/file'))).toEqual(parts(before))
    expect(await na.refused('POST', 'mail/main/settings/undo', { importId })).toBe(Code.notFound)
  })

  test('given a file that is broken in one place, then that part alone is refused, and others may be taken', async () => {
    const before = await na.get('mail/main/settings/file')
    const parts = {
      general: { fontSize: 9 },
      rules: 'all of them',
      senders: [{ pattern: 'a@out.example', kind: 'blocked' }],
      unknown: true,
    }
    const file = { format: 'yanshu-settings' as const, version: 1 as const, parts }
    const { parts: plans } = await na.post('mail/main/settings/preview', { file })
    expect(plans.map(({ part, broken, added }) => [part, broken, added])).toEqual([
      ['general', true, 0],
      ['senders', false, 1],
      ['rules', true, 0],
    ])
    const { importId } = await na.post('mail/main/settings/apply', { file, parts: ['general', 'senders', 'rules'] })
    const after = await na.get('mail/main/settings/file')
    expect(after.parts.senders).toEqual([{ pattern: 'a@out.example', kind: 'blocked' }])
    expect({ ...after.parts, senders: [] }).toEqual({ ...before.parts, senders: [] })
    await na.post('mail/main/settings/undo', { importId })
    const hostile = {
      senders: [{ pattern: 'a\0b', kind: 'blocked' }],
      forward: { enabled: true, keepCopy: true, addresses: ['\0'] },
    }
    const read = await na.post('mail/main/settings/preview', { file: { ...file, parts: hostile } })
    expect(read.parts.map(({ broken }) => broken)).toEqual([true, true])
    for (const wrong of [null, {}, { format: 'other', version: 1, parts: {} }, { ...file, version: 2 }]) {
      expect(await na.refused('POST', 'mail/main/settings/preview', { file: wrong })).toBe(Code.badRequest)
    }
  })

  test('given a login of long ago, then only an import of forwards asks for the password, also when it is taken back', async () => {
    const id = await server.addUser('wu.di')
    const person = await server.as(id)
    const { db } = server.context.store
    await person.post('mail/main/generalConfig/forward/add', { address: 'me@out.example' })
    await db.updateTable('forward_address').set({ confirmed_at: 1 }).where('account_id', '=', id).execute()
    const file = {
      format: 'yanshu-settings' as const,
      version: 1 as const,
      parts: {
        senders: [{ pattern: 'a@out.example', kind: 'blocked' as const }],
        forward: { enabled: true, keepCopy: true, addresses: ['me@out.example'] },
      },
    }
    const forget = () => db.updateTable('session').set({ proved_at: 1 }).where('account_id', '=', id).execute()
    const apply = (part: 'senders' | 'forward') =>
      person.post('mail/main/settings/apply', { file, parts: [part] }).then(({ importId }) => importId)
    await forget()
    await person.post('mail/main/settings/undo', { importId: await apply('senders') })
    expect(await person.refused('POST', 'mail/main/settings/apply', { file, parts: ['forward'] })).toBe(
      Code.recentPassword,
    )
    await person.post('user/password/confirm', { password: TEST_PASSWORD })
    const importId = await apply('forward')
    await forget()
    expect(await person.refused('POST', 'mail/main/settings/undo', { importId })).toBe(Code.recentPassword)
    // Refused, it can still be taken back.
    await person.post('user/password/confirm', { password: TEST_PASSWORD })
    await person.post('mail/main/settings/undo', { importId })
    expect((await person.get('mail/main/generalConfig/getForward')).enabled).toBe(false)
  })

  test('given an address outside that was confirmed elsewhere, then it is not forwarded to before its owner says so', async () => {
    const forward = { enabled: true, keepCopy: true, addresses: ['me@out.example', 'wang.fang@yanshu.test'] }
    const file = { format: 'yanshu-settings' as const, version: 1 as const, parts: { forward } }
    const { parts } = await na.post('mail/main/settings/preview', { file })
    expect(parts[0]?.left.map(({ name }) => name)).toContain('me@out.example')
  })
})
