import type { TaskInput } from '@yanshu/contracts'
import { instantOf, wallOf } from '@yanshu/contracts'

const ZONE = 'Asia/Shanghai'
const DAY = 86_400_000
const HOUR = 3_600_000

export interface DemoTask extends Omit<TaskInput, 'calendarId'> {
  /** Local part of whose it is. */
  readonly owner: string
  /** null for the first calendar, which each account has. */
  readonly calendar: string | null
  readonly done: boolean
}

/** What the people of the demonstration have to do: late, today, later, some day, and done. */
export function demoTasks(now: number): readonly DemoTask[] {
  const today = Math.floor(wallOf(ZONE, now) / DAY)
  const friday = today + ((12 - ((today + 4) % 7)) % 7 || 7)
  const task =
    (owner: string, calendar: string | null = null) =>
    (title: string, due: number | null, more: Partial<DemoTask> = {}): DemoTask => ({
      owner,
      calendar,
      title,
      allDay: true,
      due: due === null ? null : due * DAY,
      zone: ZONE,
      done: false,
      ...more,
    })
  /** Due at an hour of a day. */
  const by = (day: number, hour: number) => ({ allDay: false, due: instantOf(ZONE, day * DAY + hour * HOUR) })
  const lina = task('li.na')
  const team = task('li.na', '市场部日程')
  const zhangwei = task('zhang.wei')
  return [
    lina('回复华东示例科技的合作条款', today - 2, { priority: 1, categories: ['客户'] }),
    lina('核对十月差旅报销', today - 1),
    lina('确认发布会场地合同', today, { ...by(today, 18), priority: 1, reminders: [60] }),
    lina('给新同事写入职说明', today, { percent: 50, status: 'in-process' }),
    lina('交周报', friday, {
      ...by(friday, 18),
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;BYDAY=FR' },
      reminders: [60],
      categories: ['报告'],
    }),
    lina('整理双十一投放数据', friday + 3, { start: today * DAY, description: '渠道、花费、转化，各一页。' }),
    lina('年终述职材料初稿', today + 18, { priority: 5, categories: ['报告'] }),
    lina('续办图书馆借书证', null, { private: true }),
    lina('预订供应商评审会议室', today - 3, { done: true }),
    lina('更新官网首页横幅', today - 1, { done: true }),
    team('新品海报定稿', today + 1, { priority: 1 }),
    team('收集各组内容选题', friday),
    zhangwei('修复登录页在旧版浏览器上的错位', today - 1, { priority: 1, categories: ['前端'] }),
    zhangwei('评审构建缓存的改动', today, by(today, 17)),
    zhangwei('升级依赖并跑一遍回归', friday, { reminders: [1_440] }),
    zhangwei('写架构评审纪要', today + 4, { description: '结论、分歧、下一步。' }),
    zhangwei('学习新版路由的用法', null),
    zhangwei('准备技术分享的示例', today - 2, { done: true }),
  ]
}
