import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForFileTexts, fileTextsJob } from '../../mailflow/fileContents/fileTextsJob.ts'
import { jobsOf } from '../../store/jobs/index.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('own files by their text, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    wei = await server.as(await server.addUser('zhang.wei'))
    na = await server.as(await server.addUser('li.na'))
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
})
