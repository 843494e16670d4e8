import { expect, test } from 'vitest'
import { roleOf, rowOf } from '../testing/modelServer.ts'
import { type Arrangement, arrangedList, arrangementOf, onlyText, orderText, sortedHits } from './arrangement.ts'

const PLAIN: Arrangement = { sort: 'date', ascending: false, files: false, starred: false, sender: '' }

test.each<[string, Partial<Arrangement>]>([
  ['', {}],
  ['date up', { ascending: true }],
  ['sender up', { sort: 'sender', ascending: true }],
  ['size down', { sort: 'size' }],
])('the order %j is read as it was written', (text, change) => {
  const arranged = { ...PLAIN, ...change }
  expect(orderText(arranged)).toBe(text)
  expect(arrangementOf(text, '')).toEqual(arranged)
})

test('filters are read as they were written, and nonsense is no filter', () => {
  const only = { files: true, starred: true, sender: 'a+b@x.example' }
  expect(arrangementOf('', onlyText(only))).toEqual({ ...PLAIN, ...only })
  expect(arrangementOf('colour sideways', 'nonsense=1')).toEqual(PLAIN)
  expect(arrangementOf('subject', '').ascending).toBe(true)
})

const list = (change: Partial<Arrangement>, unread: 'any' | 'unread' = 'any', role: 'inbox' | 'sent' = 'inbox') =>
  arrangedList({ kind: 'folder', folderId: 1, unread }, { ...PLAIN, ...change }, () => role)
const row = (mailId: number, change: object = {}) => ({ ...rowOf(mailId), mailboxId: 1, ...change })

test('a mail that comes stands where the server would put it', () => {
  const mails = [
    row(1, { subject: '周报' }),
    row(2, { subject: 'b' }),
    row(3, { subject: 'Re: 周报' }),
    row(4, { subject: 'A' }),
  ]
  const sorted = (up: boolean) =>
    [...mails].sort(list({ sort: 'subject', ascending: up }).compare).map(({ mailId }) => mailId)
  expect(sorted(true)).toEqual([4, 2, 3, 1])
  // The newest of the same subject stands first, whichever way the subjects go.
  expect(sorted(false)).toEqual([3, 1, 2, 4])
})

test('one’s own mails are sorted by who gets them', () => {
  const to = (name: string) => ({ to: [{ name, address: 'x@y.example' }] })
  const { compare } = list({ sort: 'sender', ascending: true }, 'any', 'sent')
  expect(compare(row(1, to('Amy')), row(2, to('zoe')))).toBeLessThan(0)
})

test('what no longer passes stays while the list is open, and what is elsewhere leaves', () => {
  const { belongs } = list({ starred: true, sender: 'AMY@x.example' }, 'unread')
  const from = { from: { name: '', address: 'amy@X.example' } }
  expect(belongs(row(1, { ...from, color: 1, seen: false }), false)).toBe(true)
  expect(belongs(row(1, { ...from, color: 0, seen: false }), false)).toBe(false)
  expect(belongs(row(1, { ...from, color: 0, seen: true }), true)).toBe(true)
  expect(belongs(row(1, { color: 1, seen: false }), true)).toBe(false)
  expect(belongs({ ...row(1, from), mailboxId: 2 }, true)).toBe(false)
})

test('a list over several folders has what its label or star says, outside the recycle bin', () => {
  const files = { ...PLAIN, files: true }
  const red = arrangedList({ kind: 'label', labelId: 7, unread: 'any' }, files, roleOf)
  const labelled = row(1, { labelIds: [7], hasAttachment: true })
  expect(red.belongs(labelled, false)).toBe(true)
  expect(red.belongs({ ...labelled, hasAttachment: false }, true)).toBe(false)
  expect(red.belongs({ ...labelled, labelIds: [] }, true)).toBe(false)
  expect(red.belongs({ ...labelled, mailboxId: 4 }, true)).toBe(false)
  const starred = arrangedList({ kind: 'favorite', unread: 'any' }, files, roleOf)
  expect(starred.belongs({ ...labelled, color: 2 }, false)).toBe(true)
  expect(starred.belongs(labelled, true)).toBe(false)
  expect(starred.name).not.toBe(red.name)
})

test('hits of a search stand in their order, and only the server says which mails are hits', () => {
  const hits = sortedHits({ searchKeyword: 'x' }, arrangementOf('size down', ''))
  expect(hits.compare(row(1, { size: 9 }), row(2, { size: 5 }))).toBeLessThan(0)
  expect(hits.belongs(row(1), true)).toBe(true)
  expect(hits.belongs(row(1), false)).toBe(false)
})

test('lists that show the same have the same name', () => {
  expect(list({ sort: 'size' }).name).toBe(list({ sort: 'size' }).name)
  expect(list({ sort: 'size' }).name).not.toBe(list({ sort: 'size' }, 'unread').name)
})
