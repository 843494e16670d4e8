import { Code } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

describe.each(engines)('birthdays of contacts, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  let li: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    zhang = await server.as(await server.addUser('zhang.wei'))
    li = await server.as(await server.addUser('li.na'))
  })
  afterAll(() => server.stop())

  test('given birthdays of both calendars, then each is on its day of the year, for whoever keeps the contact', async () => {
    const save = (name: string, birthday: string, birthdayLunar = false) =>
      zhang.post('contact/save', { name, birthday, birthdayLunar })
    await save('初一', '1990-01-01', true)
    await save('除夕', '--12-30', true)
    await save('闰日', '1992-02-29')
    await save('还没出生', '2030-02-10')
    await save('没有生日', '')
    const gone = await save('删了', '1990-02-10')
    await zhang.post('contact/delete', { contactIds: [gone.contactId] })
    const february = { from: '2027-02-01', to: '2027-02-28' }
    const { list } = await zhang.get('contact/birthdays', february)
    // New Year of 2027 is the sixth of February, and its eve is a twenty-ninth.
    expect(list.map(({ name, day, age, lunar }) => [name, day, age, lunar])).toEqual([
      ['除夕', '2027-02-05', null, true],
      ['初一', '2027-02-06', 37, true],
      ['闰日', '2027-02-28', 35, false],
    ])
    expect((await zhang.get('contact/birthdays', { from: '2028-02-29', to: '2028-02-29' })).list).toMatchObject([
      { name: '闰日' },
    ])
    expect((await li.get('contact/birthdays', february)).list).toEqual([])
  })

  test.each([
    ['two years', '2027-01-01', '2029-01-01'],
    ['an end before its start', '2027-02-02', '2027-02-01'],
    ['a day that does not exist', '2027-02-30', '2027-03-01'],
    ['no day', 'x', 'y'],
  ])('%s is refused', async (_what, from, to) => {
    expect(await zhang.refused('GET', 'contact/birthdays', { from, to })).toBe(Code.badRequest)
  })
})
