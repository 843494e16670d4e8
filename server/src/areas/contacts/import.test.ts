import { CONTACT_FILE_SIZE_MAX, CONTACT_KEPT_MS, Code } from '@yanshu/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Job, JobClaimLostError, jobsOf } from '../../store/jobs/index.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { readContacts } from './format/contactTask.ts'
import { importJob } from './importContacts.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(engines)('importing contacts, on %s', (engine) => {
  let server: TestServer
  let other: TestClient
  beforeAll(async () => {
    server = await startTestServer({ engine })
    await server.addUser('other')
    other = await server.login('other')
  })
  afterAll(() => server.stop())

  const newcomer = async (local: string) => {
    await server.addUser(local)
    return server.login(local)
  }
  const upload = async (who: TestClient, content: string | Uint8Array, name = 'people.vcf') => {
    const form = new FormData()
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    const response = await fetch(`${server.url}/api/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.login?.accessToken}` },
      body: form,
    })
    return ((await response.json()) as { data: { fileId: string } }).data.fileId
  }
  const finished = (who: TestClient, importId: number) =>
    vi.waitFor(
      async () => {
        const state = await who.get('contact/import/state', { importId })
        expect(state.state).toBe('done')
        return state
      },
      { timeout: 60_000, interval: 50 },
    )
  const bring = async (who: TestClient, content: string | Uint8Array, name?: string, groupId: number | null = null) => {
    const fileId = await upload(who, content, name)
    const { importId } = await who.post('contact/import/start', { fileId, groupId })
    return finished(who, importId)
  }
  const download = async (who: TestClient, format: string, query = '') => {
    const response = await fetch(`${server.url}/api/file/contacts/${format}${query}`, {
      headers: { authorization: `Bearer ${who.login?.accessToken}` },
    })
    return {
      status: response.status,
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()),
    }
  }
  /** Makes the store refuse changes of contacts of this name; answers how it takes them again. */
  const refuseContacts = async (name: string): Promise<() => Promise<unknown>> => {
    const { db } = server.context.store
    if (engine === 'sqlite') {
      await sql`create trigger refused before update on contact when new.name = ${sql.lit(name)}
        begin select raise(abort, 'refused'); end`.execute(db)
      return () => sql`drop trigger refused`.execute(db)
    }
    await sql`alter table contact add constraint refused check (name <> ${sql.lit(name)}) not valid`.execute(db)
    return () => sql`alter table contact drop constraint refused`.execute(db)
  }
  const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')

  test('given a file, then it is shown before anything is written, then imported, and a second time changes nothing', async () => {
    const who = await newcomer('second')
    await who.post('contact/save', {
      name: '张伟',
      emails: [{ kind: 'work', value: 'zw@partner.example' }],
      note: '老朋友',
    })
    const file =
      card('FN:张伟', 'EMAIL;TYPE=HOME:ZW@partner.example', 'TEL;TYPE=CELL:13800000001', 'TITLE:总监') +
      card('FN:李雷', 'EMAIL:ll@partner.example', 'CATEGORIES:同学', `PHOTO;ENCODING=b;TYPE=PNG:${PNG}`) +
      card('FN:张伟', 'EMAIL:another@partner.example') +
      card('NOTE:没有人')
    const fileId = await upload(who, file)
    const preview = await who.post('contact/import/preview', { fileId })
    expect(preview).toMatchObject({
      format: 'vcard',
      version: '3.0',
      charset: 'utf-8',
      total: 4,
      added: 2,
      updated: 1,
      skipped: 1,
    })
    expect(preview.sample[0]).toMatchObject({ name: '张伟', updates: '张伟' })
    expect(preview.problems).toEqual([{ row: 4, name: '', reason: 'nobody' }])
    expect((await who.get('contact/list')).total).toBe(1)

    const first = await bring(who, file)
    expect(first).toMatchObject({ total: 4, done: 4, added: 2, updated: 1, skipped: 1, kind: 'import' })
    const { list } = await who.get('contact/list', { keyword: 'zhangwei' })
    expect(list.map(({ address }) => address).sort()).toEqual(['another@partner.example', 'zw@partner.example'])
    const known = list.find(({ address }) => address.startsWith('zw'))
    expect(await who.get('contact/detail', { contactId: known?.contactId ?? 0 })).toMatchObject({
      duties: '总监',
      note: '老朋友',
      emails: [{ kind: 'work', value: 'zw@partner.example' }],
      phones: [{ kind: 'mobile', value: '13800000001' }],
    })
    expect((await who.get('contact/group/list')).list).toMatchObject([{ groupName: '同学', contacts: 1 }])
    const again = await bring(who, file)
    expect(again).toMatchObject({ added: 0, updated: 0, skipped: 1 })
    expect((await who.get('contact/list')).total).toBe(3)
  })

  test('given two cards of one person that differ, then both are kept, offered as doubles, and found again', async () => {
    const who = await newcomer('twins')
    const filler = Array.from({ length: 30 }, (_, at) => card(`FN:旁人${at}`, `EMAIL:side${at}@partner.example`))
    const file =
      card('FN:张伟', 'TEL:010-65551234', 'ORG:甲公司', 'EMAIL:a@partner.example') +
      filler.join('') +
      card('FN:张伟', 'TEL:010-65551234', 'ORG:乙公司', 'EMAIL:b@partner.example') +
      card('FN:旁人0', 'EMAIL:side0@partner.example', 'NOTE:旧友')
    const made = await bring(who, file)
    expect(made).toMatchObject({ total: 33, added: 32, updated: 0, skipped: 1 })
    expect(made.problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual(['32 double', '33 combined'])
    const { list } = await who.get('contact/double/list')
    expect(list).toHaveLength(1)
    expect(list[0]?.contacts.map(({ organization }) => organization).sort()).toEqual(['乙公司', '甲公司'])
    const [side] = (await who.get('contact/list', { keyword: 'side0@' })).list
    expect(await who.get('contact/detail', { contactId: side?.contactId ?? 0 })).toMatchObject({ note: '旧友' })
    expect(await bring(who, file)).toMatchObject({ added: 0, updated: 0 })
    expect((await who.get('contact/list')).total).toBe(32)
  })

  // Two dozen of the batches in which a file is written and undone.
  const many = 600
  test('given a large file over 300, ten of them edited, then undoing leaves the 300 as they were and names the ten', async () => {
    const who = await newcomer('many')
    const own = Array.from({ length: 300 }, (_, at) =>
      card(`FN:旧人${at}`, `EMAIL;TYPE=WORK:old${at}@partner.example`, `NOTE:原来的 ${at}`, 'X-OWN:kept'),
    )
    await bring(who, own.join(''))
    const before = await download(who, 'vcard3')
    const all = Array.from({ length: many }, (_, at) =>
      at < 300
        ? card(`FN:旧人${at}`, `EMAIL:OLD${at}@partner.example`, 'TITLE:新职务', 'ORG:新单位')
        : card(`FN:新人${at}`, `EMAIL:new${at}@partner.example`, `TEL:1370000${String(at).padStart(4, '0')}`),
    )
    const made = await bring(who, all.join(''))
    expect(made).toMatchObject({ total: many, added: many - 300, updated: 300, skipped: 0 })
    const edited: string[] = []
    for (const keyword of [
      'old7@',
      'old70@',
      'old77@',
      'old177@',
      'old299@',
      'new300@',
      'new400@',
      'new450@',
      'new500@',
      'new599@',
    ]) {
      const [row] = (await who.get('contact/list', { keyword })).list
      expect(row, keyword).toBeDefined()
      const { photo: _photo, ...contact } = await who.get('contact/detail', { contactId: row?.contactId ?? 0 })
      await who.post('contact/save', { ...contact, note: '改过' })
      edited.push(contact.name)
    }
    const undone = await who.post('contact/import/undo', { importId: made.importId })
    expect(undone).toMatchObject({ removed: many - 305, restored: 295, keptCount: 10 })
    expect(undone.kept.map(({ name }) => name).sort()).toEqual(edited.sort())
    expect((await who.get('contact/list')).total).toBe(305)
    const kept = new Set(edited)
    const untouched = (text: string) =>
      text.split('END:VCARD\r\n').filter((one) => !kept.has(/FN:(.*)\r/.exec(one)?.[1] ?? ''))
    expect(untouched((await download(who, 'vcard3')).text)).toEqual(untouched(before.text))
    expect((await who.get('contact/list', { keyword: 'new301@' })).list).toEqual([])
    expect((await who.get('contact/list', { keyword: 'xinzhiwu' })).list).toHaveLength(5)
    expect(await who.refused('POST', 'contact/import/undo', { importId: made.importId })).toBe(Code.importNotFound)
    // The same file again: those who were removed are added again, no one twice.
    expect(await bring(who, all.join(''))).toMatchObject({ added: many - 305 })
    expect((await who.get('contact/list')).total).toBe(many)
  }, 120_000)

  test('people of a file are in the groups whose cards stand in it', async () => {
    const who = await newcomer('grouped')
    const person = (uid: string) => card(`UID:${uid}`, `FN:${uid}`, 'TEL:13800000001')
    const group = card(
      'UID:g',
      'FN:文件里的组',
      'X-ADDRESSBOOKSERVER-KIND:group',
      'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:f1',
    )
    expect(await bring(who, `${person('f1')}${person('f2')}${group}`)).toMatchObject({ added: 2, skipped: 0 })
    const { list } = await who.get('contact/group/list')
    expect(list.map(({ groupName, contacts }) => [groupName, contacts])).toEqual([['文件里的组', 1]])
  })

  test('given a table, then its columns are shown and may be corrected; groups that it made are removed with it', async () => {
    const who = await newcomer('table')
    const fileId = await upload(who, '谁,编号,邮箱,类别\n王芳,13700000001,wf@partner.example,新组\n', 'a.csv')
    const { columns } = await who.post('contact/import/preview', { fileId })
    expect(columns.map(({ heading, column }) => [heading, column])).toEqual([
      ['谁', ''],
      ['编号', ''],
      ['邮箱', 'emailWork'],
      ['类别', 'group'],
    ])
    const { importId } = await who.post('contact/import/start', {
      fileId,
      columns: ['name', 'phoneMobile', 'emailHome', 'group'],
    })
    await finished(who, importId)
    const [row] = (await who.get('contact/list')).list
    expect(row).toMatchObject({ name: '王芳', phone: '13700000001' })
    expect((await who.get('contact/group/list')).list).toHaveLength(1)
    await who.post('contact/import/undo', { importId })
    expect((await who.get('contact/list')).total).toBe(0)
    expect((await who.get('contact/group/list')).list).toEqual([])
    expect((await who.get('contact/import/list')).list).toMatchObject([{ importId, state: 'undone' }])
  })

  test('given a name that a spreadsheet would take for a formula, then no cell of the export is one, and it reads back', async () => {
    const who = await newcomer('formula')
    const name = '=HYPERLINK("http://evil.example","x")'
    await who.post('contact/save', { name, phones: [{ kind: 'mobile', value: '+86 13700000009' }], note: '-1+1' })
    const { text } = await download(who, 'csv-zh')
    expect(text.startsWith('\ufeff姓名,')).toBe(true)
    expect(text).not.toMatch(/(?:^|[,"])[=+@-]/m)
    const { people } = readContacts({ bytes: Buffer.from(text) })
    expect(people[0]?.fields).toMatchObject({
      name,
      note: '-1+1',
      phones: [{ kind: 'mobile', value: '+86 13700000009' }],
    })
  })

  test('given more groups than a person or an import may have, and long names, then the report says what was left out', async () => {
    const who = await newcomer('many.groups')
    const names = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`).join(',')
    const people = [
      card('FN:二十一组', 'EMAIL:a@partner.example', `CATEGORIES:${names(21, '甲')}`),
      ...Array.from({ length: 5 }, (_, at) =>
        card(`FN:第${at}人`, `EMAIL:p${at}@partner.example`, `CATEGORIES:${names(20, `组${at}-`)}`),
      ),
      card('FN:长名', 'EMAIL:l@partner.example', `CATEGORIES:${'长'.repeat(31)}`),
    ]
    const done = await bring(who, people.join(''))
    expect(done.problems.map(({ name, reason }) => [name, reason])).toEqual([
      ['二十一组', 'too-many'],
      ['长名', 'too-long'],
      ['第4人', 'too-many'],
      ['长名', 'too-many'],
    ])
    expect(done).toMatchObject({ added: 7, skipped: 0 })
    expect((await who.get('contact/group/list')).list).toHaveLength(100)
  })

  test('given a person whom the store refuses, then the others come with the groups that they make', async () => {
    const who = await newcomer('one.refused')
    await who.post('contact/save', { name: '坏人', emails: [{ kind: 'work', value: 'b@partner.example' }] })
    const people = [
      card('FN:好人', 'CATEGORIES:新组', 'EMAIL:a@partner.example'),
      card('FN:坏人', 'CATEGORIES:新组', 'EMAIL:b@partner.example', 'TITLE:总监'),
      card('FN:也好', 'CATEGORIES:新组', 'EMAIL:c@partner.example'),
    ]
    const allow = await refuseContacts('坏人')
    const done = await bring(who, people.join('')).finally(allow)
    expect(done).toMatchObject({ added: 2, skipped: 1, problems: [{ name: '坏人', reason: 'refused' }] })
    expect((await who.get('contact/group/list')).list).toMatchObject([{ groupName: '新组', contacts: 2 }])
  })

  test('given contacts of a group or some alone, then only they are exported, with their pictures', async () => {
    const who = await newcomer('some')
    const { groupId } = await who.post('contact/group/save', { groupName: '一组' })
    await bring(who, card('FN:组里', 'EMAIL:in@partner.example', `PHOTO;ENCODING=b;TYPE=PNG:${PNG}`), 'a.vcf', groupId)
    await bring(who, card('FN:组外', 'EMAIL:out@partner.example'))
    const group = await download(who, 'vcard4', `?groupId=${groupId}`)
    expect(group.text).toContain('FN:组里')
    expect(group.text).not.toContain('FN:组外')
    expect(group.text.replaceAll('\r\n ', '')).toContain('PHOTO:data:image/png;base64,')
    const [row] = (await who.get('contact/list', { keyword: 'out@' })).list
    const one = await download(who, 'vcard3', `?contactIds=${row?.contactId}`)
    expect(one.text.match(/FN:.*/g)).toEqual(['FN:组外'])
    expect((await download(who, 'exe')).status).toBe(404)
  })

  test('given a picture that unpacks to gigabytes, then the contact comes without it', async () => {
    const who = await newcomer('bomb')
    const bomb = Buffer.from(PNG, 'base64')
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    await bring(
      who,
      card('FN:炸弹', 'EMAIL:bomb@partner.example', `PHOTO;ENCODING=b;TYPE=PNG:${bomb.toString('base64')}`) +
        card('FN:寻常', 'EMAIL:usual@partner.example', `PHOTO;ENCODING=b;TYPE=PNG:${PNG}`),
    )
    const { list } = await who.get('contact/list')
    expect(list.map(({ name, photo }) => [name, photo !== ''])).toEqual([
      ['寻常', true],
      ['炸弹', false],
    ])
  })

  test('given a table of 5,000 rows of which every seventh names nobody, then these are counted and the others would come', async () => {
    const who = await newcomer('broken')
    const rows = Array.from({ length: 5_000 }, (_, at) =>
      at % 7 === 0 ? ',不是邮箱,2020-13-45,"备注,\n第二行"' : `人${at},p${at}@partner.example,1980-01-02,备注`,
    )
    const fileId = await upload(who, ['姓名,电子邮件地址,生日,备注', ...rows].join('\r\n'), 'broken.csv')
    const preview = await who.post('contact/import/preview', { fileId })
    expect(preview).toMatchObject({ total: 5_000, added: 4_285, updated: 0, skipped: 715 })
    expect(preview.problems.length).toBeLessThan(preview.problemCount)
    expect(preview.problems[0]).toMatchObject({ reason: 'nobody' })
    expect((await who.get('contact/list')).total).toBe(0)
  })

  test('a second person reads no file, starts, sees, undoes and exports nothing of it', async () => {
    const who = await newcomer('owner')
    const { groupId } = await who.post('contact/group/save', { groupName: '我的' })
    const fileId = await upload(who, card('FN:机密', 'EMAIL:secret@partner.example'))
    const { importId } = await bring(who, card('FN:机密', 'EMAIL:secret@partner.example'))
    const [row] = (await who.get('contact/list')).list
    const contactId = row?.contactId ?? 0
    for (const call of ['preview', 'start']) {
      expect(await other.refused('POST', `contact/import/${call}`, { fileId })).toBe(Code.fileNotFound)
    }
    expect(await other.refused('POST', 'contact/card/read', { fileId })).toBe(Code.fileNotFound)
    expect(await other.refused('POST', 'contact/card/attach', { contactId })).toBe(Code.notFound)
    expect(await other.refused('GET', 'contact/import/state', { importId })).toBe(Code.importNotFound)
    expect(await other.refused('POST', 'contact/import/undo', { importId })).toBe(Code.importNotFound)
    expect((await other.get('contact/import/list')).list).toEqual([])
    const own = await upload(other, card('FN:她', 'EMAIL:she@partner.example'))
    expect(await other.refused('POST', 'contact/import/start', { fileId: own, groupId })).toBe(Code.notFound)
    expect((await download(other, 'vcard3', `?groupId=${groupId}`)).status).toBe(404)
    expect((await download(other, 'vcard3', `?contactIds=${contactId}`)).text).toBe('')
    expect((await who.get('contact/list')).total).toBe(1)
  })

  test('given a file without contacts, or one that is too large, then it is refused with a reason', async () => {
    const who = await newcomer('wrong')
    const picture = await upload(who, Buffer.from(PNG, 'base64'), 'a.vcf')
    expect(await who.refused('POST', 'contact/import/preview', { fileId: picture })).toBe(Code.contactFileRefused)
    const large = await upload(who, Buffer.alloc(CONTACT_FILE_SIZE_MAX + 1, 'a'), 'a.csv')
    expect(await who.refused('POST', 'contact/import/preview', { fileId: large })).toBe(Code.tooLarge)
  })

  test('given an import of more than 30 days ago, then it can no longer be undone', async () => {
    const who = await newcomer('late')
    const { importId } = await bring(who, card('FN:久远', 'EMAIL:old@partner.example'))
    server.wait(CONTACT_KEPT_MS + 1_000)
    const later = await server.login('late')
    expect(await later.refused('POST', 'contact/import/undo', { importId })).toBe(Code.importNotFound)
    expect((await later.get('contact/list')).total).toBe(1)
  })
})

test('given a server that stops in the middle of an import, then the next one goes on there, and writes nobody twice', async () => {
  const server = await startTestServer({ engine: 'sqlite', still: true })
  const id = await server.addUser('zhang.wei')
  const who = await server.as(id)
  const cards = Array.from({ length: 60 }, (_, at) =>
    ['BEGIN:VCARD', 'VERSION:3.0', `FN:人 ${at}`, 'CATEGORIES:同学', 'END:VCARD', ''].join('\r\n'),
  )
  const form = new FormData()
  form.set('file', new Blob([cards.join('')]), 'people.vcf')
  const response = await fetch(`${server.url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.login?.accessToken}` },
    body: form,
  })
  const { fileId } = ((await response.json()) as { data: { fileId: string } }).data
  const { importId } = await who.post('contact/import/start', { fileId, groupId: null })
  // The file is deleted before anything is imported.
  await server.context.store.db.deleteFrom('upload').execute()
  const stopping = new AbortController()
  const handed: Job = {
    key: `${importId}`,
    attempt: 1,
    signal: stopping.signal,
    say: () => stopping.abort(new Error('the server stops')),
    hold: async () => {},
    end: async () => {},
  }
  await expect(importJob.run(server.context, handed)).rejects.toThrow('the server stops')
  const part = await who.get('contact/import/state', { importId })
  expect([part.state, part.done]).toEqual(['running', 25])
  // One that has lost its claim meanwhile adds nothing.
  const lost = { ...handed, signal: new AbortController().signal, hold: () => Promise.reject(new JobClaimLostError()) }
  await expect(importJob.run(server.context, lost)).rejects.toThrow(JobClaimLostError)
  server.wait(5 * 60_000)
  expect(await who.refused('POST', 'contact/import/undo', { importId })).toBe(Code.importRunning)
  await jobsOf(server.context).runDue([importJob])
  expect(await who.get('contact/import/state', { importId })).toMatchObject({ state: 'done', done: 60, added: 60 })
  expect((await who.get('contact/list')).total).toBe(60)
  expect((await who.get('contact/group/list')).list).toMatchObject([{ groupName: '同学', contacts: 60 }])
  await server.stop()
})
