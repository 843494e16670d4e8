import { expect, test } from 'vitest'
import { clockText, momentOf, wallText, zoneName } from './wallTime.ts'

test('a sending time is written as the clock of the sender shows it, in zones of either side', () => {
  const at = Date.parse('2026-10-08T01:30:00Z')
  expect(wallText(at, 8)).toBe('2026-10-08 09:30')
  expect(wallText(at, -5)).toBe('2026-10-07 20:30')
  for (const zone of [-12, -5, 0, 8, 12]) expect(momentOf(wallText(at, zone), zone)).toBe(at)
  expect(momentOf('2026-10-08', 8)).toBe(Date.parse('2026-10-07T16:00:00Z'))
  expect(momentOf('明天', 8)).toBeNull()
  expect([clockText(0), clockText(1_350)]).toEqual(['00:00', '22:30'])
  expect([zoneName(8), zoneName(-5), zoneName(0)]).toEqual(['GMT+8', 'GMT-5', 'GMT+0'])
})
