import { Code } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue, jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'
import { sharesJob } from './sharesJob.ts'

const DAY = 24 * 60 * 60_000
const MIB = 1_048_576
const at = (local: string) => `${local}@${TEST_DOMAIN}`

describe.each(engines)('the document center of the organisation, on %s', (engine) => {
  let server: TestServer
  let weiId: number
  let wei: TestClient
  let na: TestClient
  let boss: TestClient
  let file: number
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    boss = await server.as(await server.addUser('boss', { isAdmin: true }))
    weiId = await server.addUser('zhang.wei', { name: '张伟' })
    wei = await server.as(weiId)
    na = await server.as(await server.addUser('li.na'))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    file = (await keepDocument(wei, '=1+1.txt', '0123456789')).data?.documentId ?? 0
  })
  afterEach(() => server.stop())

  const share = (days = 7) => wei.post('documents/share/create', { documentIds: [file], code: 'ab12', days, count: 9 })
  const open = async (token: string) => (await server.anybody.attempt('share/open', { token, code: 'ab12' })).code

  test('given what people keep, then it is listed by size, and quotas of persons, departments and all hold by the nearest', async () => {
    await keepDocument(na, '小.txt', '1')
    const department = await createDepartment(server.context, { name: '研发', parentId: null })
    const { list, departments } = await boss.get('documents/organisation/usage')
    expect(list).toMatchObject([
      { address: at('zhang.wei'), used: 10, files: 1, own: null },
      { address: at('li.na'), used: 1, files: 1, own: null },
    ])
    expect((await boss.get('documents/organisation/usage', { text: '张' })).list).toHaveLength(1)
    expect(departments).toMatchObject([{ departmentId: department, own: null }])
    const save = (subject: object, megabytes: number | null) =>
      boss.attempt('documents/organisation/quota/save', { subject, megabytes } as never)
    await save({ kind: 'organisation' }, 2)
    await save({ kind: 'person', address: at('zhang.wei') }, 3)
    await save({ kind: 'department', departmentId: department }, 5)
    expect((await wei.get('documents/space')).limit).toBe(3 * MIB)
    expect((await na.get('documents/space')).limit).toBe(2 * MIB)
    expect(await boss.get('documents/organisation/usage')).toMatchObject({
      organisation: 2,
      departments: [{ own: 5 }],
      list: [{ own: 3, limit: 3 * MIB }, { own: null }],
    })
    await save({ kind: 'person', address: at('zhang.wei') }, null)
    expect((await wei.get('documents/space')).limit).toBe(2 * MIB)
    expect((await save({ kind: 'person', address: at('nobody') }, 1)).code).toBe(Code.notFound)
    expect((await save({ kind: 'department', departmentId: 9_999 }, 1)).code).toBe(Code.notFound)
    expect((await save({ kind: 'organisation' }, -1)).code).toBe(Code.badRequest)
    expect((await boss.get('documents/organisation/largest')).list).toMatchObject([
      { owner: { name: '张伟' }, name: '=1+1.txt', size: 10 },
      { name: '小.txt' },
    ])
  })

  test('given links of people, then one ends, or all of who has left, and their secrets are shown nowhere', async () => {
    const { token, shareId } = await share()
    const other = await share()
    await open(token)
    const asked = await boss.get('documents/organisation/shares')
    expect(asked.list).toMatchObject([{ shareId: other.shareId }, { shareId, owner: { name: '张伟' }, visits: 1 }])
    expect(JSON.stringify(asked)).not.toContain(token)
    expect(Object.keys(asked.list[0] ?? {})).not.toContain('code')
    expect((await boss.get('documents/organisation/shares', { address: at('li.na') })).list).toEqual([])
    const report = await (await boss.file('file/sharings')).text()
    expect(report).toContain("'=1+1.txt")
    expect(report.split('\r\n').filter((line) => line.startsWith('visit,'))).toHaveLength(1)
    expect(report).not.toContain(token)
    await boss.post('documents/organisation/shares/end', { shareId: other.shareId })
    expect([await open(token), await open(other.token)]).toEqual([200, Code.shareOver])
    expect(await boss.refused('POST', 'documents/organisation/shares/end', { shareId: 9_999 })).toBe(Code.notFound)
    await wei.post('documents/grant/save', {
      documentId: file,
      grants: [{ subject: { kind: 'person', address: at('li.na'), name: '' }, level: 'view' }],
    })
    const ended = await boss.post('documents/organisation/shares/endAll', { address: at('zhang.wei') })
    expect(ended).toEqual({ links: 1, letterLinks: 0, grants: 1 })
    expect(await open(token)).toBe(Code.shareOver)
    expect((await na.get('documents/list', { place: 'shared' })).list).toEqual([])
    expect(await boss.refused('POST', 'documents/organisation/shares/endAll', { address: 'x@y.z' })).toBe(Code.notFound)
  })

  test('given a link that ends in three days and by which nothing was downloaded, then its owner is asked once', async () => {
    const { token } = await share()
    const fetched = await share()
    const subjects = async () => {
      await transact(server.context, (trx) => enqueue(trx, server.context, sharesJob.name, [{ key: 'now' }]))
      await jobsOf(server.context).runDue([sharesJob])
      await server.dispatcher.runDue()
      return (await server.mailsOf(weiId)).map(({ subject }) => subject)
    }
    const { ticket } = await server.anybody.post('share/open', { token: fetched.token, code: 'ab12' })
    await (await fetch(`${server.url}/api/file/share/${ticket}/${file}`)).arrayBuffer()
    expect(await subjects()).toEqual([])
    server.wait(5 * DAY)
    expect(await subjects()).toEqual(['分享链接即将过期，还没有人下载：=1+1.txt'])
    expect(await subjects()).toHaveLength(1)
    expect(await open(token)).toBe(200)
  })

  test('given the folder of a team, then it is there for those it is opened to, stays when people leave, and comes back', async () => {
    await server.addUser('office', { accountType: 2 })
    const department = await createDepartment(server.context, { name: '行政', parentId: null })
    await server.context.store.db.updateTable('account').set({ dept_id: department }).where('id', '=', weiId).execute()
    const grants = [{ subject: { kind: 'department', departmentId: department, name: '' }, level: 'edit' }] as const
    const make = (holder: string) =>
      boss.attempt('documents/organisation/teams/make', { holder, name: '制度', grants: [...grants] })
    expect((await make(at('li.na'))).code).toBe(Code.badRequest)
    const documentId = (await make(at('office'))).data?.documentId ?? 0
    expect((await make(at('office'))).code).toBe(Code.documentNameTaken)
    const seen = async (client: TestClient, place: 'team' | 'shared') =>
      (await client.get('documents/list', { place })).list.map(({ name }) => name)
    expect([await seen(wei, 'team'), await seen(wei, 'shared'), await seen(na, 'team')]).toEqual([['制度'], [], []])
    const kept = await keepDocument(wei, '考勤.txt', '一', { parentId: documentId })
    const inside = await wei.get('documents/list', { parentId: documentId })
    expect(inside).toMatchObject({ access: 'edit', team: true, list: [{ name: '考勤.txt' }] })
    // The holder has the room for it.
    expect((await wei.get('documents/space')).used).toBe(10)
    // What a member deletes is found in the folder's own list of deleted files, by those who may change it.
    const id = kept.data?.documentId ?? 0
    await wei.post('documents/bin', { documentIds: [id] })
    expect((await wei.get('documents/list', { place: 'bin', parentId: documentId })).list).toMatchObject([
      { documentId: id },
    ])
    expect(await na.refused('GET', 'documents/list', { place: 'bin', parentId: documentId })).toBe(
      Code.documentNotFound,
    )
    await wei.post('documents/restore', { documentIds: [id] })
    await boss.post('documents/organisation/shares/endAll', { address: at('zhang.wei') })
    expect(await seen(wei, 'team')).toEqual(['制度'])
    const change = { documentId, name: '新制度', grants: [] }
    await boss.post('documents/organisation/teams/change', { ...change, grants: [...grants] })
    expect(await seen(wei, 'team')).toEqual(['新制度'])
    await boss.post('documents/organisation/teams/remove', { documentId })
    expect(await seen(wei, 'team')).toEqual([])
    expect(await boss.refused('POST', 'documents/organisation/teams/change', change)).toBe(Code.notFound)
    expect((await boss.get('documents/organisation/teams')).list).toMatchObject([{ documentId, removed: true }])
    await boss.post('documents/organisation/teams/restore', { documentId })
    expect((await wei.get('documents/list', { parentId: documentId })).list).toMatchObject([{ name: '考勤.txt' }])
    await boss.post('documents/organisation/teams/change', change)
    expect(await wei.refused('GET', 'documents/list', { parentId: documentId })).toBe(Code.documentNotFound)
    expect(await boss.refused('POST', 'documents/organisation/teams/remove', { documentId: file })).toBe(Code.notFound)
  })
})
