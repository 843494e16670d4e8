import { Code, type DocumentGrant, type DocumentLevel, type DocumentSubject } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('files that are shared inside of the organisation, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let naId: number
  let wei: TestClient
  let na: TestClient
  let qiang: TestClient
  let outer: number
  let shared: number
  let file: number
  let secret: number

  const folder = async (name: string, parentId = 0) =>
    (await wei.post('documents/folder', { parentId, name })).documentId
  const kept = async (name: string, content: string, parentId = 0) =>
    (await keepDocument(wei, name, content, { parentId })).data?.documentId ?? 0

  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    naId = await server.addUser('li.na')
    wei = await server.as(weiId)
    na = await server.as(naId)
    qiang = await server.as(await server.addUser('wang.qiang'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    outer = await folder('私人')
    shared = await folder('合同', outer)
    file = await kept('甲.txt', '0123456789', shared)
    secret = await kept('密.txt', 'secret', outer)
  })
  afterEach(() => server.stop())

  const person = (local: string): DocumentSubject => ({ kind: 'person', address: `${local}@${TEST_DOMAIN}`, name: '' })
  const share = (grants: DocumentGrant[], documentId = shared) =>
    wei.post('documents/grant/save', { documentId, grants })
  const shareWithNa = (level: DocumentLevel) => share([{ subject: person('li.na'), level }])
  const seen = async (client: TestClient) =>
    (await client.get('documents/list', { place: 'shared' })).list.map(({ name }) => name)
  const move = (documentIds: number[], parentId: number) => na.attempt('documents/move', { documentIds, parentId })

  test('given a folder to view, then it is listed, read and copied by that person alone, and nothing of it is changed', async () => {
    const { grants } = await shareWithNa('view')
    expect(grants).toEqual([
      { subject: { kind: 'person', address: `li.na@${TEST_DOMAIN}`, name: 'li.na' }, level: 'view' },
    ])
    const { list, access } = await na.get('documents/list', { place: 'shared' })
    expect(list).toMatchObject([{ documentId: shared, name: '合同', owner: '张伟', access: 'view', folder: '' }])
    expect([access, await seen(qiang), await seen(wei)]).toEqual(['own', [], []])
    const inside = await na.get('documents/list', { parentId: shared })
    // The folder above is not shared, so not even its name is answered.
    expect(inside).toMatchObject({ access: 'view', path: [{ documentId: shared, name: '合同' }] })
    expect(inside.list).toMatchObject([{ documentId: file, owner: '张伟', access: 'view' }])
    expect(await (await na.file(`file/document/${file}`)).text()).toBe('0123456789')
    expect((await na.file(`file/documents?documentIds=${shared}`)).status).toBe(200)
    expect((await na.post('documents/attach', { documentIds: [file] })).list).toMatchObject([{ name: '甲.txt' }])
    for (const id of [outer, secret]) {
      expect((await na.file(`file/document/${id}`)).status).toBe(404)
      expect(await na.refused('GET', 'documents/list', { parentId: id })).toBe(Code.documentNotFound)
      expect((await qiang.file(`file/document/${file}`)).status).toBe(404)
    }
    const ids = { documentId: file, documentIds: [file], parentId: shared }
    for (const [path, more] of [
      ['documents/folder', { name: 'x' }],
      ['documents/rename', { name: 'x' }],
      ['documents/bin', {}],
      ['documents/version/restore', { version: 1 }],
      ['documents/grant/save', { grants: [] }],
      ['documents/move', {}],
    ] as const) {
      expect(await na.refused('POST', path, { ...ids, ...more }), path).toBe(Code.forbidden)
    }
    expect((await keepDocument(na, 'b.txt', 'x', { parentId: shared })).code).toBe(Code.forbidden)
    expect(await na.refused('POST', 'documents/star', { ...ids, starred: true })).toBe(Code.documentNotFound)
    expect(await na.refused('POST', 'documents/share/create', { ...ids, code: 'ab12', days: 1, count: 1 })).toBe(
      Code.documentNotFound,
    )
    const copy = await na.post('documents/copy', { documentIds: [shared], parentId: 0 })
    expect((await na.get('documents/space')).used).toBe(10)
    const copied = await na.get('documents/list', { parentId: copy.documentIds[0] ?? 0 })
    expect(copied).toMatchObject({ access: 'own', list: [{ name: '甲.txt', owner: '', access: 'own' }] })
  })

  test('given a folder to edit, then files in it come, change, move and go; the folder itself stays where its owner has it', async () => {
    await shareWithNa('edit')
    const kind = await na.post('documents/folder', { parentId: shared, name: '子' })
    const added = await keepDocument(na, 'b.txt', 'new', { parentId: shared })
    const id = added.data?.documentId ?? 0
    await na.post('documents/rename', { documentId: id, name: 'c.txt' })
    expect((await move([id], kind.documentId)).data).toEqual({ before: [{ documentId: id, parentId: shared }] })
    await na.post('documents/bin', { documentIds: [id] })
    expect((await wei.get('documents/list', { place: 'bin' })).list).toMatchObject([{ name: 'c.txt' }])
    await na.post('documents/restore', { documentIds: [id] })
    expect((await wei.get('documents/list', { parentId: kind.documentId })).list).toMatchObject([{ name: 'c.txt' }])
    expect([(await wei.get('documents/space')).used, (await na.get('documents/space')).used]).toEqual([19, 0])
    for (const path of ['documents/rename', 'documents/bin']) {
      const body = { documentId: shared, documentIds: [shared], name: 'x' }
      expect(await na.refused('POST', path, body), path).toBe(Code.forbidden)
    }
    const codes = [await move([id], 0), await move([shared], kind.documentId), await move([id], outer)]
    expect(codes.map(({ code }) => code)).toEqual([Code.forbidden, Code.forbidden, Code.documentNotFound])
    await wei.post('documents/bin', { documentIds: [secret] })
    expect(await na.refused('POST', 'documents/restore', { documentIds: [secret] })).toBe(Code.documentNotFound)
    expect(await na.refused('POST', 'documents/delete', { documentIds: [secret] })).toBe(Code.documentNotFound)
    expect(await na.refused('GET', 'documents/grant/list', { documentId: shared })).toBe(Code.forbidden)
    await shareWithNa('manage')
    const { grants } = await na.post('documents/grant/save', {
      documentId: shared,
      grants: [
        { subject: person('li.na'), level: 'manage' },
        { subject: person('wang.qiang'), level: 'view' },
      ],
    })
    expect([grants.length, await seen(qiang)]).toEqual([2, ['合同']])
  })

  test('given a program that edits a file, then its lock has a name, and others change neither it nor what it lies in', async () => {
    await shareWithNa('edit')
    const { code } = await wei.get('user/client/generatePassword', { name: 'Word', scopes: 'files' })
    const authorization = `Basic ${Buffer.from(`zhang.wei@${TEST_DOMAIN}:${code}`).toString('base64')}`
    const way = ['私人', '合同', '甲.txt'].map(encodeURIComponent).join('/')
    const body =
      '<D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>'
    const answer = await fetch(`${server.url}/dav/files/${way}`, { method: 'LOCK', headers: { authorization }, body })
    expect(answer.status).toBe(200)
    const lockedBy = async () => (await na.get('documents/list', { parentId: shared })).list[0]?.lockedBy
    expect(await lockedBy()).toBe('张伟')
    const { documentId: inside } = await na.post('documents/folder', { parentId: shared, name: '子' })
    const changes = async () => [
      (await na.attempt('documents/rename', { documentId: file, name: '乙.txt' })).code,
      (await move([file], inside)).code,
      (await na.attempt('documents/version/restore', { documentId: file, version: 1 })).code,
      (await keepDocument(na, '甲.txt', 'two', { parentId: shared, onClash: 'version' })).code,
      (await na.attempt('documents/bin', { documentIds: [file] })).code,
    ]
    expect(await changes()).toEqual(Array(5).fill(Code.documentLocked))
    expect((await na.attempt('documents/bin', { documentIds: [file] })).message).toContain('张伟')
    expect((await keepDocument(na, '丙.txt', 'x', { parentId: shared })).code).toBe(200)
    const token = answer.headers.get('lock-token') ?? ''
    const headers = { authorization, 'lock-token': token }
    await fetch(`${server.url}/dav/files/${way}`, { method: 'UNLOCK', headers })
    expect([await lockedBy(), await changes()]).toEqual(['', Array(5).fill(200)])
  })

  test('given a department, a group or everyone, then those who are in it see it, by departments above theirs too', async () => {
    const top = await createDepartment(server.context, { name: '公司', parentId: null })
    const team = await createDepartment(server.context, { name: '销售', parentId: top })
    const { db } = server.context.store
    await db.updateTable('account').set({ dept_id: team }).where('id', '=', naId).execute()
    const { id: groupId } = await db
      .insertInto('mail_group')
      .values({ address: `sales@${TEST_DOMAIN}`, name: '销售组', note: '', senders: 'organisation', created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const member = { group_id: groupId, role: 'member' as const, account_id: null, department_id: team }
    await db.insertInto('mail_group_person').values(member).execute()
    const department: DocumentSubject = { kind: 'department', departmentId: top, name: '' }
    const both = async () => [await seen(na), await seen(qiang)]
    expect((await share([{ subject: department, level: 'view' }])).grants).toMatchObject([
      { subject: { name: '公司' } },
    ])
    expect(await both()).toEqual([['合同'], []])
    const group = await share([{ subject: person('sales'), level: 'edit' }])
    expect(group.grants).toEqual([
      { subject: { kind: 'group', address: `sales@${TEST_DOMAIN}`, name: '销售组' }, level: 'edit' },
    ])
    expect(await both()).toEqual([['合同'], []])
    expect((await keepDocument(na, 'b.txt', 'x', { parentId: shared })).code).toBe(200)
    await db.deleteFrom('mail_group_person').where('group_id', '=', groupId).execute()
    expect(await both()).toEqual([[], []])
    expect((await na.file(`file/document/${file}`)).status).toBe(404)
    await share([{ subject: { kind: 'everyone' }, level: 'view' }], file)
    expect(await both()).toEqual([['甲.txt'], ['甲.txt']])
    expect((await qiang.file(`file/document/${file}`)).status).toBe(200)
    expect(
      await wei.attempt('documents/grant/save', {
        documentId: shared,
        grants: [{ subject: person('no'), level: 'view' }],
      }),
    ).toMatchObject({ code: Code.badRequest, message: expect.stringContaining(`no@${TEST_DOMAIN}`) })
  })

  test('given a right that is taken back, then nothing of it opens any more, however it ended', async () => {
    const ways = async () => {
      const list = await na.attempt('documents/attach', { documentIds: [file] })
      return [(await na.file(`file/document/${file}`)).status, list.code === 200, await seen(na)]
    }
    const [open, closed] = [
      [200, true, ['合同']],
      [404, false, []],
    ]
    await shareWithNa('view')
    expect(await ways()).toEqual(open)
    await share([])
    expect(await ways()).toEqual(closed)
    await shareWithNa('view')
    await wei.post('documents/move', { documentIds: [file], parentId: outer })
    expect((await ways())[0]).toBe(404)
    await wei.post('documents/move', { documentIds: [file], parentId: shared })
    await wei.post('documents/bin', { documentIds: [outer] })
    expect(await ways()).toEqual(closed)
    await wei.post('documents/restore', { documentIds: [outer] })
    expect(await ways()).toEqual(open)
    const { db } = server.context.store
    const disabled = (value: number) =>
      db.updateTable('account').set({ disabled: value }).where('id', '=', weiId).execute()
    await disabled(1)
    expect(await ways()).toEqual(closed)
    await disabled(0)
    // As for links: who may not have a document center shares nothing of it.
    const center = { name: 'netdiskEnable', value: false, locked: false } as const
    await setSwitch(server.context, { scope: 'user', id: weiId }, center)
    expect((await ways())[0]).toBe(404)
  })
})
