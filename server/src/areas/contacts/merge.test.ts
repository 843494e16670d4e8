import { Code, type Contact } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const mail = (value: string) => ({ kind: 'work' as const, value })
const mobile = (value: string) => ({ kind: 'mobile' as const, value })

describe.each(engines)('contacts that may be one person, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei')
    await server.addUser('li.na')
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const mergeOf = (contacts: readonly Contact[], fields: Partial<Contact> = {}) => {
    const [first] = contacts
    const { contactId: _id, revision: _revision, photo: _photo, ...known } = { ...first, ...fields } as Contact
    return { contacts: contacts.map(({ contactId, revision }) => ({ contactId, revision })), fields: known }
  }

  test('one address, or one number and like names, make a pair; a name alone and a switchboard do not', async () => {
    const save = (fields: object) => person.post('contact/save', fields)
    await save({ name: '同名', emails: [mail('a@partner.example')] })
    await save({ name: '同名', emails: [mail('b@partner.example')] })
    await save({ name: '前台甲', phones: [mobile('021-66668888')] })
    await save({ name: '总机乙', phones: [mobile('021-66668888')] })
    await save({ name: '王芳', phones: [mobile('+86 137 0000 0001')] })
    await save({ name: '王芳（客户）', phones: [mobile('13700000001')] })
    await save({ name: '甲', emails: [mail('One@partner.example')] })
    await save({ name: '乙', emails: [mail('one@partner.example')] })
    const { list, total } = await person.get('contact/double/list')
    expect(total).toBe(2)
    expect(list.map(({ reason, contacts }) => [reason, contacts.map(({ name }) => name)])).toEqual([
      ['address', ['甲', '乙']],
      ['phone', ['王芳', '王芳（客户）']],
    ])
    expect(await other.get('contact/double/list')).toEqual({ list: [], total: 0 })
  })

  test('after merging it is one contact in the groups of both; after undoing there are two as before', async () => {
    const { groupId } = await person.post('contact/group/save', { groupName: '客户' })
    const one = await person.post('contact/save', { name: '合一', emails: [mail('m1@partner.example')] })
    const two = await person.post('contact/save', {
      name: '合二',
      emails: [mail('m2@partner.example')],
      groupIds: [groupId],
    })
    const emails = [...one.emails, ...two.emails]
    const { importId, contact } = await person.post('contact/merge', mergeOf([one, two], { emails, duties: '总监' }))
    expect(contact).toMatchObject({
      contactId: one.contactId,
      name: '合一',
      duties: '总监',
      emails,
      groupIds: [groupId],
    })
    expect(await person.refused('GET', 'contact/detail', { contactId: two.contactId })).toBe(Code.notFound)
    expect((await person.get('contact/list', { keyword: 'm2@' })).list).toMatchObject([{ contactId: one.contactId }])
    expect(await other.refused('POST', 'contact/import/undo', { importId })).toBe(Code.importNotFound)
    expect(await person.post('contact/import/undo', { importId })).toMatchObject({ restored: 2, keptCount: 0 })
    const again = async ({ contactId }: Contact) => ({
      ...(await person.get('contact/detail', { contactId })),
      revision: 1,
    })
    expect([await again(one), await again(two)]).toEqual([one, two])
    expect((await person.get('contact/list', { keyword: 'm2@' })).list).toMatchObject([{ contactId: two.contactId }])
  })

  test("somebody else's contact, one that was changed meanwhile, and one twice are refused", async () => {
    const one = await person.post('contact/save', { name: '留一', emails: [mail('k1@partner.example')] })
    const two = await person.post('contact/save', { name: '留二', emails: [mail('k2@partner.example')] })
    const theirs = await other.post('contact/save', { name: '她的', emails: [mail('hers@partner.example')] })
    expect(await person.refused('POST', 'contact/merge', mergeOf([one, theirs]))).toBe(Code.notFound)
    expect(await other.refused('POST', 'contact/merge', mergeOf([one, two]))).toBe(Code.notFound)
    expect(await person.refused('POST', 'contact/merge', mergeOf([one, one]))).toBe(Code.notFound)
    const stale = mergeOf([one, { ...two, revision: 7 }])
    expect(await person.refused('POST', 'contact/merge', stale)).toBe(Code.contactChanged)
    expect((await other.get('contact/detail', { contactId: theirs.contactId })).name).toBe('她的')
    expect((await person.get('contact/list', { keyword: 'k2@' })).total).toBe(1)
  })
})
