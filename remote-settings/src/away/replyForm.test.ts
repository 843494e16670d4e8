import { saysSomething } from '@yanshu/contracts'
import { describe, expect, test } from 'vitest'
import { correctedPeriod, keptReply } from './replyForm.ts'
import { momentOfWall, wallOfMoment } from './wallTime.ts'

describe('the automatic answer as it is written', () => {
  test('given an end before the start, then the other value is corrected by a second', () => {
    expect(correctedPeriod({ startAt: 5_000, endAt: 4_000 }, 'startAt')).toEqual({
      startAt: 5_000,
      endAt: 6_000,
      corrected: true,
    })
    expect(correctedPeriod({ startAt: 5_000, endAt: 5_000 }, 'endAt')).toMatchObject({ startAt: 4_000, endAt: 5_000 })
    expect(correctedPeriod({ startAt: 5_000, endAt: null }, 'startAt').corrected).toBe(false)
  })

  test('given a moment, then it is written in the zone of the user, and read again', () => {
    const at = Date.UTC(2026, 2, 31, 16, 5, 9)
    expect(wallOfMoment(at, 'Asia/Shanghai')).toBe('2026-04-01 00:05:09')
    expect(momentOfWall('2026-04-01 00:05:09', 'Asia/Shanghai')).toBe(at)
    expect(momentOfWall('2026-04-01 00:05', 'Asia/Shanghai')).toBe(at - 9_000)
    expect(momentOfWall(undefined, 'Asia/Shanghai')).toBeNull()
  })

  test('given words for outside that nobody wrote, then the inside ones are used', () => {
    expect(saysSomething('<p>&nbsp;<br></p>')).toBe(false)
    expect(saysSomething('<p><img src="data:image/png;base64,AA=="></p>')).toBe(true)
    const reply = { enabled: true, startAt: null, endAt: null, subject: ' x ', inside: 'a', outsideTo: 'all' } as const
    expect(keptReply({ ...reply, outside: '<p></p>' }, true)).toMatchObject({ subject: 'x', outside: '' })
    expect(keptReply({ ...reply, outside: 'b' }, false).outside).toBe('')
  })
})
