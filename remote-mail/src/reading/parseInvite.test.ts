import { describe, expect, it } from 'vitest'
import { parseInvite } from './parseInvite.ts'

const calendar = (...event: string[]) =>
  ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')

describe('parseInvite', () => {
  it('reads what, when, where and who', () => {
    const invite = parseInvite(
      calendar(
        'SUMMARY:季度\\, 会议',
        'DTSTART:20241102T060000Z',
        'DTEND:20241102T070000Z',
        'LOCATION:三楼会议室',
        'ORGANIZER;CN="李娜: 主持":mailto:li.na@yanshu.test',
        'ATTENDEE;CN=张伟:mailto:zhang.wei@yanshu.test',
        'ATTENDEE:mailto:wang.fang@yanshu.test',
        'RRULE:FREQ=WEEKLY',
      ),
      8,
    )
    expect(invite).toMatchObject({
      method: 'request',
      summary: '季度, 会议',
      location: '三楼会议室',
      start: Date.UTC(2024, 10, 2, 6),
      end: Date.UTC(2024, 10, 2, 7),
      wholeDay: false,
      organizer: '李娜: 主持',
      attendees: ['张伟', 'wang.fang@yanshu.test'],
      repeats: true,
    })
  })
  it('joins folded lines, in the middle of a word as well', () => {
    expect(parseInvite(calendar('DTSTART:20241102T060000Z', 'SUMMARY:长长的', ' 标题'), 8)?.summary).toBe('长长的标题')
  })
  it.each([
    ['DTSTART;TZID=Asia/Shanghai:20241102T140000', Date.UTC(2024, 10, 2, 6)],
    ['DTSTART;TZID=China Standard Time:20241102T140000', Date.UTC(2024, 10, 2, 6)],
    ['DTSTART;TZID=America/New_York:20240702T080000', Date.UTC(2024, 6, 2, 12)],
    ['DTSTART;TZID=Nowhere/At-all:20241102T140000', Date.UTC(2024, 10, 2, 6)],
    ['DTSTART:20241102T140000', Date.UTC(2024, 10, 2, 6)],
  ])('takes %s in its zone', (line, start) => {
    expect(parseInvite(calendar(line), 8)?.start).toBe(start)
  })
  it('takes a whole day from the midnight of the reader', () => {
    expect(parseInvite(calendar('DTSTART;VALUE=DATE:20241102'), 8)).toMatchObject({
      wholeDay: true,
      start: Date.UTC(2024, 10, 1, 16),
    })
  })
  it('is not misled by the lines of an alarm', () => {
    const text = calendar('BEGIN:VALARM', 'DESCRIPTION:提醒', 'END:VALARM', 'DTSTART:20241102T060000Z', 'SUMMARY:会')
    expect(parseInvite(text, 8)).toMatchObject({ summary: '会', description: '' })
  })
  it.each(['', 'BEGIN:VCALENDAR', calendar('SUMMARY:没有时间'), calendar('DTSTART:soon')])(
    'given %j, says that there is no invitation',
    (text) => expect(parseInvite(text, 8)).toBeNull(),
  )
})
