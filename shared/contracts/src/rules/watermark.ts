import { HOUR_MS } from '../days/units.ts'
import { textOfWall } from '../days/wallText.ts'
import { escapeHtml } from './escapeHtml.ts'

/** Values by which an operator only switches the watermark on, without words of their own. */
const ONLY_ON: ReadonlySet<string> = new Set(['1', 'on', 'true'])

/** The text across the page: the organisation's words, the address of the user, and the time. */
export function watermarkText(words: string, address: string, time: string): string {
  const own = words.trim()
  return [ONLY_ON.has(own.toLowerCase()) ? '' : own, address, time].filter(Boolean).join(' · ')
}

/** Width that a text needs at 14 px, in px: a Chinese character is as wide as it is high, a Latin letter about half. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/[^\p{ASCII}·]/u.test(letter) ? 14 : 7.5), 0)

/** A tile of the watermark as the address of a picture. Gray at a strength that is seen on white and on black. */
export function watermarkTile(text: string): string {
  const width = Math.ceil(widthOf(text) * 0.92) + 80
  const height = Math.ceil(widthOf(text) * 0.36) + 90
  const words = escapeHtml(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="50%" transform="rotate(-20 ${width / 2} ${height / 2})" text-anchor="middle" dominant-baseline="middle" font-family="system-ui,sans-serif" font-size="14" fill="#888" fill-opacity="0.16">${words}</text></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

/** A moment as a picture of the screen must say it, whole: `2026-11-22 09:05`, by a zone in whole hours from GMT. */
export const minuteOf = (ms: number, timeZone: number): string => textOfWall(ms + timeZone * HOUR_MS)
