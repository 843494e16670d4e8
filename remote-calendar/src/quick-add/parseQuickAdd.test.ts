import { describe, expect, test } from 'vitest'
import { parseQuickAdd } from './parseQuickAdd.ts'

/** Sunday, 22 November 2026, 10:00. */
const NOW = Date.UTC(2026, 10, 22, 10)
const read = (text: string) => parseQuickAdd(text, { now: NOW, length: 60 })
const time = (ms: number | undefined) => new Date(ms ?? 0).toISOString().slice(0, 16).replace('T', ' ')
const short = (text: string) => {
  const found = read(text)
  return (
    found && [found.title, time(found.startWall), found.allDay ? 'day' : (found.endWall - found.startWall) / 60_000]
  )
}

describe('one line as an event', () => {
  test('given the line of the specification, then day, time, person and length are known', () => {
    expect(read('明天下午三点和李娜开周会 一小时')).toMatchObject({
      title: '开周会',
      people: ['李娜'],
      startWall: Date.UTC(2026, 10, 23, 15),
      endWall: Date.UTC(2026, 10, 23, 16),
      allDay: false,
    })
  })

  test.each([
    ['今天 16:30 评审', ['评审', '2026-11-22 16:30', 60]],
    ['后天上午十点半 面试', ['面试', '2026-11-24 10:30', 60]],
    ['下周三下午两点一刻项目例会', ['项目例会', '2026-11-25 14:15', 60]],
    ['周五 9:00-10:30 站会', ['站会', '2026-11-27 09:00', 90]],
    ['12月25日 圣诞聚餐', ['圣诞聚餐', '2026-12-25 00:00', 'day']],
    ['1月5号 体检', ['体检', '2027-01-05 00:00', 'day']],
    ['明晚七点到九点 看电影', ['看电影', '2026-11-23 19:00', 120]],
    ['下午3点到5点 培训', ['培训', '2026-11-22 15:00', 120]],
    ['今天晚上12点 上线', ['上线', '2026-11-23 00:00', 60]],
    ['周五夜里2点 值班', ['值班', '2026-11-28 02:00', 60]],
    ['明天凌晨2点 发车', ['发车', '2026-11-23 02:00', 60]],
    ['明晚10点到12点 直播', ['直播', '2026-11-23 22:00', 120]],
    ['晚上11:30-1:00 切换', ['切换', '2026-11-22 23:30', 90]],
    ['Deploy tomorrow 11pm-1', ['Deploy', '2026-11-23 23:00', 120]],
    ['10:00-5:00 展会', ['展会', '2026-11-22 10:00', 420]],
    ['晚上8点到凌晨2点 值班', ['值班', '2026-11-22 20:00', 360]],
    ['三点碰一下需求 半小时', ['碰一下需求', '2026-11-22 15:00', 30]],
    ['明天14:00 两个半小时 产品走查', ['产品走查', '2026-11-23 14:00', 150]],
    ['2026-12-01 09:30 年度预算', ['年度预算', '2026-12-01 09:30', 60]],
    ['Lunch tomorrow 12:30-1:30pm', ['Lunch', '2026-11-23 12:30', 60]],
    ['Review on Friday at 3pm for 2 hours', ['Review', '2026-11-27 15:00', 120]],
    ['Call next Tuesday 9am', ['Call', '2026-11-24 09:00', 60]],
    ['Dentist Dec 3 at 4', ['Dentist', '2026-12-03 16:00', 60]],
    ['Standup 9:15', ['Standup', '2026-11-23 09:15', 60]],
    ['买3号电池', ['买3号电池', '2026-11-22 00:00', 'day']],
    ['盘点2am0l', ['盘点2am0l', '2026-11-22 00:00', 'day']],
    ['28号下午四点 还书', ['还书', '2026-11-28 16:00', 60]],
    ['31号下午四点 还书', ['还书', '2026-12-31 16:00', 60]],
    ['2月30日 交表', ['2月30日 交表', '2026-11-22 00:00', 'day']],
    ['2027-02-29 交表', ['2027-02-29 交表', '2026-11-22 00:00', 'day']],
    ['13/45 交表', ['13/45 交表', '2026-11-22 00:00', 'day']],
    ['昨天会议的跟进', ['昨天会议的跟进', '2026-11-22 00:00', 'day']],
    ['整理上周三的记录', ['整理上周三的记录', '2026-11-22 00:00', 'day']],
    ['3月 5点交表', ['3月 交表', '2026-11-22 17:00', 60]],
    ['编号1388-12-3 归档', ['编号1388-12-3 归档', '2026-11-22 00:00', 'day']],
    ['this Friday 3pm demo', ['demo', '2026-11-27 15:00', 60]],
  ])('given %s, then it is %j', (text, wanted) => {
    expect(short(text)).toEqual(wanted)
  })

  test('given people and a place in English, then both are taken out of the title', () => {
    expect(read('Planning with Li Na and Wang Fang tomorrow 10am in Room 301')).toMatchObject({
      title: 'Planning',
      people: ['Li Na', 'Wang Fang'],
      place: 'Room 301',
    })
  })

  test('given several people and a place in Chinese, then both are known', () => {
    expect(read('明天上午十点 和李娜、王芳讨论预算 在三号会议室')).toMatchObject({
      title: '讨论预算',
      people: ['李娜', '王芳'],
      place: '三号会议室',
    })
  })

  test.each([
    ['明天下午三点和李总开会', '开会', '和李总开会'],
    ['明天上午十点 和王，李娜讨论预算 在三号会议室', '讨论预算', '和王,李娜讨论预算'],
    ['Planning with Old Smith tomorrow 10am in Room 301', 'Planning', 'Planning with Old Smith'],
    ['明天 写周报', '写周报', '写周报'],
  ])('given %s, then the words that name people can stay in the title', (text, title, titleWithPeople) => {
    expect(read(text)).toMatchObject({ title, titleWithPeople })
  })

  test.each([
    ['每周三 10:00 周会', { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=WE' }, '2026-11-25 10:00'],
    ['每天早上九点 站会', { kind: 'rule', rule: 'FREQ=DAILY' }, '2026-11-22 09:00'],
    ['每个工作日 9:00 打卡', { kind: 'workday', until: null }, '2026-11-22 09:00'],
    ['Standup every Monday 9:30', { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=MO' }, '2026-11-23 09:30'],
  ])('given %s, then it repeats', (text, repeat, start) => {
    const found = read(text)
    expect(found?.repeat).toEqual(repeat)
    expect(time(found?.startWall)).toBe(start)
  })

  test.each(['', '   ', '明天', '明天下午三点'])('given %j, then there is nothing to call it by', (text) => {
    expect(read(text)).toBeNull()
  })
})
