import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForFileTexts, fileTextsJob } from '../../mailflow/fileContents/fileTextsJob.ts'
import { transact } from '../../store/database/transact.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { makeTeam } from './teams.service.ts'

describe.each(engines)('own files by their text, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let naId: number
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.as(await server.addUser('zhang.wei'))
    naId = await server.addUser('li.na')
    na = await server.as(naId)
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  })
  afterAll(() => server.stop())

  const settle = async () => {
    await askForFileTexts(server.context)
    await jobsOf(server.context).runDue([fileTextsJob])
  }
  const keep = async (person: TestClient, name: string, content: string, query = {}) =>
    (await keepDocument(person, name, content, query)).data?.documentId ?? 0
  const found = async (text: string, person = wei) => {
    const { list, total } = await person.get('documents/list', { place: 'search', text })
    expect(total).toBe(list.length)
    return list.map(({ name }) => name).toSorted()
  }

  test('given files of text, then their words and names find them, exactly and for their owner alone', async () => {
    await keep(wei, 'a.txt', '合同约定的付款期限是三十天 Deadline')
    await keep(wei, '付款.txt', 'nothing of it')
    await keep(wei, 'b.md', '# 期限与付款')
    await keep(na, 'n.txt', '李娜的付款期限')
    await settle()
    expect(await found('付款期限')).toEqual(['a.txt'])
    expect(await found('付款')).toEqual(['a.txt', 'b.md', '付款.txt'].toSorted())
    expect(await found('限')).toEqual(['a.txt', 'b.md'])
    expect(await found('三十天 deadl')).toEqual(['a.txt'])
    expect(await found('期限付款')).toEqual([])
    expect(await found('付款期限', na)).toEqual(['n.txt'])
  })

  test('given a new version, a file in the bin and one that is deleted, then what stands there now is found', async () => {
    const documentId = await keep(wei, 'v.txt', '第一版的内容')
    await settle()
    expect(await found('第一版的')).toEqual(['v.txt'])
    await keep(wei, 'v.txt', '第二版的内容', { onClash: 'version' })
    await settle()
    expect([await found('第一版的'), await found('第二版的')]).toEqual([[], ['v.txt']])
    await wei.post('documents/version/restore', { documentId, version: 1 })
    await settle()
    expect([await found('第一版的'), await found('第二版的')]).toEqual([['v.txt'], []])
    await wei.post('documents/bin', { documentIds: [documentId] })
    expect(await found('第一版的')).toEqual([])
    await wei.post('documents/restore', { documentIds: [documentId] })
    expect(await found('第一版的')).toEqual(['v.txt'])
    await wei.post('documents/bin', { documentIds: [documentId] })
    await wei.post('documents/delete', { documentIds: [documentId] })
    expect(await found('第一版的')).toEqual([])
  })

  test('given the folder of a team, then its files are found by name and text by those whom it is open to, and no others', async () => {
    const office = await server.addUser('office', { accountType: 2 })
    const person = { kind: 'person', address: 'zhang.wei@yanshu.test', name: '' } as const
    const team = (name: string, grants: Parameters<typeof makeTeam>[1]['grants']) =>
      makeTeam(server.context, { holder: 'office@yanshu.test', name, grants })
    const open = await team('制度', [{ subject: person, level: 'edit' }])
    const closed = await team('薪酬', [{ subject: { ...person, address: 'li.na@yanshu.test' }, level: 'edit' }])
    const { documentId: inside } = await wei.post('documents/folder', { parentId: open, name: '考勤' })
    await keep(wei, '办法.txt', '迟到三次扣发津贴', { parentId: inside })
    await keep(na, '标准.txt', '津贴每月五百元', { parentId: closed })
    await keep(wei, '自己的.txt', '津贴的说明')
    await settle()
    expect([await found('津贴'), await found('津贴', na)]).toEqual([
      ['办法.txt', '自己的.txt'].toSorted(),
      ['标准.txt'],
    ])
    expect([await found('banfa'), await found('banfa', na), await found('制度')]).toEqual([['办法.txt'], [], ['制度']])
    const { list } = await wei.get('documents/list', { place: 'search', text: '扣发津贴' })
    expect(list).toMatchObject([{ folder: '考勤', access: 'edit', owner: expect.stringMatching(/./), starred: false }])
    // One file alone is shared by name with another: the folder that it lies in is not named.
    await team('公告', [{ subject: { ...person, address: 'li.na@yanshu.test' }, level: 'view' }])
    await transact(server.context, (trx) =>
      trx
        .insertInto('document_grant')
        .values({
          document_id: list[0]?.documentId ?? 0,
          subject: 'person',
          subject_id: naId,
          level: 'view',
          created_at: 1,
        })
        .execute(),
    )
    const seen = await na.get('documents/list', { place: 'search', text: '扣发津贴' })
    expect(seen.list).toMatchObject([{ name: '办法.txt', folder: '', access: 'view' }])
    const off = { name: 'netdiskEnable', value: false, locked: false } as const
    await setSwitch(server.context, { scope: 'user', id: office }, off)
    expect(await found('津贴')).toEqual(['自己的.txt'])
  })

  test('given a folder that a colleague shares, then what lies in it is found by name, pinyin and text until that ends', async () => {
    const yang = await server.as(await server.addUser('yang.yang', { name: '杨洋' }))
    const { documentId: shared } = await yang.post('documents/folder', { parentId: 0, name: '报价' })
    const { documentId: inner } = await yang.post('documents/folder', { parentId: shared, name: '二季度' })
    await keep(yang, '明细.txt', '折扣条款仅供内部', { parentId: inner })
    // The owner keeps the same text elsewhere, where it is shared with no one.
    const elsewhere = await keep(yang, '底价明细.txt', '折扣条款的底价')
    await settle()
    const grants = (local: string) => [
      { subject: { kind: 'person', address: `${local}@yanshu.test`, name: '' }, level: 'view' } as const,
    ]
    expect([await found('折扣条款'), await found('mingxi')]).toEqual([[], []])
    await yang.post('documents/grant/save', { documentId: shared, grants: grants('zhang.wei') })
    expect([await found('折扣条款'), await found('mingxi'), await found('明细')]).toEqual(Array(3).fill(['明细.txt']))
    expect([await found('折扣条款', na), await found('mingxi', na)]).toEqual([[], []])
    const { list } = await wei.get('documents/list', { place: 'search', text: '折扣条款' })
    expect(list).toMatchObject([{ owner: '杨洋', access: 'view', folder: '二季度' }])
    await yang.post('documents/move', { documentIds: [inner], parentId: 0 })
    expect([await found('折扣条款'), await found('mingxi')]).toEqual([[], []])
    await yang.post('documents/grant/save', { documentId: elsewhere, grants: grants('zhang.wei') })
    expect(await found('折扣条款')).toEqual(['底价明细.txt'])
    await yang.post('documents/grant/save', { documentId: elsewhere, grants: [] })
    expect(await found('折扣条款')).toEqual([])
  })
})
