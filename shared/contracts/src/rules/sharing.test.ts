import { expect, test } from 'vitest'
import { SHARING_DEFAULTS, type SharingRule, type SharingWay, sharingEnd, sharingRefusal } from './sharing.ts'

const WAYS: readonly SharingWay[] = [
  ...(['linkShown', 'linkFetched', 'letterLinkFetched', 'letterLinkFetchedInside'] as const),
  ...(['sharedShown', 'sharedFetched', 'editedFetched', 'ownFetched'] as const),
]
const FREE = SHARING_DEFAULTS

test.each<[string, Partial<SharingRule>, Partial<Record<SharingWay, string>>]>([
  ['nothing is closed', {}, {}],
  ['outside', { outside: false }, { linkShown: 'outside', linkFetched: 'outside', letterLinkFetched: 'outside' }],
  ['a code', { codeRequired: true }, { letterLinkFetched: 'code' }],
  [
    'looked at alone',
    { viewOnly: true },
    { linkFetched: 'view-only', letterLinkFetched: 'view-only', sharedFetched: 'view-only' },
  ],
  [
    'a watermark',
    { watermark: true },
    { linkFetched: 'view-only', letterLinkFetched: 'view-only', sharedFetched: 'view-only' },
  ],
])('given the rule %s, then exactly these ways are closed', (_, rule, closed) => {
  const refusals = WAYS.map((way) => [way, sharingRefusal({ ...FREE, ...rule }, way)])
  expect(Object.fromEntries(refusals)).toEqual({ ...Object.fromEntries(WAYS.map((way) => [way, null])), ...closed })
})

test('given the longest days, then a link ends with the earlier of both', () => {
  const day = 24 * 60 * 60_000
  const rule = { ...FREE, daysMax: 7 }
  expect(sharingEnd(rule, { from: 0, expiresAt: 30 * day })).toBe(7 * day)
  expect(sharingEnd(rule, { from: 0, expiresAt: day })).toBe(day)
})
