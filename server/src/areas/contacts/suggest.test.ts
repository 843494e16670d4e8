import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDepartment, setDisabled } from '../../store/accounts/accounts.ts'
import { syllablesOf } from '../../store/names/pinyin.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe('how names sound', () => {
  test.each([
    ['单雄信', 'shan xiong xin'],
    ['曾国藩', 'zeng guo fan'],
    ['解晓东', 'xie xiao dong'],
    ['仇英', 'qiu ying'],
    ['区小明', 'ou xiao ming'],
    ['欧阳修', 'ou yang xiu'],
    ['吕梁', 'lv liang'],
    ['王Bob', 'wang bob'],
  ])('%s: %s', (name, sound) => {
    expect(syllablesOf(name).join(' ')).toBe(sound)
  })
})

describe.each(engines)('suggestions, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    const deptId = await createDepartment(server.context, { name: '研发中心', parentId: null })
    await server.addUser('zhang.wei', { name: '张伟', phone: '138 0000 1234', deptId })
    await server.addUser('zhang.min', { name: '张敏' })
    await server.addUser('zengli', { name: '曾丽' })
    await server.addUser('ouyang', { name: '欧阳修' })
    await server.addUser('off', { name: '张三' })
    await server.addUser('li.na', { name: '李娜' })
    await server.addUser('admin', { name: '系统管理员', duties: '运维工程师' })
    await server.addUser('shan', { name: '单雄信', deptId })
    await server.addUser('lv', { name: '吕梁' })
    await server.addUser('lu', { name: '路遥' })
    await server.addUser('smith', { name: 'John Smith' })
    const me = await server.addUser('me', { name: '我' })
    await setDisabled(server.context, 'lu@yanshu.test', true)
    person = await server.login('me')
    await server.context.store.db
      .insertInto('correspondent')
      .values([
        { account_id: me, address: 'zhang.min@yanshu.test', name: '张敏', uses: 3, received: 0, last_used_at: 2_000 },
        { account_id: me, address: 'shan@partner.example', name: '单田芳', uses: 1, received: 0, last_used_at: 1_000 },
        { account_id: me, address: 'admin@yanshu.test', name: '', uses: 9, received: 0, last_used_at: 1_500 },
        { account_id: me, address: 'li@partner.example', name: '黎明', uses: 1, received: 0, last_used_at: 500 },
        { account_id: me, address: 'liu@partner.example', name: '刘洋', uses: 30, received: 0, last_used_at: 9_500 },
        { account_id: me, address: 'news@shop.example', name: '张大卖场', uses: 0, received: 9, last_used_at: 9_000 },
      ])
      .execute()
  })
  afterAll(() => server.stop())

  test('the reason of a suggestion: when it was written to last, and whether it is of the own department', async () => {
    const of = async (who: TestClient, keyword: string) => {
      const { list } = await who.get('contact/list/suggest', { keyword })
      return list.map(({ name, correspondent, lastWrittenAt, sameDepartment }) => [
        ...[name, correspondent, lastWrittenAt, sameDepartment],
      ])
    }
    expect(await of(person, '张敏')).toEqual([['张敏', true, 2_000, undefined]])
    expect(await of(person, '张大卖场')).toEqual([])
    expect(await of(await server.login('zhang.wei'), '单雄信')).toEqual([['单雄信', false, undefined, true]])
  })

  const names = async (keyword: string) =>
    (await person.get('contact/list/suggest', { keyword })).list.map((one) => one.name)

  test.each([
    ['张伟', ['张伟']],
    ['zhangwei', ['张伟']],
    ['zhang wei', ['张伟']],
    ['zw', ['张伟']],
    ['zhangw', ['张伟']],
    ['张w', ['张伟']],
    ['z伟', ['张伟']],
    ['zengli', ['曾丽']],
    ['oyx', ['欧阳修']],
    ['yangx', ['欧阳修']],
    ['shantf', ['单田芳']],
    ['partner', []],
    ['shan@partner', ['单田芳']],
    ['研发', ['张伟', '单雄信']],
    ['1234', ['张伟']],
    ['234567', []],
    ['zhang.wei@yan', ['张伟']],
    ['qqq', []],
    ['zhaw', ['张伟']],
    ['yanfa', ['张伟', '单雄信']],
    ['yfzx', ['张伟', '单雄信']],
    ['中心', ['张伟', '单雄信']],
    ['yunwei', ['系统管理员']],
    ['gongcheng', ['系统管理员']],
    ['shanxx', ['单雄信']],
    ['danxx', ['单雄信']],
    ['danxiong', ['单雄信']],
    ['雄xin', ['单雄信']],
    ['luliang', ['吕梁']],
    ['lvl', ['吕梁']],
    ['ll', ['吕梁']],
    ['luyao', []],
    ['jsm', ['John Smith']],
    ['smith', ['John Smith']],
    ['%', []],
    ["' or 1=1", []],
  ])('%s', async (keyword, expected) => {
    // Who is found by the department alone comes in no order of its own.
    expect((await names(keyword)).sort()).toEqual([...expected].sort())
  })

  test('a better match comes before a person who is written to: a whole syllable before a part of one', async () => {
    expect(await names('li')).toEqual(['黎明', '李娜', '刘洋', '曾丽', '吕梁'])
    expect(await names('lina')).toEqual(['李娜'])
    const { people } = await person.get('mail/email/quick/list', { searchKeyword: 'li' })
    expect(people.map((one) => one.name)).toEqual(['黎明', '李娜', '刘洋', '曾丽', '吕梁'])
  })

  test('a surname is found by every way it is read', async () => {
    expect(await names('dantf')).toEqual(['单田芳'])
    expect(await names('cengli')).toEqual(['曾丽'])
  })

  test('among those it fits equally, whom one writes to comes first; who only writes to one is not suggested', async () => {
    expect(await names('zhang')).toEqual(['张敏', '张三', '张伟'])
    expect(await names('')).toEqual(['刘洋', '张敏', '系统管理员', '单田芳', '黎明'])
  })

  test.each([
    ['zhangw', '张伟', 'name', false],
    ['zhangmin', '张敏', 'name', true],
    ['研发', '张伟', 'department', false],
    ['1234', '张伟', 'phone', false],
    ['wei', '张伟', 'name', false],
    ['ouy', '欧阳修', 'name', false],
    ['运维', '系统管理员', 'duty', true],
    ['shan@partner', '单田芳', 'address', true],
  ])('%s: says why %s is offered', async (keyword, name, matched, correspondent) => {
    const { list } = await person.get('contact/list/suggest', { keyword })
    expect(list.find((one) => one.name === name)).toMatchObject({ matched, correspondent })
  })

  test('without a keyword nothing is matched, and every suggestion is somebody who was written to', async () => {
    const { list } = await person.get('contact/list/suggest', {})
    expect(list.map(({ matched, correspondent }) => [matched, correspondent])).toEqual(list.map(() => ['', true]))
    expect(list).not.toHaveLength(0)
  })
})
