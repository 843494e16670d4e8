import { CONTACT_KEPT_MS, Code, type PostBody } from '@yanshu/contracts'
import { createDAVClient } from 'tsdav'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setDisabled } from '../../store/accounts/accounts.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../testing/testServer.ts'

/** Authorization codes by local part. */
const codes = new Map<string, string>()
const localOf = (account: string) => account.split('@')[0] ?? ''
const basic = (account: string, password = codes.get(localOf(account)) ?? '') =>
  `Basic ${Buffer.from(`${account}:${password}`).toString('base64')}`
const card = (uid: string, ...lines: string[]) =>
  ['BEGIN:VCARD', 'VERSION:3.0', `UID:${uid}`, ...lines, 'END:VCARD', ''].join('\r\n')

describe.each(engines)('CardDAV, on %s', (engine) => {
  let server: TestServer
  let person: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('zhang.wei', { name: '张伟' })
    await server.addUser('li.na', { name: '李娜' })
    person = await server.login('zhang.wei')
    for (const local of ['zhang.wei', 'li.na']) codes.set(local, await codeOf(local))
  })
  afterAll(() => server.stop())

  const codeOf = async (local: string) => {
    const client = await server.login(local)
    return (await client.get('user/client/generatePassword', { name: local, scopes: 'carddav' })).code
  }

  const BOOK = '/dav/addressbooks/zhang.wei%40yanshu.test/contacts/'
  const call = (
    method: string,
    path: string,
    {
      body,
      headers = {},
      as = 'zhang.wei@yanshu.test',
    }: { body?: string; headers?: Record<string, string>; as?: string } = {},
  ) =>
    fetch(server.url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: basic(as), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const save = (fields: PostBody<'contact/save'>) => person.post('contact/save', fields)
  const clientOf = (account: string) =>
    createDAVClient({
      serverUrl: server.url,
      credentials: { username: account, password: codes.get(localOf(account)) ?? '' },
      authMethod: 'Basic',
      defaultAccountType: 'carddav',
    })
  const syncBody = (token: string, limit?: number) =>
    `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token}</D:sync-token><D:sync-level>1</D:sync-level>${limit === undefined ? '' : `<D:limit><D:nresults>${limit}</D:nresults></D:limit>`}<D:prop><D:getetag/></D:prop></D:sync-collection>`
  const sync = async (token: string, limit?: number) => {
    const response = await call('REPORT', BOOK, { body: syncBody(token, limit), headers: { depth: '1' } })
    const text = await response.text()
    const entries = text.split('<D:response>').slice(1)
    const hrefs = (gone: boolean) =>
      entries
        .filter((entry) => entry.includes('404 Not Found') === gone && !entry.includes('507 Insufficient Storage'))
        .map((entry) => decodeURIComponent(/contacts\/([^<]*)<\/D:href>/.exec(entry)?.[1] ?? ''))
    return {
      status: response.status,
      text,
      token: /<D:sync-token>([^<]*)<\/D:sync-token>/.exec(text)?.[1] ?? '',
      changed: hrefs(false),
      removed: hrefs(true),
      more: text.includes('507 Insufficient Storage'),
    }
  }

  test('a client finds the address book by itself, reads, makes, changes and deletes, and the pages show the same', async () => {
    await save({ name: '网页里的人', emails: [{ kind: 'work', value: 'page@partner.example' }] })
    const client = await clientOf('zhang.wei@yanshu.test')
    const [book] = await client.fetchAddressBooks()
    if (!book) throw new Error('no address book was found')
    expect(decodeURIComponent(book.url)).toContain('/addressbooks/zhang.wei@yanshu.test/contacts/')
    expect((await client.fetchVCards({ addressBook: book })).map(({ data }) => data)).toEqual([
      expect.stringContaining('FN:网页里的人'),
    ])
    const made = await client.createVCard({
      addressBook: book,
      filename: 'phone-1.vcf',
      vCardString: card('phone-1', 'FN:手机用户', 'N:手机用户;;;;', 'TEL;TYPE=CELL:13800000001', 'X-PHONETIC:kept'),
    })
    expect(made.status).toBe(201)
    const [row] = (await person.get('contact/list', { keyword: 'shoujiyonghu' })).list
    expect(row).toMatchObject({ name: '手机用户', phone: '13800000001' })

    const contact = await person.get('contact/detail', { contactId: row?.contactId ?? 0 })
    const { photo: _photo, ...known } = contact
    await save({ ...known, duties: '组长' })
    const cards = await client.fetchVCards({ addressBook: book })
    const mine = cards.find(({ url }) => url.endsWith('phone-1.vcf'))
    expect(mine?.data).toContain('TITLE:组长')
    expect(mine?.data).toContain('X-PHONETIC:kept')
    if (!mine) throw new Error('the card is gone')
    const updated = await client.updateVCard({ vCard: { ...mine, data: mine.data.replace('组长', '总监') } })
    expect(updated.status).toBe(204)
    expect((await person.get('contact/detail', { contactId: contact.contactId })).duties).toBe('总监')
    // The tag that the client had is an old one now.
    expect((await client.updateVCard({ vCard: mine })).status).toBe(412)
    const fresh = (await client.fetchVCards({ addressBook: book })).find(({ url }) => url === mine.url)
    if (!fresh) throw new Error('the card is gone')
    expect((await client.deleteVCard({ vCard: fresh })).status).toBe(204)
    expect((await person.get('contact/list', { keyword: 'shoujiyonghu' })).list).toEqual([])
    expect((await clientOf('li.na@yanshu.test').then((other) => other.fetchAddressBooks())).length).toBe(1)
  })

  test('groups of the page are categories of the cards, both ways, and a change of them reaches a program', async () => {
    const put = (...lines: string[]) =>
      call('PUT', `${BOOK}grouped.vcf`, { body: card('grouped', 'FN:赵磊', 'N:赵;磊;;;', 'TEL:13800000009', ...lines) })
    const shown = async () => (await call('GET', `${BOOK}grouped.vcf`)).text()
    expect((await put('CATEGORIES:供应商,华东', 'KEY;ENCODING=b:LS0t', 'BDAY:1985')).status).toBe(201)
    expect(await shown()).toMatch(/CATEGORIES:供应商,华东[\s\S]*KEY;ENCODING=b:LS0t|KEY[\s\S]*CATEGORIES:供应商,华东/)
    expect(await shown()).toContain('BDAY;VALUE=DATE:1985')
    const { list: groups } = await person.get('contact/group/list')
    expect(groups.map(({ groupName, contacts }) => [groupName, contacts])).toEqual([
      ['供应商', 1],
      ['华东', 1],
    ])
    // A card that a program without groups writes leaves its groups as they are.
    expect((await put()).status).toBe(204)
    expect(await shown()).toContain('CATEGORIES:供应商,华东')
    expect((await put('CATEGORIES:华东')).status).toBe(204)
    expect(await shown()).toMatch(/CATEGORIES:华东\r/)
    const { token } = await sync('')
    const [first] = groups
    const { list } = await person.get('contact/list', { keyword: 'zhaolei' })
    const contactId = list[0]?.contactId ?? 0
    await person.post('contact/group/members', { groupId: first?.groupId ?? 0, add: [contactId] })
    const group = `yanshu-group-${first?.groupId}.vcf`
    const added = await sync(token)
    expect(added.changed.toSorted()).toEqual(['grouped.vcf', group])
    expect(await shown()).toContain('CATEGORIES:供应商,华东')
    await person.post('contact/group/save', { groupId: first?.groupId ?? 0, parentId: null, groupName: '厂商' })
    const renamed = await sync(added.token)
    expect(renamed.changed.toSorted()).toEqual(['grouped.vcf', group])
    await person.post('contact/group/delete', { groupId: first?.groupId ?? 0 })
    const left = await sync(renamed.token)
    expect([left.changed, left.removed]).toEqual([['grouped.vcf'], [group]])
    expect(await shown()).toMatch(/CATEGORIES:华东\r/)
    expect((await call('DELETE', `${BOOK}grouped.vcf`)).status).toBe(204)
  })

  test('what changed since is told exactly once, in parts where a client asks for few, and never half a change', async () => {
    const first = await sync('')
    expect(first.status).toBe(207)
    const made = await Promise.all(['甲', '乙', '丙'].map((name) => save({ name })))
    await person.post('contact/delete', { contactIds: [made[2]?.contactId ?? 0] })
    const next = await sync(first.token)
    expect([next.changed.length, next.removed.length]).toEqual([2, 1])
    expect((await sync(next.token)).changed).toEqual([])
    // Two starred at once are one change: they come together even if one was asked for.
    await person.post('contact/star', { contactIds: made.slice(0, 2).map((one) => one.contactId), starred: true })
    await save({ name: '丁' })
    const part = await sync(next.token, 1)
    expect([part.changed.length, part.more]).toEqual([2, true])
    const rest = await sync(part.token, 1)
    expect([rest.changed.length, rest.more]).toEqual([1, false])
    for (const token of ['urn:yanshu:sync:999999', 'nonsense']) {
      const refused = await sync(token)
      expect([refused.status, refused.text.includes('valid-sync-token')]).toEqual([403, true])
    }
  })

  test('given deletions that are gone for good, then an older token is refused and everything is read again', async () => {
    const { token } = await sync('')
    const gone = await save({ name: '早就删了' })
    await person.post('contact/delete', { contactIds: [gone.contactId] })
    server.wait(CONTACT_KEPT_MS + 1_000)
    person = await server.login('zhang.wei')
    const passing = await save({ name: '过客' })
    await person.post('contact/delete', { contactIds: [passing.contactId] })
    expect((await sync(token)).status).toBe(403)
    expect((await sync('')).status).toBe(207)
  })

  test('a query finds by name, address and number, in any case, and what is not there', async () => {
    await save({
      name: 'Query Person',
      emails: [{ kind: 'work', value: 'Query@Partner.example' }],
      phones: [{ kind: 'mobile', value: '+86 13812345678' }],
    })
    const find = async (filter: string) => {
      const body = `<C:addressbook-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><D:getetag/><C:address-data version="4.0"/></D:prop><C:filter test="allof">${filter}</C:filter></C:addressbook-query>`
      const text = await (await call('REPORT', BOOK, { body, headers: { depth: '1' } })).text()
      return text.match(/FN:[^&\r\n]*/g) ?? []
    }
    const match = (name: string, text: string, type = 'contains') =>
      `<C:prop-filter name="${name}"><C:text-match match-type="${type}">${text}</C:text-match></C:prop-filter>`
    expect(await find(match('EMAIL', 'query@PARTNER', 'starts-with'))).toEqual(['FN:Query Person'])
    expect(await find(match('TEL', '5678', 'ends-with'))).toEqual(['FN:Query Person'])
    expect(await find(match('FN', 'query person', 'equals') + match('TEL', '999'))).toEqual([])
    const without = '<C:prop-filter name="EMAIL"><C:is-not-defined/></C:prop-filter>'
    expect(await find(without + match('FN', 'query'))).toEqual([])
    const mobile = `<C:prop-filter name="TEL"><C:param-filter name="TYPE"><C:text-match>cell</C:text-match></C:param-filter></C:prop-filter>`
    expect(await find(mobile)).toEqual(['FN:Query Person'])
  })

  test('nobody reads, writes or deletes in the address book of somebody else, and a wrong password lets nobody in', async () => {
    const { contactId } = await save({ name: '机密' })
    const secret = (await sync('')).changed.at(-1) ?? ''
    const as = 'li.na@yanshu.test'
    for (const [method, path, body] of [
      ['PROPFIND', BOOK],
      ['PROPFIND', '/dav/principals/zhang.wei%40yanshu.test/'],
      ['REPORT', BOOK, syncBody('')],
      ['GET', BOOK + encodeURIComponent(secret)],
      ['PUT', `${BOOK}x.vcf`, card('x', 'FN:坏')],
      ['DELETE', BOOK + encodeURIComponent(secret)],
    ] as const) {
      const answer = await call(method, path, { as, headers: { depth: '1' }, ...(body ? { body } : {}) })
      expect(answer.status, `${method} ${path}`).toBe(404)
    }
    const theirs = await call('REPORT', '/dav/addressbooks/li.na%40yanshu.test/contacts/', {
      as,
      body: `<C:addressbook-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><D:prop><C:address-data/></D:prop><D:href>${BOOK}${encodeURIComponent(secret)}</D:href><D:href>/dav/addressbooks/li.na%40yanshu.test/contacts/${encodeURIComponent(secret)}</D:href></C:addressbook-multiget>`,
    })
    expect(await theirs.text()).not.toContain('机密')
    expect(await person.get('contact/detail', { contactId })).toMatchObject({ name: '机密' })
    const wrong = await fetch(server.url + BOOK, {
      method: 'PROPFIND',
      headers: { authorization: basic('zhang.wei@yanshu.test', 'wrong') },
    })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Basic')])
    expect((await fetch(server.url + BOOK, { method: 'PROPFIND' })).status).toBe(401)
  })

  test('a code lets in until it is revoked, its protocol is off or the account is; the password never does', async () => {
    await server.addUser('target')
    const client = await server.login('target')
    const attempt = async (password: string, account = 'target') => {
      const headers = { authorization: basic(account, password), depth: '0' }
      return (await fetch(`${server.url}/dav/`, { method: 'PROPFIND', headers })).status
    }
    expect(await attempt(TEST_PASSWORD)).toBe(401)
    const code = await codeOf('target')
    expect(await attempt(code)).toBe(207)
    expect(await attempt(code.toUpperCase().replaceAll('-', ' '), 'TARGET@yanshu.test')).toBe(207)
    expect(await attempt(code, 'zhang.wei')).toBe(401)
    for (const [path, body] of [
      ['user/client/protocol', { scope: 'carddav' }],
      ['user/client/stateByUser', {}],
    ] as const) {
      await client.raw('POST', path, { body: { ...body, enabled: false } })
      expect(await attempt(code), path).toBe(401)
      await client.raw('POST', path, { body: { ...body, enabled: true } })
      expect(await attempt(code), path).toBe(207)
    }
    await setDisabled(server.context, 'target@yanshu.test', true)
    expect(await attempt(code)).toBe(401)
    await setDisabled(server.context, 'target@yanshu.test', false)
    // An account that is switched off loses its sessions and its codes.
    expect(await attempt(code)).toBe(401)
    const again = await server.login('target')
    const next = await codeOf('target')
    expect(await attempt(next)).toBe(207)
    const used = (await again.get('user/client/detail')).codes[0]
    expect(used?.lastUsedAt).toBeGreaterThan(0)
    expect(await person.refused('GET', 'user/client/cancelPassword', { codeId: used?.codeId })).toBe(Code.notFound)
    await again.get('user/client/cancelPassword', { codeId: used?.codeId ?? 0 })
    expect(await attempt(next)).toBe(401)
    // Three a day, revoked ones among them.
    await codeOf('target')
    expect(await again.refused('GET', 'user/client/generatePassword', { scopes: 'carddav' })).toBe(Code.tooManyRequests)
  })

  test.each([
    ['what is no card', 'hello', 403],
    ['two people in one', card('a', 'FN:一') + card('b', 'FN:二'), 403],
    ['nobody', card('c', 'NOTE:x'), 403],
    ['more than 4 MB', card('d', `NOTE:${'x'.repeat(5_000_000)}`, 'FN:大'), 413],
  ])('%s is refused', async (_what, body, status) => {
    expect((await call('PUT', `${BOOK}refused.vcf`, { body, headers: { 'content-type': 'text/vcard' } })).status).toBe(
      status,
    )
  })

  test('a UID that another card has is refused; a card that was deleted may come again, and If-None-Match makes none twice', async () => {
    const body = card('once', 'FN:只有一个')
    const headers = { 'content-type': 'text/vcard', 'if-none-match': '*' }
    expect((await call('PUT', `${BOOK}once.vcf`, { body, headers })).status).toBe(201)
    expect((await call('PUT', `${BOOK}once.vcf`, { body, headers })).status).toBe(412)
    const conflict = await call('PUT', `${BOOK}other-name.vcf`, { body })
    expect([conflict.status, (await conflict.text()).includes('no-uid-conflict')]).toEqual([403, true])
    expect((await call('DELETE', `${BOOK}once.vcf`, { headers: { 'if-match': '"0-0"' } })).status).toBe(412)
    expect((await call('DELETE', `${BOOK}once.vcf`)).status).toBe(204)
    expect((await call('GET', `${BOOK}once.vcf`)).status).toBe(404)
    expect((await call('PUT', `${BOOK}other-name.vcf`, { body })).status).toBe(201)
    const read = await call('GET', `${BOOK}other-name.vcf`)
    expect([read.headers.get('content-type'), await read.text()]).toEqual([
      'text/vcard; charset=utf-8',
      expect.stringContaining('UID:once'),
    ])
  })

  test.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x xmlns="DAV:">&e;</x>'],
    ['an entity of nobody', '<propfind xmlns="DAV:"><prop>&e;</prop></propfind>'],
    ['elements without an end', '<a>'.repeat(50_000)],
    ['half of it', '<propfind xmlns="DAV:"><prop>'],
    ['no XML', '{"a":1}'],
  ])('a request with %s is refused', async (_what, body) => {
    expect((await call('PROPFIND', BOOK, { body, headers: { depth: '0' } })).status).toBe(400)
  })

  test('discovery leads to the root, OPTIONS says what is spoken, and endless depth is refused', async () => {
    const found = await call('PROPFIND', '/.well-known/carddav')
    expect([found.status, found.headers.get('location')]).toEqual([301, '/dav/'])
    const options = await fetch(server.url + BOOK, { method: 'OPTIONS' })
    expect(options.headers.get('dav')).toBe('1, 3, addressbook, calendar-access, calendar-auto-schedule')
    expect(options.headers.get('allow')).toContain('REPORT')
    expect((await call('PROPFIND', BOOK, { headers: { depth: 'infinity' } })).status).toBe(403)
    const patch = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>`
    expect(await (await call('PROPPATCH', BOOK, { body: patch })).text()).toContain('403 Forbidden')
  })
})
