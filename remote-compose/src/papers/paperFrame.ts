import type { PaperDesign, PaperOrnament } from '@yanshu/contracts'
import { type LetterPaper, PAPER_CLASS, SHEET_CLASS } from './letterPaper.ts'

const TABLE = 'border="0" cellpadding="0" cellspacing="0" width="100%"'

/** Mail programs that know no opacity get the tone between two colours, `share` of the first one. */
function mixed(one: string, other: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) => Math.round(part(one, at) * share + part(other, at) * (1 - share)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

/** A row of colour, drawn by its height alone. */
const strip = (colour: string, height: number): string =>
  `<tr><td bgcolor="${colour}" height="${height}" style="height:${height}px;background-color:${colour};font-size:1px;line-height:1px">&nbsp;</td></tr>`

const SLIPS = 24

/** Narrow cells beside each other, every second one in the tone of the sheet. */
const slips = ({ line, sheet }: PaperDesign): string =>
  `<tr><td><table ${TABLE}><tbody><tr>${Array.from({ length: SLIPS }, (_, at) => {
    const colour = at % 2 === 0 ? mixed(line, sheet, 0.55) : sheet
    return `<td bgcolor="${colour}" height="18" style="height:18px;background-color:${colour};font-size:1px;line-height:1px">&nbsp;</td>`
  }).join('')}</tr></tbody></table></td></tr>`

/** What stands above and below the text. */
const ORNAMENTS: Readonly<Record<PaperOrnament, (design: PaperDesign) => readonly [above: string, below: string]>> = {
  none: () => ['', ''],
  band: ({ line }) => [strip(line, 8), ''],
  frame: ({ line, sheet }) => [
    strip(line, 4) + strip(sheet, 4) + strip(line, 1),
    strip(line, 1) + strip(sheet, 4) + strip(line, 4),
  ],
  margins: () => ['', ''],
  slips: (design) => [slips(design) + strip(design.line, 1), ''],
  ridges: ({ line, sheet }) => ['', [0.12, 0.28, 0.5].map((share) => strip(mixed(line, sheet, share), 10)).join('')],
}

/** Margins are lines at both sides of the text. */
const sides = ({ ornament, line }: PaperDesign): string =>
  ornament === 'margins' ? `;border-left:4px double ${line};border-right:4px double ${line}` : ''

/**
 * A paper as mail programs show it: tables with inline styles and the colours once more as attributes, for programs that
 * draw with Word or take styles away; no picture, no class that means anything to others.
 */
export function paperFrame(design: PaperDesign): LetterPaper {
  const { ground, sheet, text, line } = design
  const [above, below] = ORNAMENTS[design.ornament](design)
  const marks = `${PAPER_CLASS} ${[ground, sheet, text, line].map((colour) => colour.slice(1)).join('-')}-${design.ornament}`
  return {
    design,
    before:
      `<table class="${marks}" ${TABLE} bgcolor="${ground}" style="background-color:${ground}"><tbody><tr><td align="center" style="padding:24px 12px">` +
      `<table ${TABLE} bgcolor="${sheet}" style="max-width:760px;background-color:${sheet};border:1px solid ${mixed(line, sheet, 0.45)}"><tbody>${above}` +
      `<tr><td class="${SHEET_CLASS}" align="left" bgcolor="${sheet}" style="padding:28px 32px;background-color:${sheet};color:${text}${sides(design)}">`,
    after: `</td></tr>${below}</tbody></table></td></tr></tbody></table>`,
  }
}

const COLOURS = /^(?:[0-9a-f]{6}-){4}[a-z]{1,10}$/

/** The drawing that a letter's mark names; null for a mark that is none. */
export function designOf(mark: string): PaperDesign | null {
  if (!COLOURS.test(mark)) return null
  const [ground, sheet, text, line, ornament = ''] = mark.split('-')
  if (!isOrnament(ornament)) return null
  return { ground: `#${ground}`, sheet: `#${sheet}`, text: `#${text}`, line: `#${line}`, ornament }
}

const isOrnament = (name: string): name is PaperOrnament => Object.hasOwn(ORNAMENTS, name)
