import { crc32 } from 'node:zlib'
import { CONTACT_KEPT_MS, Code, type PostBody } from '@yanshu/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sending } from '../../testing/letters.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG with a chunk of text of so many bytes before its end (PNG, third edition, §5.3). */
function withText(png: Buffer, bytes: number): Buffer {
  const end = png.length - 12
  const chunk = Buffer.alloc(12 + bytes)
  chunk.writeUInt32BE(bytes)
  chunk.write('tEXt', 4, 'latin1')
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + bytes)), 8 + bytes)
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}

const mail = (value: string) => ({ kind: 'work' as const, value })

describe.each(engines)('the own contacts, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  let other: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
  })
  afterAll(() => server.stop())

  const save = (fields: PostBody<'contact/save'>, who = person) => who.post('contact/save', fields)
  const namesOf = async (query: { keyword?: string; groupId?: number; starred?: '1' } = {}) =>
    (await person.get('contact/list', query)).list.map(({ name }) => name)

  test('a contact is stored with all its fields, and read as it was written', async () => {
    const written = {
      name: '单 田芳',
      nickname: '单老',
      organization: '曲艺家协会',
      duties: '顾问',
      note: '评书\n第二行',
      birthday: '1934-12-17',
      birthdayLunar: true,
      emails: [mail('Shan@partner.example'), { kind: 'home' as const, value: 'tf@home.example' }],
      phones: [{ kind: 'mobile' as const, value: '+86 138-0000-9876' }],
      addresses: [{ kind: 'home' as const, value: '鞍山市铁东区 1 号' }],
      starred: true,
    }
    const made = await save(written)
    expect(made).toMatchObject({ ...written, revision: 1, groupIds: [], photo: '' })
    expect(await person.get('contact/detail', { contactId: made.contactId })).toEqual(made)
    const { list } = await person.get('contact/list', { starred: '1' })
    expect(list).toEqual([
      {
        contactId: made.contactId,
        name: '单 田芳',
        address: 'Shan@partner.example',
        phone: '+86 138-0000-9876',
        organization: '曲艺家协会',
        duties: '顾问',
        starred: true,
        photo: '',
        initial: 'S',
      },
    ])
    for (const keyword of ['dantf', 'shan', '田芳', '9876', 'tf@home', 'shanlao', 'quyi', '顾问']) {
      expect(await namesOf({ keyword }), keyword).toEqual(['单 田芳'])
    }
    expect((await person.get('contact/list/suggest', { keyword: 'stf' })).list).toMatchObject([
      { name: '单 田芳', address: 'shan@partner.example', kind: 'contact', matched: 'name' },
    ])
  })

  test('a second person reads, finds, changes and deletes none of them', async () => {
    const { contactId, revision } = await save({ name: '机密', emails: [mail('secret@partner.example')] })
    const { groupId } = await person.post('contact/group/save', { groupName: '机密组' })
    await person.post('contact/group/members', { groupId, add: [contactId] })
    expect((await other.get('contact/list')).total).toBe(0)
    expect((await other.get('contact/list', { keyword: 'jimi' })).list).toEqual([])
    expect((await other.get('contact/list/suggest', { keyword: 'secret' })).list).toEqual([])
    expect((await other.get('contact/person', { address: 'secret@partner.example' })).person).toBeNull()
    expect((await other.get('contact/group/list')).list).toEqual([])
    expect(await other.refused('GET', 'contact/detail', { contactId })).toBe(Code.notFound)
    expect(await other.refused('POST', 'contact/save', { contactId, revision, name: '改' })).toBe(Code.notFound)
    expect(await other.refused('GET', 'contact/list', { groupId })).toBe(Code.notFound)
    expect(await other.refused('GET', 'contact/group/people', { groupId })).toBe(Code.notFound)
    expect(await other.refused('POST', 'contact/group/save', { groupId, groupName: '改' })).toBe(Code.notFound)
    expect(await other.refused('POST', 'contact/group/save', { parentId: groupId, groupName: '改' })).toBe(
      Code.notFound,
    )
    expect(await other.refused('POST', 'contact/group/delete', { groupId })).toBe(Code.notFound)
    expect(await other.refused('POST', 'contact/group/members', { groupId, remove: [contactId] })).toBe(Code.notFound)
    expect(await other.post('contact/delete', { contactIds: [contactId] })).toEqual({ contactIds: [] })
    await other.post('contact/star', { contactIds: [contactId], starred: true })
    const own = await other.post('contact/group/save', { groupName: '她的' })
    await other.post('contact/group/members', { groupId: own.groupId, add: [contactId] })
    expect((await other.get('contact/group/people', { groupId: own.groupId })).list).toEqual([])
    expect(await person.get('contact/detail', { contactId })).toMatchObject({ name: '机密', starred: false, revision })
    expect(await namesOf({ groupId })).toEqual(['机密'])
    await person.post('contact/delete', { contactIds: [contactId] })
  })

  test('the list is by pinyin, letters after characters of the same sound, the rest last, and counted by initial', async () => {
    const reader = await server.login('li.na')
    for (const name of ['赵云', 'Zoe', '阿斗', '123', '欧阳锋', '曾国藩']) await save({ name }, reader)
    const { list, total, initials } = await reader.get('contact/list')
    expect(list.map(({ name, initial }) => [name, initial])).toEqual([
      ['阿斗', 'A'],
      ['欧阳锋', 'O'],
      ['曾国藩', 'Z'],
      ['赵云', 'Z'],
      ['Zoe', 'Z'],
      ['123', '#'],
    ])
    expect(total).toBe(6)
    expect(initials).toEqual([
      { initial: 'A', count: 1 },
      { initial: 'O', count: 1 },
      { initial: 'Z', count: 3 },
      { initial: '#', count: 1 },
    ])
    const second = await reader.get('contact/list', { offset: 1, pageSize: 2 })
    expect(second.list.map(({ name }) => name)).toEqual(list.slice(1, 3).map(({ name }) => name))
  })

  test('what another window changed meanwhile is not overwritten', async () => {
    const made = await save({ name: '两个窗口' })
    const { contactId, revision } = made
    const changed = await save({ contactId, revision, name: '两个窗口', note: '先' })
    expect(changed.revision).toBe(2)
    const late = { contactId, revision, name: '两个窗口', note: '后' }
    expect(await person.refused('POST', 'contact/save', late)).toBe(Code.contactChanged)
    expect(await person.refused('POST', 'contact/save', { contactId, name: '没有版本' })).toBe(Code.badRequest)
    expect((await person.get('contact/detail', { contactId })).note).toBe('先')
  })

  test.each([
    ['nobody at all', { name: ' ' }],
    ['an address that is none', { name: '人', emails: [mail('wrong')] }],
    ['a phone number that is none', { name: '人', phones: [{ kind: 'home', value: '<b>' }] }],
    ['a day that does not exist', { name: '人', birthday: '1990-02-30' }],
    ['a name too long', { name: '长'.repeat(101) }],
    ['more addresses than there is room for', { name: '人', emails: Array.from({ length: 11 }, () => mail('a@b.cn')) }],
  ])('%s is refused', async (_what, fields) => {
    expect(await person.refused('POST', 'contact/save', fields)).toBe(Code.badRequest)
  })

  test('deleting can be undone, with the groups; after a long time it is final', async () => {
    const { groupId } = await person.post('contact/group/save', { groupName: '球队' })
    const { contactId } = await save({ name: '常回来', emails: [mail('back@partner.example')], groupIds: [groupId] })
    expect(await person.post('contact/delete', { contactIds: [contactId] })).toEqual({ contactIds: [contactId] })
    expect(await person.refused('GET', 'contact/detail', { contactId })).toBe(Code.notFound)
    expect(await namesOf({ keyword: 'changhl' })).toEqual([])
    expect(await person.post('contact/restore', { contactIds: [contactId] })).toEqual({ contactIds: [contactId] })
    expect((await person.get('contact/detail', { contactId })).groupIds).toEqual([groupId])
    expect(await namesOf({ keyword: 'changhl' })).toEqual(['常回来'])
    await person.post('contact/delete', { contactIds: [contactId] })
    server.wait(CONTACT_KEPT_MS + 1_000)
    person = await server.login('zhang.wei')
    other = await server.login('li.na')
    const passing = await save({ name: '过客' })
    await person.post('contact/delete', { contactIds: [passing.contactId] })
    expect(await person.post('contact/restore', { contactIds: [contactId] })).toEqual({ contactIds: [] })
  })

  test('groups nest, are written to as one, and are deleted with those below them; the people stay', async () => {
    const top = await person.post('contact/group/save', { groupName: '客户' })
    const below = await person.post('contact/group/save', { groupName: '华东', parentId: top.groupId })
    const east = await save({ name: '东哥', emails: [mail('dong@a.example'), mail('dong2@a.example')] })
    const silent = await save({ name: '没邮箱' })
    await person.post('contact/group/members', {
      groupId: below.groupId,
      add: [east.contactId, silent.contactId, east.contactId, 999_999],
    })
    expect(await namesOf({ groupId: top.groupId })).toEqual(['东哥', '没邮箱'])
    expect(await person.get('contact/group/people', { groupId: top.groupId })).toEqual({
      list: [{ name: '东哥', address: 'dong@a.example' }],
    })
    const { list } = await person.get('contact/group/list')
    expect(list.find(({ groupId }) => groupId === below.groupId)).toEqual({ ...below, contacts: 2 })
    expect(await person.refused('POST', 'contact/group/save', { groupName: '客户' })).toBe(Code.nameTaken)
    const circle = { groupId: top.groupId, parentId: below.groupId, groupName: '客户' }
    expect(await person.refused('POST', 'contact/group/save', circle)).toBe(Code.badRequest)
    const colleague = { name: '李娜', address: 'li.na@yanshu.test' }
    const people = [
      colleague,
      { name: '别名', address: 'DONG2@a.example' },
      { ...colleague, address: 'Li.Na@yanshu.test' },
    ]
    const first = await person.post('contact/group/members', { groupId: top.groupId, addPeople: people })
    expect(first.added).toHaveLength(2)
    expect(first.added).toContain(east.contactId)
    expect(await person.post('contact/group/members', { groupId: top.groupId, addPeople: people })).toEqual({
      added: [],
    })
    const lina = await person.get('contact/list', { keyword: 'lina' })
    expect(lina.list.map(({ name }) => name)).toEqual(['李娜'])
    await person.post('contact/delete', { contactIds: lina.list.map(({ contactId }) => contactId) })
    expect(
      await person.refused('POST', 'contact/group/members', {
        groupId: top.groupId,
        addPeople: [{ name: '', address: '不是邮箱' }],
      }),
    ).toBe(Code.badRequest)
    expect(await other.refused('POST', 'contact/group/members', { groupId: top.groupId, addPeople: people })).toBe(
      Code.notFound,
    )
    await person.post('contact/group/delete', { groupId: top.groupId })
    expect((await person.get('contact/group/list')).list.map(({ groupName }) => groupName)).not.toContain('华东')
    expect((await person.get('contact/detail', { contactId: east.contactId })).groupIds).toEqual([])
  })

  test('a picture is shown to its owner alone, and garbage when it is replaced', async () => {
    const upload = async (content: Buffer, type: string) => {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(content)], { type }), 'me.png')
      const response = await fetch(`${server.url}/api/file/uploadMailPicture`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.login?.accessToken}` },
        body: form,
      })
      return ((await response.json()) as { data: { id: string } }).data.id
    }
    const photoId = await upload(PNG, 'image/png')
    const made = await save({ name: '有照片', photoId })
    expect(made.photo).toMatch(/^\/api\/contact\/photo\/\d+\?v=/)
    const show = (who: TestClient) =>
      fetch(server.url + made.photo, { headers: { cookie: `safeMailToken=${who.login?.accessToken}` } })
    const shown = await show(person)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
    expect((await show(other)).status).toBe(404)
    expect(await other.refused('POST', 'contact/save', { name: '偷', photoId })).toBe(Code.fileNotFound)
    const large = await upload(withText(PNG, 2_200_000), 'image/png')
    const { contactId, revision } = made
    expect(await person.refused('POST', 'contact/save', { contactId, revision, name: '大', photoId: large })).toBe(
      Code.tooLarge,
    )
    const without = await save({ contactId, revision, name: '有照片', photoId: null })
    expect(without.photo).toBe('')
    const noted = await server.context.store.db.selectFrom('garbage_blob').select('hash').execute()
    expect(noted.length).toBeGreaterThan(0)
  })

  test('open windows of the owner are notified, and nobody else', async () => {
    const mine = await person.socket()
    const theirs = await other.socket()
    await save({ name: '新来的' })
    expect(await mine.next()).toMatchObject({ optType: 'event', name: 'contacts.changed' })
    await save({ name: '她的' }, other)
    expect(await theirs.next()).toMatchObject({ optType: 'event', name: 'contacts.changed' })
    mine.close()
    theirs.close()
  })

  test('recipients of a mail are added where the setting says so: strangers once, colleagues never', async () => {
    const send = (requestId: string, to: { name: string; address: string }[]) =>
      person.post('mail/email/send', sending({ requestId, to }))
    const stranger = { name: '远方', address: 'Far@partner.example' }
    await send('keep-recipients-1', [stranger, { name: '李娜', address: 'li.na@yanshu.test' }])
    await send('keep-recipients-2', [stranger])
    expect(await namesOf({ keyword: 'far@' })).toEqual(['远方'])
    expect(await namesOf({ keyword: 'li.na' })).toEqual([])
    await person.post('mail/main/generalConfig/save', { saveContact: false })
    await send('keep-recipients-3', [{ name: '不留', address: 'gone@partner.example' }])
    expect(await namesOf({ keyword: 'gone@' })).toEqual([])
  })

  test('what is known of an address: the directory, the own contact, or nothing', async () => {
    await save({
      name: '小李',
      emails: [mail('LI.NA@yanshu.test')],
      phones: [{ kind: 'mobile', value: '13900001111' }],
    })
    const known = await person.get('contact/person', { address: 'li.na@yanshu.test' })
    expect(known.person).toMatchObject({ name: '李娜', accountId: expect.any(Number), contactId: expect.any(Number) })
    expect(known.person?.phone).toBe('13900001111')
    expect((await person.get('contact/person', { address: 'nobody@nowhere.example' })).person).toBeNull()
  })
})
