import { expect, test } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { type Arrangement, arrangedList, arrangementOf, onlyText, orderText } from './arrangement.ts'

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
  arrangedList({ folderId: 1, role, unread }, { ...PLAIN, ...change })
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

test('lists that show the same have the same name', () => {
  expect(list({ sort: 'size' }).name).toBe(list({ sort: 'size' }).name)
  expect(list({ sort: 'size' }).name).not.toBe(list({ sort: 'size' }, 'unread').name)
})
