import type { IsAddress, Person } from './person.ts'

/** What stands between people, wherever the list was copied from. */
const SEPARATORS = ',;，；、\n\r\t'

/** Keyboards in Chinese mode write these for the signs of an address. */
const NARROW: Readonly<Record<string, string>> = { '＜': '<', '〈': '<', '《': '<', '＞': '>', '〉': '>', '》': '>' }

interface Piece {
  readonly text: string
  /** The separator behind it, '' at the end. */
  readonly end: string
}

/** Cuts a list at its separators; what stands in quotation marks or angle brackets is whole. */
function cut(text: string): Piece[] {
  const pieces: Piece[] = []
  let piece = ''
  let quoted = false
  let angled = false
  let escaped = false
  for (const written of text) {
    const sign = quoted ? written : (NARROW[written] ?? written)
    if (escaped) escaped = false
    else if (quoted && sign === '\\') escaped = true
    else if (sign === '"') quoted = !quoted
    else if (!quoted && sign === '<') angled = true
    else if (!quoted && sign === '>') angled = false
    else if (!quoted && SEPARATORS.includes(sign) && (!angled || sign === '\n' || sign === '\r')) {
      pieces.push({ text: piece.trim(), end: sign })
      piece = ''
      angled = false
      continue
    }
    piece += sign
  }
  pieces.push({ text: piece.trim(), end: '' })
  // A quotation mark that is never closed is one the writer did not mean.
  if (quoted && text.includes('"')) return cut(text.replaceAll('"', ''))
  return pieces.filter(({ text: words }) => words !== '')
}

/** `Smith, John <j@x>; …`: where semicolons part people, a comma belongs to the name before its address. */
function joinNames(pieces: readonly Piece[]): string[] {
  const bySemicolon = pieces.some(({ end }) => end === ';' || end === '；')
  const joined: string[] = []
  let before = ''
  for (const { text, end } of pieces) {
    const whole = before ? `${before}, ${text}` : text
    if (bySemicolon && end === ',' && !text.includes('@')) {
      before = whole
      continue
    }
    joined.push(whole)
    before = ''
  }
  if (before) joined.push(before)
  return joined
}

/** An address as it is meant: no `mailto:`, no invisible characters, full-width letters and signs made narrow. */
function cleanAddress(text: string): string {
  const narrow = text.normalize('NFKC').replace(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
  return narrow
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/s, '')
    .replace(/[.。]$/, '')
}

function cleanName(text: string, address: string): string {
  const quoted = /^"(.*)"$/s.exec(text.trim())
  const name = (quoted?.[1]?.replace(/\\(.)/gs, '$1') ?? text)
    .replace(/\s+/g, ' ')
    .replace(/^['“”]+|['“”]+$/g, '')
    .trim()
  return name.toLowerCase() === address.toLowerCase() ? '' : name
}

const person = (name: string, written: string): Person => {
  const address = cleanAddress(written)
  return { name: cleanName(name, address), address }
}

/** One piece holds one person, or several that only spaces part. */
function peopleOf(piece: string, isAddress: IsAddress): Person[] {
  // `张伟(a@x.cn)` of 企业微信, `张伟 [mailto:a@x.cn]` of Outlook.
  const enclosed = /^([^()（）[\]<>@]+)[(（[]\s*([^\s()（）[\]<>@]+@[^\s()（）[\]<>@]+)\s*[)）\]]$/.exec(piece)
  if (enclosed?.[1] && enclosed[2]) return [person(enclosed[1], enclosed[2])]
  const commented = /^(\S+@\S+)\s*[(（]([^()（）]+)[)）]$/.exec(piece)
  if (commented?.[1] && commented[2]) return [person(commented[2], commented[1])]
  const found: Person[] = []
  let rest = piece
  while (rest) {
    const bracket = /^([^<>]*)<([^<>]*)>\s*/.exec(rest)
    if (!bracket) break
    const words = (bracket[1] ?? '').trim().split(/\s+/)
    // Addresses that stand before the name are people of their own: `a@x.cn 张伟 <b@x.cn>`.
    while (words.length > 1 && isAddress(cleanAddress(words[0] ?? ''))) found.push(person('', words.shift() ?? ''))
    found.push(person(words.join(' '), bracket[2] ?? ''))
    rest = rest.slice(bracket[0].length)
  }
  let name: string[] = []
  for (const word of rest.trim().split(/\s+/).filter(Boolean)) {
    if (isAddress(cleanAddress(word))) {
      found.push(person(name.join(' '), word))
      name = []
    } else name.push(word)
  }
  const left = name.join(' ')
  if (left) found.push({ name: '', address: left })
  return found.filter(({ address }) => address !== '')
}

const NAME_HEADING = /^(?:姓名|名字|名称|联系人|员工|name|full name|display name)$/i
/** A cell that may be a name: no number, no address. */
const isNameCell = (cell: string): boolean => /\p{L}/u.test(cell) && !/[\d@]/.test(cell)

/**
 * The people of a table, as Excel copies it: a line for each, cells parted by tabs. The name stands in the column that its
 * heading names, else in the first cell that may be one. Lines without an address, such as headings, are none. Null for what
 * is no table, or one without names beside its addresses.
 */
function tableOf(text: string, isAddress: IsAddress): Person[] | null {
  const rows = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  if (!rows.some((cells) => cells.length > 1)) return null
  const hasAddress = (cell: string) => isAddress(cleanAddress(cell))
  const heading = rows[0]?.some(hasAddress) ? -1 : (rows[0]?.findIndex((cell) => NAME_HEADING.test(cell)) ?? -1)
  const people = rows.flatMap((cells) => {
    const name = (heading >= 0 ? cells[heading] : cells.find(isNameCell)) ?? ''
    return cells.filter(hasAddress).map((address) => person(name, address))
  })
  return people.some(({ name }) => name !== '') ? people : null
}

/**
 * Reads people from what was typed or pasted: addresses, `Name <address>`, `"Name, with comma" <address>`,
 * `address (Name)`, `Name (address)`, parted by commas, semicolons, their full-width forms, spaces or lines, and tables with
 * a name and an address in each line. What is no address comes back as it was typed, so that the writer can correct it; of
 * a table it is left out.
 *
 * @example
 * parsePeople('张伟 <zhang.wei@yanshu.test>；li.na@yanshu.test', isMailAddress)
 */
export function parsePeople(text: string, isAddress: IsAddress): Person[] {
  const table = text.includes('\t') ? tableOf(text, isAddress) : null
  return table ?? joinNames(cut(text)).flatMap((piece) => peopleOf(piece, isAddress))
}
