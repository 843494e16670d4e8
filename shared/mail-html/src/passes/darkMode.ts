import { printDeclarations, type SafeDeclaration } from '../css/filterDeclarations.ts'
import { parseDeclarations } from '../css/parseSheet.ts'
import { serializeCss } from '../css/serialize.ts'
import type { MailPass } from '../mailPass.ts'

/**
 * Decides how a mail meets a dark application. Black on white, which word processors write into every mail, counts as
 * no colour and is taken out, so the mail gets the application's tones. A mail with colours of its own stays as it was
 * designed, on white paper: recolouring a design makes some of it unreadable. A mail that brings dark rules keeps them.
 */
export const darkMode: MailPass = (document, context) => {
  if (context.scheme !== 'dark') return
  if (context.sheets.some(({ css }) => /prefers-color-scheme\s*:\s*dark/i.test(css))) return
  const styled = [...document.querySelectorAll('[style]')].map((element) => ({
    element,
    declarations: parseDeclarations(element.getAttribute('style') ?? '').map((declaration) => ({
      ...declaration,
      value: serializeCss(declaration.value),
    })),
  }))
  const inRules = context.rules.flatMap(({ declarations }) => declarations)
  const inStyles = styled.flatMap(({ declarations }) => declarations)
  const coloured = [...document.querySelectorAll('[bgcolor], font[color]')]
  if (![...inRules, ...inStyles].every(isNeutral) || !coloured.every(hasNeutralAttributes)) {
    context.tone = 'paper'
    return
  }
  for (const element of coloured) for (const name of ['bgcolor', 'color']) element.removeAttribute(name)
  for (const { element, declarations } of styled) {
    element.setAttribute('style', printDeclarations(declarations.filter(setsNoColour)))
  }
  context.rules = context.rules.map((rule) => ({ ...rule, declarations: rule.declarations.filter(setsNoColour) }))
}

function setsNoColour({ name }: SafeDeclaration): boolean {
  return name !== 'color' && name !== 'background' && name !== 'background-color'
}

function isNeutral({ name, value }: SafeDeclaration): boolean {
  if (name === 'color') return isNeutralText(value)
  if (name === 'background' || name === 'background-color') return isNeutralGround(value)
  return name !== 'background-image' || value === 'none'
}

function hasNeutralAttributes(element: Element): boolean {
  const ground = element.getAttribute('bgcolor')
  const text = element.localName === 'font' ? element.getAttribute('color') : null
  return (ground === null || isNeutralGround(ground)) && (text === null || isNeutralText(text))
}

/** How far the channels of a grey may lie apart, and how light one that is meant to be read on white may be. */
const GREY = { spread: 28, lightest: 0xb0 }

/** Near-black, the greys of signatures, or the blue and purple that mail programs give to links. */
function isNeutralText(value: string): boolean {
  if (/^(?:black|windowtext|inherit|initial|unset|currentcolor|auto|blue|purple)$/i.test(value)) return true
  if (/^#(?:00f|0000ff|0563c1|0078d7|0078d4|954f72|800080|1155cc|15c)$/i.test(value)) return true
  const channels = channelsOf(value)
  if (!channels) return false
  const brightest = Math.max(...channels)
  return brightest <= 0x45 || (brightest <= GREY.lightest && brightest - Math.min(...channels) <= GREY.spread)
}

/** The grounds that mail programs put under the head of a quoted mail are about as light as this. */
const PALE = 0xee

function isNeutralGround(value: string): boolean {
  if (/^(?:white|window|transparent|none|inherit|initial|unset)$/i.test(value)) return true
  const channels = channelsOf(value)
  return channels !== undefined && Math.min(...channels) >= PALE
}

/** Red, green and blue, 0-255, of `#rgb`, `#rrggbb` and `rgb(…)`; other notations count as colours of the mail's own. */
function channelsOf(value: string): number[] | undefined {
  const hex = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
    return digits.map((pair) => Number.parseInt(pair, 16))
  }
  const numbers = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*1\s*)?\)$/i.exec(value.trim())
  return numbers?.slice(1, 4).map(Number)
}
