import { expect, test } from 'vitest'
import { ownFindings, type PageFacts } from './ownChecks.ts'

const FINE: PageFacts = {
  ahead: 900,
  deviceZone: 8,
  timeZone: 8,
  pushed: true,
  keeps: true,
  abilities: [['IndexedDB', true]],
  speed: 40,
  notify: true,
  notice: { supported: true, secure: true, permission: 'granted' },
}

test('given a page as it should be, then there is nothing to find', () => {
  expect(ownFindings(FINE)).toEqual([])
})

test.each([
  ['socket', { pushed: false }],
  ['clock', { ahead: -5 * 60_000 }],
  ['zone', { deviceZone: 9 }],
  ['keeps', { keeps: false }],
  ['abilities', { abilities: [['IndexedDB', false]] }],
  ['speed', { speed: 0.3 }],
  ['notice', { notice: { supported: true, secure: true, permission: 'default' } }],
] as const)('given the fault %s, then it is found, and nothing else is', (id, fault) => {
  expect(ownFindings({ ...FINE, ...fault } as PageFacts).map((one) => one.id)).toEqual([id])
})

test('given half an hour between zones, or a speed that could not be measured, then nothing is found', () => {
  expect(ownFindings({ ...FINE, deviceZone: 5.5, timeZone: 8, speed: null })).toEqual([])
})
