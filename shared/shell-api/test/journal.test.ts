// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { done, openJournal } from '../src/journal/database.ts'
import { journal } from '../src/journal/journal.ts'
import { endSession, enterSession } from '../src/session/state.ts'

const logIn = (userMail: string) => enterSession(null, userMail)
const LI = 'li.na@yanshu.test'
const drafts = {
  put: (key: string, value: { subject: string }) => journal('compose').put(key, value),
  get: (key: string) => journal<{ subject: string }>('compose').get(key),
  entries: () => journal<{ subject: string }>('compose').entries(),
  remove: (key: string) => journal('compose').remove(key),
}

beforeEach(async () => {
  logIn(LI)
  const database = await openJournal()
  await done(database.transaction('entries', 'readwrite').objectStore('entries').clear())
})

const raw = async () => {
  const database = await openJournal()
  const store = database.transaction('entries').objectStore('entries')
  return { keys: await done(store.getAllKeys()), values: await done(store.getAll()) }
}

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
