const zh = {
  placeholder: '年-月-日',
  placeholderTime: '年-月-日 时:分',
  open: '选择日期',
  calendar: '日历',
  previousMonth: '上个月',
  nextMonth: '下个月',
  previousYear: '上一年',
  nextYear: '下一年',
  month: '{year}年{month}月',
  day: '{year}年{month}月{day}日 {weekday}',
  hour: '时',
  minute: '分',
  now: '现在',
  today: '今天',
  clear: '清除',
  done: '确定',
  invalid: '请写成 2026-11-02 这样的日期',
  invalidTime: '请写成 2026-11-02 14:30 这样的日期和时间',
  outside: '请选择 {min} 至 {max} 之间的日期',
  notBefore: '不能早于 {min}',
  notAfter: '不能晚于 {max}',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  placeholder: 'YYYY-MM-DD',
  placeholderTime: 'YYYY-MM-DD HH:MM',
  open: 'Choose a date',
  calendar: 'Calendar',
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  month: '{month} {year}',
  day: '{weekday}, {month} {day}, {year}',
  hour: 'Hour',
  minute: 'Minute',
  now: 'Now',
  today: 'Today',
  clear: 'Clear',
  done: 'Done',
  invalid: 'Write the date like 2026-11-02',
  invalidTime: 'Write date and time like 2026-11-02 14:30',
  outside: 'Choose a day from {min} to {max}',
  notBefore: 'Not before {min}',
  notAfter: 'Not after {max}',
}

/** Words of the date fields. */
export const WORDS = { zh, en }

/** Short names of the days of a week, from Sunday on, as the titles of the calendar's columns. */
export const WEEKDAYS = {
  zh: ['日', '一', '二', '三', '四', '五', '六'],
  en: ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
} as const
export const WEEKDAYS_IN_FULL = {
  zh: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const
export const MONTHS = {
  zh: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
} as const
