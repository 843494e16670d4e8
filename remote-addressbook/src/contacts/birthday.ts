type Say = (key: string, values?: Record<string, string | number>) => string

const LUNAR_MONTHS = ['正', '二', '三', '四', '五', '六', '七', '八', '九', '十', '冬', '腊'] as const
const DIGITS = ['十', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const

/** 初五, 十五, 廿三, 三十. */
function lunarDay(day: number): string {
  if (day === 10) return '初十'
  if (day === 20) return '二十'
  if (day === 30) return '三十'
  return `${['初', '十', '廿'][Math.floor(day / 10)]}${DIGITS[day % 10]}`
}

/** A birthday as people say it: 1990年5月1日, 农历腊月廿三; in English 1 May 1990. */
export function birthdayText(birthday: string, lunar: boolean, say: Say): string {
  const [, year, month, day] = /^(?:(\d{4})|-)-(\d{2})-(\d{2})$/.exec(birthday) ?? []
  const [m, d] = [Number(month), Number(day)]
  if (!m || !d) return birthday
  const values = { year: year ?? '', month: m, day: d, name: say(`month.${m}`) }
  if (!lunar) return say(year ? 'birthday.full' : 'birthday.day', values)
  return say(year ? 'birthday.lunarFull' : 'birthday.lunar', {
    ...values,
    lunarMonth: LUNAR_MONTHS[m - 1] ?? m,
    lunarDay: lunarDay(d),
  })
}
