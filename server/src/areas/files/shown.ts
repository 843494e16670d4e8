import type { Language } from '@yanshu/contracts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** `1.4 GB` */
export function shownSize(bytes: number): string {
  let unit = 0
  let size = bytes
  for (; size >= 1_024 && unit < UNITS.length - 1; unit += 1) size /= 1_024
  return `${size >= 100 || unit === 0 ? Math.round(size) : Math.round(size * 10) / 10} ${UNITS[unit]}`
}

/** The day of a moment: 2026年12月12日, 12 December 2026. */
export const shownDay = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Asia/Shanghai',
  }).format(at)
