import type { CalendarShare, EventInput } from '@yanshu/contracts'
import { instantOf, wallOf } from '@yanshu/contracts'
import { DEMO_DOMAIN } from './organisation.ts'

const ZONE = 'Asia/Shanghai'
const DAY = 86_400_000
const MINUTE = 60_000

export interface DemoRoom {
  /** Local part of its address. */
  readonly account: string
  readonly name: string
  /** People; 0 for a thing. */
  readonly capacity: number
  readonly place: string
}

/** Meeting rooms and things that are booked like them. They answer invitations by themselves. */
export const DEMO_ROOMS: readonly DemoRoom[] = [
  { account: 'room.302', name: '302 会议室', capacity: 8, place: '三楼东侧' },
  { account: 'room.401', name: '401 会议室', capacity: 12, place: '四楼电梯旁' },
  { account: 'room.hall', name: '五楼大会议室', capacity: 60, place: '五楼' },
  { account: 'room.small', name: '一楼小会议室', capacity: 4, place: '一楼前台后' },
  { account: 'projector', name: '移动投影仪', capacity: 0, place: '行政部领取' },
]

export interface DemoEvent extends Omit<EventInput, 'calendarId'> {
  /** Which times of a series are moved (by minutes) or left out, counted from its first one after now. */
  readonly moved?: { readonly which: number; readonly minutes: number }
  readonly dropped?: number
  /** Rooms that it was booked with, by their local parts, and what they have answered. */
  readonly rooms?: Readonly<Record<string, 'accepted' | 'declined'>>
}

export interface DemoCalendar {
  /** Local part of whose it is. */
  readonly owner: string
  /** null for the first calendar, which each account has. */
  readonly name: string | null
  readonly color: number
  readonly shares: readonly (Omit<CalendarShare, 'subject'> & {
    readonly subject:
      | { readonly kind: 'everyone' }
      | { readonly kind: 'department'; readonly name: string }
      | { readonly kind: 'person'; readonly account: string }
  })[]
  readonly events: readonly DemoEvent[]
}

const weekly = (day: string, count?: number) =>
  ({ kind: 'rule', rule: `FREQ=WEEKLY;BYDAY=${day}${count ? `;COUNT=${count}` : ''}` }) as const
const people = (...list: readonly [string, string][]) =>
  list.map(([account, name]) => ({ name, address: `${account}@${DEMO_DOMAIN}` }))

