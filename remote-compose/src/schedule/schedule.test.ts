import { expect, test } from 'vitest'
import { clockText, momentOf, wallText, zoneName } from './wallTime.ts'

test('a sending time is written as the clock of the sender shows it, in zones of either side', () => {
  const at = Date.parse('2026-10-08T01:30:00Z')
  expect(wallText(at, 'Asia/Shanghai')).toBe('2026-10-08 09:30')
  expect(wallText(at, 'Etc/GMT+5')).toBe('2026-10-07 20:30')
  for (const zone of ['Etc/GMT+12', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Pacific/Auckland'])
    expect(momentOf(wallText(at, zone), zone)).toBe(at)
  expect(momentOf('2026-10-08', 'Asia/Shanghai')).toBe(Date.parse('2026-10-07T16:00:00Z'))
  expect(momentOf('明天', 'Asia/Shanghai')).toBeNull()
  expect([clockText(0), clockText(1_350)]).toEqual(['00:00', '22:30'])
  expect(['Asia/Shanghai', 'Etc/GMT+5', 'UTC', 'Asia/Kolkata'].map((zone) => zoneName(zone, at))).toEqual([
    'GMT+8',
    'GMT-5',
    'GMT+0',
    'GMT+5:30',
  ])
})
