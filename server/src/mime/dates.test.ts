import { expect, test } from 'vitest'
import { parseMailDate } from './dates.ts'

const NOW = Date.parse('2026-11-27T00:00Z')

test.each([
  ['Wed, 25 Nov 2026 09:15:00 +0800', '2026-11-25T01:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 GMT+08:00', '2026-11-25T01:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 UTC+0800', '2026-11-25T01:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 GMT+8', '2026-11-25T01:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 GMT-05:30 (here)', '2026-11-25T14:45:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 GMT', '2026-11-25T09:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 UT', '2026-11-25T09:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00 EST', '2026-11-25T14:15:00Z'],
  ['Wed, 25 Nov 2026 09:15:00', '2026-11-25T09:15:00Z'],
])('%s is read as %s', (text, moment) => expect(parseMailDate(text, NOW)).toBe(Date.parse(moment)))