/** Events of a quarter around now: repeating, moved and cancelled ones, and days out of the office. */
export function demoCalendars(now: number): readonly DemoCalendar[] {
  const today = Math.floor(wallOf(ZONE, now) / DAY)
  const monday = today - ((today + 3) % 7)
  /** A time of a day, counted from the Monday of this week. */
  const at = (day: number, clock: string, minutes: number, title: string, more: Partial<DemoEvent> = {}): DemoEvent => {
    const [hours = 0, rest = 0] = clock.split(':').map(Number)
    const start = instantOf(ZONE, (monday + day) * DAY + (hours * 60 + rest) * MINUTE)
    return { title, allDay: false, start, end: start + minutes * MINUTE, zone: ZONE, ...more }
  }
  const whole = (day: number, days: number, title: string, more: Partial<DemoEvent> = {}): DemoEvent => {
    const start = (monday + day) * DAY
    return { title, allDay: true, start, end: start + days * DAY, zone: ZONE, availability: 'free', ...more }
  }
  const lina: DemoEvent[] = [
    at(-56, '10:00', 60, '市场部周会', {
      place: '三楼 302 会议室',
      repeat: weekly('MO'),
      reminders: [15],
      attendees: people(['luo.dan', '罗丹'], ['liang.bo', '梁博'], ['song.jia', '宋佳']),
      description: '1. 上周数据\n2. 本周重点\n3. 需要协调的事',
      moved: { which: 1, minutes: 1_440 + 240 },
      dropped: 3,
    }),
    at(-28, '09:30', 15, '站会', { repeat: { kind: 'workday', until: null } }),
    at(-42, '14:00', 30, '与张伟 1:1', {
      repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' },
      attendees: people(['zhang.wei', '张伟']),
    }),
    at(0, '15:30', 60, '秋季发布会复盘', { place: '上海厅', color: 5 }),
    at(1, '10:00', 90, '供应商报价评审', {
      place: '线上',
      link: 'https://meet.example.com/quote',
      attendees: people(['wang.fang', '王芳'], ['yu.wanqing', '于婉清']),
    }),
    at(1, '11:00', 60, '面试：内容编辑', { place: '一楼 小会议室', color: 7 }),
    at(2, '09:00', 120, '年度预算初稿', { availability: 'busy', description: '关上门写。' }),
    at(2, '14:00', 60, '品牌升级方案评审', {
      place: '三楼 302 会议室',
      attendees: people(['zhao.guoqiang', '赵国强'], ['luo.dan', '罗丹']),
      rooms: { 'room.302': 'accepted', projector: 'accepted' },
      reminders: [30, 1_440],
      categories: ['品牌'],
      description: '请先看方案\n1. 三个方向各十分钟\n2. 当场定一个',
      descriptionHtml: '<p>请<strong>先看方案</strong></p><ol><li>三个方向各十分钟</li><li>当场定一个</li></ol>',
    }),
    at(2, '14:30', 60, '渠道数据对齐', {
      attendees: people(['tang.rong', '唐镕']),
      availability: 'tentative',
      rooms: { 'room.302': 'declined' },
    }),
    at(3, '16:00', 45, '客户拜访：华东示例科技', { place: '静安区延平路 123 号', color: 2 }),
    at(3, '19:00', 120, '瑜伽', { private: true, color: 11 }),
    at(4, '11:00', 60, '双周选题会', { repeat: { kind: 'rule', rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR' } }),
    at(4, '17:00', 30, '周报', { repeat: weekly('FR'), reminders: [10] }),
    at(6, '18:30', 90, '家庭晚餐', { place: '外婆家', private: true, color: 11 }),
    whole(8, 3, '出差：广州', { availability: 'away', color: 3, place: '广州' }),
    whole(14, 1, '内容日历交付', { color: 8 }),
    whole(-300, 1, '妈妈生日', { repeat: { kind: 'lunar', every: 'year', until: null }, color: 12, private: true }),
    at(9, '09:30', 180, '广州渠道大会', { place: '广州琶洲会展中心' }),
    at(16, '10:00', 60, '明年媒体计划', {
      attendees: people(['liang.bo', '梁博']),
      rooms: { 'room.small': 'accepted' },
    }),
    at(21, '14:00', 120, '年终述职', { place: '五楼 大会议室', reminders: [1_440] }),
    at(-12, '15:00', 60, '双十一复盘', { place: '三楼 302 会议室' }),
    at(-6, '10:30', 60, '官网改版验收', { attendees: people(['lin.jiayi', '林佳怡'], ['ouyang.ning', '欧阳宁']) }),
  ]
  const zhangwei: DemoEvent[] = [
    at(-56, '10:00', 45, '前端组周会', {
      place: '四楼 401',
      repeat: weekly('TU'),
      attendees: people(['wu.xiaofeng', '吴晓峰'], ['zheng.yuting', '郑雨婷'], ['liu.yang', '刘洋']),
      moved: { which: 0, minutes: 90 },
      dropped: 2,
    }),
    at(-28, '09:45', 15, '站会', { repeat: { kind: 'workday', until: null } }),
    at(0, '14:00', 90, '微前端架构评审', { place: '四楼 401', reminders: [15], rooms: { 'room.401': 'accepted' } }),
    at(2, '16:00', 60, '与柏林团队同步', {
      zone: 'Europe/Berlin',
      link: 'https://meet.example.com/berlin',
      repeat: weekly('WE'),
    }),
    at(3, '10:30', 60, '代码走查', { repeat: weekly('TH') }),
    at(4, '15:00', 120, '版本发布', { color: 1, reminders: [60] }),
    whole(7, 2, '年假', { availability: 'away', color: 6 }),
    whole(11, 1, '版本冻结', { color: 1 }),
  ]
  const office: DemoEvent[] = [
    at(3, '15:00', 60, '全员大会', {
      place: '一楼 多功能厅',
      repeat: { kind: 'rule', rule: 'FREQ=MONTHLY;BYDAY=4TH' },
      reminders: [30],
    }),
    whole(-20, 1, '发薪日', { repeat: { kind: 'rule', rule: 'FREQ=MONTHLY;BYMONTHDAY=10' } }),
    whole(25, 1, '年会', { place: '锦江饭店' }),
    at(1, '12:00', 45, '消防演练', { place: '全楼', color: 1 }),
  ]
  const marketing: DemoEvent[] = [
    whole(1, 4, '示例展会', { place: '上海新国际博览中心' }),
    at(10, '10:00', 60, '新品预热会', { place: '三楼 302 会议室' }),
  ]
  const everybody = { subject: { kind: 'everyone' }, level: 'view' } as const
  return [
    {
      owner: 'li.na',
      name: null,
      color: 9,
      shares: [
        { subject: { kind: 'person', account: 'sun.lihua' }, level: 'edit' },
        { subject: { kind: 'department', name: '市场部' }, level: 'busy' },
      ],
      events: lina,
    },
    {
      owner: 'li.na',
      name: '市场部日程',
      color: 6,
      shares: [{ subject: { kind: 'department', name: '市场部' }, level: 'edit' }],
      events: marketing,
    },
    {
      owner: 'zhang.wei',
      name: null,
      color: 9,
      shares: [{ subject: { kind: 'person', account: 'li.na' }, level: 'view' }],
      events: zhangwei,
    },
    { owner: 'jiang.hua', name: '公司日历', color: 3, shares: [everybody], events: office },
  ]
}
