import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment, setDepartmentHeads, setDisabled } from '../../store/accounts/accounts.ts'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('the organisation, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let top: number
  let front: number
  let back: number
  beforeAll(async () => {
    server = await startTestServer({ engine })
    top = await createDepartment(server.context, { name: '研发中心', parentId: null, sort: 1 })
    back = await createDepartment(server.context, { name: '后端组', parentId: top, sort: 3 })
    front = await createDepartment(server.context, { name: '前端组', parentId: top, sort: 2 })
    await server.addUser('zhang.wei', { name: '张伟', deptId: front, duties: '组长' })
    await server.addUser('li.na', { name: '李娜', deptId: back, partTimeDeptIds: [front] })
    await server.addUser('a', { name: '阿福', deptId: front })
    await server.addUser('b', { name: '白起', deptId: front })
    await server.addUser('off', { name: '离职', deptId: front })
    await setDisabled(server.context, 'off@yanshu.test', true)
    const { id } = await server.context.store.db
      .selectFrom('account')
      .select('id')
      .where('address', '=', 'zhang.wei@yanshu.test')
      .executeTakeFirstOrThrow()
    await setDepartmentHeads(server.context, front, [id, id])
    person = await server.login('li.na')
  })
  afterAll(() => server.stop())

  test('the tree has every department in its order, with how many people are in each', async () => {
    expect((await person.get('contact/tree')).list).toEqual([
      { deptId: top, parentId: null, deptName: '研发中心', people: 0, own: 0 },
      { deptId: front, parentId: top, deptName: '前端组', people: 4, own: 3 },
      { deptId: back, parentId: top, deptName: '后端组', people: 1, own: 1 },
    ])
  })

  test('people of a department: who leads it, its own by pinyin, then those who work in it part time', async () => {
    const { list, more } = await person.get('contact/department/people', { deptId: front })
    expect(list.map(({ name, head, partTime }) => [name, head, partTime])).toEqual([
      ['张伟', true, false],
      ['阿福', false, false],
      ['白起', false, false],
      ['李娜', false, true],
    ])
    expect(more).toBe(false)
    const page = await person.get('contact/department/people', { deptId: front, pageSize: 2 })
    expect([page.list.map(({ name }) => name), page.more]).toEqual([['张伟', '阿福'], true])
    const rest = await person.get('contact/department/people', { deptId: front, after: page.list[1]?.accountId })
    expect([rest.list.map(({ name }) => name), rest.more]).toEqual([['白起', '李娜'], false])
    expect(await person.refused('GET', 'contact/department/people', { deptId: 99_999 })).toBe(Code.notFound)
    const { person: known } = await person.get('contact/person', { address: 'zhang.wei@yanshu.test' })
    expect(known).toMatchObject({ deptName: '研发中心 / 前端组', leads: ['前端组'], duties: '组长' })
  })

  test('where the organisation is not shown, both are refused', async () => {
    const stranger = await server.addUser('stranger')
    await setSwitch(
      server.context,
      { scope: 'user', id: stranger },
      { name: 'displayOrg', value: false, locked: false },
    )
    const outside = await server.login('stranger')
    expect(await outside.refused('GET', 'contact/tree')).toBe(Code.forbidden)
    expect(await outside.refused('GET', 'contact/department/people', { deptId: front })).toBe(Code.forbidden)
  })
})
