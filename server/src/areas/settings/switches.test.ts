import { SWITCH_DEFAULTS } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ForbiddenError } from '../../platform/http/errors.ts'
import { createDepartment } from '../../store/accounts/accounts.ts'
import { requireSwitch, setSwitch, switchesOf, unsetSwitch } from '../../store/accounts/switches.ts'
import { openStore } from '../../store/database/open.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('switches, on %s', (engine) => {
  let server: TestServer
  let top: number
  let part: number
  let inPart: number
  let inTop: number
  let nowhere: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    top = await createDepartment(server.context, { name: '研发部', parentId: null })
    part = await createDepartment(server.context, { name: '测试组', parentId: top })
    inPart = await server.addUser('zhang.wei', { deptId: part })
    inTop = await server.addUser('li.na', { deptId: top })
    nowhere = await server.addUser('wang.fang')
  })
  afterAll(() => server.stop())

  const words = async () => {
    const { db } = server.context.store
    const of = async (id: number) => (await switchesOf(db, id)).watermark
    return [await of(inPart), await of(inTop), await of(nowhere)]
  }
  const set = (scope: Parameters<typeof setSwitch>[1], value: string, locked = false) =>
    setSwitch(server.context, scope, { name: 'watermark', value, locked })

  test('the nearest value holds, but nothing below one that is locked', async () => {
    expect(await words()).toEqual(['', '', ''])
    await set({ scope: 'organisation' }, 'all')
    await set({ scope: 'department', id: top }, 'top')
    await set({ scope: 'department', id: part }, 'part')
    await set({ scope: 'user', id: inPart }, 'me')
    expect(await words()).toEqual(['me', 'top', 'all'])
    await set({ scope: 'department', id: top }, 'top', true)
    expect(await words()).toEqual(['top', 'top', 'all'])
    await set({ scope: 'organisation' }, 'all', true)
    expect(await words()).toEqual(['all', 'all', 'all'])
    expect(await unsetSwitch(server.context, { scope: 'organisation' }, 'watermark')).toBe(true)
    expect(await unsetSwitch(server.context, { scope: 'organisation' }, 'watermark')).toBe(false)
    expect(await words()).toEqual(['top', 'top', ''])
  })

  test('a call of an area that is switched off is refused', async () => {
    await expect(requireSwitch(server.context, inTop, 'mailArchiveEnable')).rejects.toThrow(ForbiddenError)
    await setSwitch(
      server.context,
      { scope: 'user', id: inTop },
      { name: 'mailArchiveEnable', value: true, locked: false },
    )
    await requireSwitch(server.context, inTop, 'mailArchiveEnable')
    await expect(requireSwitch(server.context, inPart, 'mailArchiveEnable')).rejects.toThrow(ForbiddenError)
  })

  test('open windows of those concerned follow another program, and nobody else is told', async () => {
    const store = await openStore(server.context.config.database)
    const concerned = await (await server.login('zhang.wei')).socket()
    const client = await server.login('zhang.wei')
    const other = await (await server.login('wang.fang')).socket()
    expect((await client.post('mail/main/index', {})).locktime).toBe(SWITCH_DEFAULTS.locktime)
    await setSwitch(
      { store, now: Date.now },
      { scope: 'department', id: top },
      { name: 'locktime', value: 7, locked: false },
    )
    expect(await concerned.next()).toMatchObject({ optType: 'mailbox', change: 'settings' })
    expect((await client.post('mail/main/index', {})).locktime).toBe(7)
    await (await server.login('wang.fang')).post('mail/main/folder/save', { folderName: '后来' })
    expect(await other.next()).toMatchObject({ change: 'folders' })
    concerned.close()
    other.close()
    await store.close()
  })

  test('departments in a circle and a value that no longer fits do no harm', async () => {
    const { db } = server.context.store
    await db.updateTable('department').set({ parent_id: part }).where('id', '=', top).execute()
    await set({ scope: 'department', id: part }, 'round')
    await db
      .insertInto('switch_value')
      .values({ scope: 'organisation', scope_id: 0, name: 'locktime', value: '"seven"', locked: 1, set_at: 1 })
      .execute()
    expect((await switchesOf(db, inTop)).watermark).toBe('top')
    expect((await switchesOf(db, nowhere)).locktime).toBe(SWITCH_DEFAULTS.locktime)
  })
})
