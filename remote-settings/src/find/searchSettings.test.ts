// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { FINDABLE_PAGES, FINDABLE_SETTINGS } from './findable.ts'
import { searchSettings } from './searchSettings.ts'

const idsOf = (typed: string) => searchSettings(typed, 'zh').map(({ id }) => id)

/** What people call things, and what they mean by it. */
test.each([
  ['备份', 'archive takeAll'],
  ['退信', 'account mailLog'],
  ['字体', 'normalset fontSize'],
  ['头像', 'account profile'],
  ['分页', 'normalset mailCount'],
  ['夜间', 'normalset colorMode'],
  ['外出', 'autoreply autoReply'],
  ['假期', 'autoreply autoReply'],
  ['验证器', 'account secondStep'],
  ['过滤', 'mailclassification rules'],
  ['imap', 'client clientCodes'],
  ['tz', 'normalset timeZone'],
  ['dark mode', 'normalset colorMode'],
  ['out of office', 'autoreply autoReply'],
  ['bounce', 'account mailLog'],
  ['unsend', 'normalset undoSeconds'],
])('%s finds %s', (typed, id) => {
  expect(idsOf(typed)).toContain(id)
})

test('every page and every setting has another name in both languages', () => {
  const all = [...FINDABLE_PAGES, ...Object.values(FINDABLE_SETTINGS)]
  const lacking = all.filter(
    ({ zh, en, also }) =>
      !also.some((word) => /\p{Script=Han}/u.test(word) && word !== zh) ||
      !also.some((word) => /^[\x20-\x7e]+$/.test(word) && word !== en),
  )
  expect(lacking.map(({ zh }) => zh)).toEqual([])
})
