import { Code, type DocumentLevel } from '@yanshu/contracts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import { keepDocument, keepVersion } from '../../testing/documents.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_DOMAIN, type TestServer } from '../../testing/testServer.ts'

const DAY = 24 * 60 * 60_000

describe.each(engines)('files that are edited elsewhere, on %s', (engine) => {
  let server: TestServer
  let wei: TestClient
  let na: TestClient
  let qiang: TestClient
  let naId: number
  let folder: number
  let file: number

  const share = async (local: string, level: DocumentLevel) => {
    const { grants } = await wei.get('documents/grant/list', { documentId: folder })
    const subject = { kind: 'person', address: `${local}@${TEST_DOMAIN}`, name: '' } as const
    await wei.post('documents/grant/save', { documentId: folder, grants: [...grants, { subject, level }] })
  }
  beforeEach(async () => {
    server = await startTestServer({ engine, still: true })
    server.stopClock()
    wei = await server.as(await server.addUser('zhang.wei', { name: '张伟' }))
    naId = await server.addUser('li.na', { name: '李娜' })
    na = await server.as(naId)
    qiang = await server.as(await server.addUser('wang.qiang', { name: '王强' }))
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
    folder = (await wei.post('documents/folder', { parentId: 0, name: '合同' })).documentId
    file = (await keepDocument(wei, '甲.txt', 'one', { parentId: folder })).data?.documentId ?? 0
    await share('li.na', 'edit')
  })
  afterEach(() => server.stop())

  const lock = (client: TestClient) => client.attempt('documents/lock', { documentId: file })
  const unlock = (client: TestClient) => client.attempt('documents/unlock', { documentId: file })
  const upload = (client: TestClient, content: string) => keepVersion(client, file, content)
  const row = async (client: TestClient) => (await client.get('documents/list', { parentId: folder })).list[0]
  const content = async () => (await wei.file(`file/document/${file}`)).text()

  test('given a file that one edits, then the others see who and change nothing, until the new version is there', async () => {
    expect((await lock(na)).code).toBe(200)
    expect(await row(wei)).toMatchObject({ lockedBy: '李娜', lockedHere: false })
    expect(await row(na)).toMatchObject({ lockedBy: '李娜', lockedHere: true })
    const refused = [
      await lock(wei),
      await upload(wei, 'mine'),
      await keepDocument(wei, '甲.txt', 'mine', { parentId: folder, onClash: 'version' }),
      await wei.attempt('documents/rename', { documentId: file, name: 'x' }),
      await wei.attempt('documents/bin', { documentIds: [folder] }),
      await wei.attempt('documents/version/restore', { documentId: file, version: 1 }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(refused.map(() => Code.documentLocked))
    expect(refused[0]?.message).toContain('李娜')
    expect(await upload(na, 'two')).toMatchObject({ code: 200, data: { version: 2 } })
    expect([await content(), (await row(wei))?.lockedBy, (await row(wei))?.name]).toEqual(['two', '', '甲.txt'])
    expect((await upload(wei, 'three')).code).toBe(200)
    expect((await wei.get('documents/versions', { documentId: file })).list).toHaveLength(3)
  })

  test('given a lock of another, then only who owns or manages the file ends it, and it ends by itself after a day', async () => {
    await share('wang.qiang', 'edit')
    await lock(na)
    expect((await unlock(qiang)).code).toBe(200)
    expect((await row(wei))?.lockedBy).toBe('李娜')
    expect((await unlock(wei)).code).toBe(200)
    expect((await row(wei))?.lockedBy).toBe('')
    await lock(na)
    // Programs of the owner are bound by the lock of another, and not by the owner's own.
    const { code } = await wei.get('user/client/generatePassword', { name: 'Word', scopes: 'files' })
    const authorization = `Basic ${Buffer.from(`zhang.wei@${TEST_DOMAIN}:${code}`).toString('base64')}`
    const put = async () => {
      const way = ['合同', '甲.txt'].map(encodeURIComponent).join('/')
      const answer = await fetch(`${server.url}/dav/files/${way}`, {
        ...{ method: 'PUT', headers: { authorization }, body: 'by a program' },
      })
      await answer.text()
      return answer.status
    }
    expect(await put()).toBe(423)
    await unlock(wei)
    await lock(wei)
    expect(await put()).toBe(204)
    expect([(await lock(na)).code, (await unlock(na)).code]).toEqual([Code.documentLocked, 200])
    expect((await row(na))?.lockedBy).toBe('张伟')
    server.wait(DAY + 1)
    na = await server.as(naId)
    expect((await lock(na)).code).toBe(200)
  })

  test('given twenty who lock at the same moment, then one has it; and who may not change the file locks and uploads nothing', async () => {
    await share('wang.qiang', 'edit')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => lock([wei, na, qiang][at % 3] ?? wei)))
    const given = new Set(answers.flatMap(({ code }, at) => (code === 200 ? [at % 3] : [])))
    expect(given.size).toBe(1)
    await unlock(wei)
    await wei.post('documents/grant/save', { documentId: folder, grants: [] })
    expect((await lock(na)).code).toBe(Code.documentNotFound)
    expect((await upload(na, 'x')).code).toBe(Code.documentNotFound)
    await share('li.na', 'view')
    expect([(await lock(na)).code, (await upload(na, 'x')).code]).toEqual([Code.forbidden, Code.forbidden])
    expect((await wei.attempt('documents/lock', { documentId: folder })).code).toBe(Code.documentNotFound)
    expect(await content()).toBe('one')
  })
})
