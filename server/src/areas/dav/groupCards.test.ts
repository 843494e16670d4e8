import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const person = (uid: string, name: string) => card(`UID:${uid}`, `FN:${name}`, `N:${name};;;;`, 'TEL:13800000001')
/** As the address book of a Mac writes a group. */
const group = (uid: string, name: string, ...members: string[]) =>
  card(
    ...['PRODID:-//Apple Inc.//macOS 15//EN', `N:${name}`, `FN:${name}`, 'X-ADDRESSBOOKSERVER-KIND:group'],
    ...members.map((member) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${member}`),
    ...['X-ABUID:0001:ABGroup', `UID:${uid}`],
  )

describe.each(engines)('groups as cards, on %s', (engine) => {
  let server: TestServer
  let zhang: TestClient
  const codes = new Map<string, string>()
  beforeAll(async () => {
    server = await startTestServer({ engine })
    for (const local of ['zhang.wei', 'li.na']) {
      const client = await server.as(await server.addUser(local))
      codes.set(local, (await client.get('user/client/generatePassword', { name: local, scopes: 'carddav' })).code)
      if (local === 'zhang.wei') zhang = client
    }
  })
  afterAll(() => server.stop())

  const BOOK = '/dav/addressbooks/zhang.wei%40yanshu.test/contacts/'
  const call = (
    method: string,
    name: string,
    body?: string,
    { as = 'zhang.wei', ...headers }: Record<string, string> = {},
  ) =>
    fetch(server.url + BOOK + name, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${as}@yanshu.test:${codes.get(as)}`).toString('base64')}`,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  const put = async (name: string, body: string, headers = {}) => (await call('PUT', name, body, headers)).status
  const textOf = async (name: string, headers = {}) => {
    const answer = await call('GET', name, undefined, headers)
    return answer.status === 200 ? (await answer.text()).replaceAll(/\r\n /g, '') : String(answer.status)
  }
  const membersIn = (text: string) => text.match(/(?<=MEMBER:urn:uuid:).*(?=\r)/g) ?? []
  const sync = async (token: string) => {
    const body = `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>`
    const text = await (await call('REPORT', '', body, { depth: '1' })).text()
    const entries = text.split('<D:response>').slice(1)
    const named = (gone: boolean) =>
      entries
        .filter((entry) => entry.includes('404 Not Found') === gone)
        .map((entry) => decodeURIComponent(/contacts\/([^<]*)<\/D:href>/.exec(entry)?.[1] ?? ''))
        .toSorted()
    return {
      changed: named(false),
      removed: named(true),
      token: /<D:sync-token>([^<]*)<\/D:sync-token>/.exec(text)?.[1] ?? '',
    }
  }
  const groups = async () => (await zhang.get('contact/group/list')).list
  const shown = async () => (await groups()).map(({ groupName, contacts }) => [groupName, contacts])

  test('a group of a Mac becomes one of the page; its contacts follow the card, also those that come after it', async () => {
    expect(await put('p1.vcf', person('p1', '王海'))).toBe(201)
    expect(await put('mac.vcf', group('MAC-1', '客户', 'p1', 'p2'))).toBe(201)
    expect(await shown()).toEqual([['客户', 1]])
    expect(membersIn(await textOf('mac.vcf'))).toEqual(['p1', 'p2'])
    expect(await put('p2.vcf', person('p2', '李强'))).toBe(201)
    expect(await shown()).toEqual([['客户', 2]])
    expect(await textOf('p2.vcf')).toContain('CATEGORIES:客户')
    const text = await textOf('mac.vcf')
    expect(text).toMatch(/UID:MAC-1\r[\s\S]*X-ADDRESSBOOKSERVER-KIND:group\r/)
    expect(text).toContain('X-ABUID:0001:ABGroup')
    expect(await textOf('mac.vcf', { accept: 'text/vcard; version=4.0' })).toMatch(
      /KIND:group\r\nMEMBER:urn:uuid:p1\r\nMEMBER:urn:uuid:p2\r/,
    )

    const { token } = await sync('')
    expect(await put('mac.vcf', group('MAC-1', '重点客户', 'p2'))).toBe(204)
    expect(await shown()).toEqual([['重点客户', 1]])
    expect((await sync(token)).changed).toEqual(['mac.vcf', 'p1.vcf', 'p2.vcf'])
    expect(await textOf('p1.vcf')).not.toContain('CATEGORIES')
  })

  test('a group of the page reaches a program, with each change of it, and goes with it', async () => {
    const saved = await zhang.post('contact/group/save', { groupId: null, parentId: null, groupName: '同学' })
    const below = await zhang.post('contact/group/save', {
      groupId: null,
      parentId: saved.groupId,
      groupName: '小学',
    })
    const first = await sync('')
    const name = `yanshu-group-${saved.groupId}.vcf`
    expect(first.changed).toContain(name)
    const [wang] = (await zhang.get('contact/list', { keyword: '王海' })).list
    const contactId = wang?.contactId ?? 0
    await zhang.post('contact/group/members', { groupId: saved.groupId, add: [contactId] })
    const added = await sync(first.token)
    expect(added.changed).toEqual(['p1.vcf', name])
    expect(membersIn(await textOf(name))).toEqual(['p1'])
    await zhang.post('contact/delete', { contactIds: [contactId] })
    const gone = await sync(added.token)
    expect([gone.changed.includes(name), gone.removed]).toEqual([true, ['p1.vcf']])
    expect(membersIn(await textOf(name))).toEqual([])
    await zhang.post('contact/restore', { contactIds: [contactId] })
    expect(membersIn(await textOf(name))).toEqual(['p1'])
    // A contact that is saved without another group is no change of its groups.
    const { token } = await sync('')
    const { photo: _photo, ...contact } = await zhang.get('contact/detail', { contactId })
    await zhang.post('contact/save', { ...contact, duties: '经理' })
    expect((await sync(token)).changed).toEqual(['p1.vcf'])

    expect((await call('DELETE', name, undefined, { 'if-match': '"g0-0"' })).status).toBe(412)
    expect((await call('DELETE', name)).status).toBe(204)
    expect((await sync(token)).removed).toEqual([name])
    expect((await groups()).find(({ groupId }) => groupId === below.groupId)?.parentId).toBeNull()
    await zhang.post('contact/group/delete', { groupId: below.groupId })
    expect((await sync(token)).removed.length).toBe(2)
  })

  test('what is no group is refused, a name or a UID that another has too, and an account that does not own the book', async () => {
    expect(await put('empty.vcf', group('E', ''))).toBe(403)
    expect(await put('p1.vcf', group('P1-GROUP', '人变组'))).toBe(403)
    expect(await put('mac.vcf', person('MAC-1', '组变人'))).toBe(403)
    expect(await put('twin.vcf', group('MAC-1', '双胞胎'))).toBe(403)
    expect(await put('mac.vcf', group('MAC-1', '迟到'), { 'if-match': '"g0-0"' })).toBe(412)
    const before = await textOf('mac.vcf')
    for (const [method, body] of [['GET'], ['PUT', group('MAC-1', '坏', 'p1')], ['DELETE']] as const) {
      expect((await call(method, 'mac.vcf', body, { as: 'li.na' })).status).toBe(404)
    }
    expect(await textOf('mac.vcf')).toBe(before)
    // A name that is longer than one of the page goes back whole.
    const long = '很长的名字'.repeat(8)
    expect(await put('long.vcf', group('LONG', long))).toBe(201)
    expect(await textOf('long.vcf')).toContain(`FN:${long}\r`)
    expect((await groups()).at(-1)?.groupName).toBe(long.slice(0, 30))
    expect((await call('DELETE', 'long.vcf')).status).toBe(204)
    expect(await put('long.vcf', group('LONG', '又来了'))).toBe(201)
  })
})
