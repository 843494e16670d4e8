// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { done, openJournal } from '../src/journal/database.ts'
import type { Keeping } from '../src/journal/entries.ts'
import { forgetJournal, journal, unsavedWork } from '../src/journal/journal.ts'
import { endSession, enterSession, suspendSession } from '../src/session/state.ts'
import { writeTokens } from '../src/session/tokens.ts'
import { type ApiServer, answer, startApiServer } from './apiServer.ts'
import { writePlatform } from './window.ts'

const logIn = (userMail: string) => {
  writeTokens({ accessToken: userMail.toLowerCase(), refreshToken: 'r1' })
  enterSession(null, userMail)
}
const LI = 'li.na@yanshu.test'
const drafts = {
  put: (key: string, value: { subject: string }, how?: Keeping) => journal('compose').put(key, value, how),
  get: (key: string) => journal<{ subject: string }>('compose').get(key),
  entries: () => journal<{ subject: string }>('compose').entries(),
  remove: (key: string) => journal('compose').remove(key),
}

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
  // The server gives each account a key of its own, and always the same.
  server.on('user/journalKey', ({ headers }, response) =>
    answer(response, { key: btoa(`${headers.authorization}`.slice(-32).padStart(32)) }),
  )
})
afterAll(() => server.close())

beforeEach(async () => {
  endSession()
  const database = await openJournal()
  for (const store of ['entries', 'keys'])
    await done(database.transaction(store, 'readwrite').objectStore(store).clear())
  logIn(LI)
})

const raw = async (name = 'entries') => {
  const database = await openJournal()
  const store = database.transaction(name).objectStore(name)
  return { keys: await done(store.getAllKeys()), values: await done(store.getAll()) }
}
const names = async () => (await raw()).keys.map((key) => String(key).split('\n')[2])

test('keeps what was put, by key, oldest first', async () => {
  await drafts.put('a', { subject: '周报' })
  await drafts.put('b', { subject: '𠮷野家' })
  await drafts.put('a', { subject: '周报二' })
  expect(await drafts.get('a')).toEqual({ subject: '周报二' })
  expect((await drafts.entries()).map((one) => one.value.subject).sort()).toEqual(['周报二', '𠮷野家'].sort())
  await drafts.remove('a')
  expect(await drafts.get('a')).toBeNull()
})

test('survives a logout', async () => {
  await drafts.put('a', { subject: '周报' })
  endSession()
  await expect(drafts.get('a')).rejects.toThrow('session')
  logIn(LI.toUpperCase())
  expect(await drafts.get('a')).toEqual({ subject: '周报' })
})

test('shows nothing of one account to another, and nothing of one journal in another', async () => {
  await drafts.put('a', { subject: '秘密' })
  expect(await journal('search').entries()).toEqual([])
  logIn('wang.fang@yanshu.test')
  expect(await drafts.get('a')).toBeNull()
  expect(await drafts.entries()).toEqual([])
})

test('lies encrypted on the disk', async () => {
  await drafts.put('a', { subject: 'top-secret-word' })
  const { values } = await raw()
  const text = new TextDecoder('latin1').decode(values[0].bytes)
  expect(values[0].iv).toHaveLength(12)
  expect(text).not.toContain('top-secret-word')
})

test('an entry moved to another name cannot be read, and does not hide the others', async () => {
  await drafts.put('a', { subject: '一' })
  await drafts.put('b', { subject: '二' })
  const { keys, values } = await raw()
  const database = await openJournal()
  await done(database.transaction('entries', 'readwrite').objectStore('entries').put(values[0], keys[1]))
  expect((await drafts.entries()).map((one) => one.value.subject)).toEqual(['一'])
})

test('given a sign-out, then what the server has is gone with every key, and the rest opens for its owner alone', async () => {
  await drafts.put('sent', { subject: '已保存' }, { onServer: true, title: '已保存' })
  await drafts.put('b', { subject: '未保存' }, { onServer: false, title: '未保存' })
  await drafts.put('c', { subject: '无题' }, { onServer: false })
  expect(await unsavedWork()).toEqual(['未保存', ''])
  await forgetJournal()
  expect(await names()).toEqual(['b', 'c'])
  expect((await raw('keys')).keys).toEqual([])
  // What the views of that login still write: nothing that the server has, and the rest sealed without a key on the disk.
  const mine = journal<{ subject: string }>('compose')
  endSession()
  await mine.put('late', { subject: '晚到' }, { onServer: true })
  await mine.put('b', { subject: '改过' }, { onServer: false, title: '改过' })
  expect(await names()).toEqual(['b', 'c'])
  expect((await raw('keys')).keys).toEqual([])
  await forgetJournal()
  logIn('wang.fang@yanshu.test')
  expect(await drafts.entries()).toEqual([])
  expect(await unsavedWork()).toEqual([])
  await forgetJournal()
  endSession()
  logIn(LI)
  expect((await drafts.entries()).map(({ value }) => value.subject).sort()).toEqual(['改过', '无题'].sort())
})

test('given an expired session that goes on, then the key that the page has seals what is written meanwhile', async () => {
  await drafts.put('a', { subject: '一' }, { onServer: false })
  suspendSession()
  await drafts.put('a', { subject: '二' }, { onServer: false })
  logIn(LI)
  expect(await drafts.get('a')).toEqual({ subject: '二' })
})

test('given no cryptography, as on plain http, then nothing readable outlives the session', async () => {
  vi.stubGlobal('crypto', {})
  try {
    await drafts.put('a', { subject: '秘密' }, { onServer: false, title: '秘密' })
    expect(await unsavedWork()).toEqual(['秘密'])
    expect(await drafts.get('a')).toEqual({ subject: '秘密' })
    const mine = journal<{ subject: string }>('compose')
    await forgetJournal()
    expect((await raw()).keys).toEqual([])
    endSession()
    await expect(mine.put('a', { subject: '秘密' }, { onServer: false })).rejects.toThrow('plain http')
    expect((await raw()).keys).toEqual([])
  } finally {
    vi.unstubAllGlobals()
  }
})

test('what an earlier version sealed with a key of the browser is sealed anew, and the former key is deleted', async () => {
  const former = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const entry = `${LI}\ncompose\nold`
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(entry)
  const plain = new TextEncoder().encode(JSON.stringify({ subject: '旧稿' }))
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, former, plain)
  const database = await openJournal()
  await done(database.transaction('keys', 'readwrite').objectStore('keys').put(former, LI))
  await done(database.transaction('entries', 'readwrite').objectStore('entries').put({ iv, bytes, savedAt: 1 }, entry))
  expect(await drafts.get('old')).toEqual({ subject: '旧稿' })
  expect((await raw('keys')).keys).toEqual([`server\n${LI}`])
  await forgetJournal()
  endSession()
  logIn(LI)
  expect(await drafts.get('old')).toEqual({ subject: '旧稿' })
})
