import { messageProblems } from '@yanshu/build/messageProblems'
import { expect, test } from 'vitest'
import { isTracker, ledgerOf } from './trackers.ts'
import { trustsOf, withoutTrust, withTrust } from './trust.ts'
import { en, zh } from './words.ts'

test.each([
  ['https://example.org/logo.png', false],
  ['https://shop.list-manage.com/track/open.php?u=1', true],
  ['https://gallery.mailchimp.com/a/images/logo.png', false],
  ['https://notlist-manage.com/track/x', false],
  ['https://news.example.org/mail/open.gif?id=7', true],
  ['https://hm.baidu.com/hm.gif', true],
  ['https://cdn.example.org/open-air.png', false],
])('%s counts readers: %s', (url, tracker) => {
  expect(isTracker({ url, pixel: false })).toBe(tracker)
})

test('given a picture too small to be looked at, then it counts readers on every host', () => {
  expect(isTracker({ url: 'https://example.org/logo.png', pixel: true })).toBe(true)
})

test('given pictures of several hosts, then the ledger has each host once, those with trackers first', () => {
  const held = true
  expect(
    ledgerOf([
      { url: 'https://a.test/1.png', pixel: false, held },
      { url: 'https://a.test/2.png', pixel: false, held },
      { url: 'https://b.test/p.png', pixel: true, held },
      { url: 'https://b.test/q.png', pixel: false, held: false },
    ]),
  ).toEqual([
    { host: 'b.test', images: 2, trackers: 1, held: 1 },
    { host: 'a.test', images: 2, trackers: 0, held: 2 },
  ])
})

test('given an address, then its domain is offered, but none that gives addresses to the public', () => {
  expect(trustsOf('Wang@News.Example.org')).toEqual({ sender: 'wang@news.example.org', domain: '@news.example.org' })
  expect(trustsOf('wang@qq.com').domain).toBeNull()
  expect(trustsOf('no address').domain).toBeNull()
})

test('given a sender who is trusted twice and then no longer, then the list has them once, and not at all', () => {
  const once = withTrust(withTrust([], 'a@b.test'), 'a@b.test')
  expect(once).toEqual(['a@b.test'])
  expect(withoutTrust([...once, '@b.test', '@c.test'], 'A@b.test')).toEqual(['@c.test'])
  expect(
    withTrust(
      Array.from({ length: 600 }, (_, at) => `${at}@b.test`),
      'z@b.test',
    ),
  ).toHaveLength(500)
})

test('the words about pictures say the same in both languages', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
