import { CONTACT_FILE_ROWS_MAX, type ContactColumn, isMailAddress, type Labelled } from '@yanshu/contracts'
import { csvCells } from '../../../platform/csv/csv.ts'
import { charsetOf, decodeFile } from './charset.ts'
import { type FoundPerson, fitContact, type RowProblem, type WrittenPerson } from './fitContact.ts'
import { type KindColumn, meaningOf, numberOf } from './headings.ts'
import { dayOf } from './properties.ts'
import type { ReadFile } from './readCards.ts'

export interface CsvColumn {
  readonly heading: string
  readonly column: ContactColumn
  /** Cells of the first rows that say something. */
  readonly samples: readonly string[]
}

const COLUMNS_MAX = 200
const SAMPLES = 3
const SAMPLE_MAX = 60
const LOOKED_AT = 20
/** Lines above the headings that are passed over. */
const ABOVE_MAX = 10

/**
 * Reads an address book as CSV: comma, tab or semicolon, with the headings of Outlook, Foxmail, WPS, Google, Apple.
 * `columns` names the columns where the user has corrected them. Run it in a thread.
 */
export function readCsv(
  bytes: Uint8Array,
  charset?: string,
  columns?: readonly ContactColumn[],
): ReadFile & { readonly columns: readonly CsvColumn[] } {
  const used = charset || charsetOf(bytes)
  // Excel names its separator in a first line.
  const text = decodeFile(bytes, used).replace(/^\ufeff?sep=(.)\r?\n/, '')
  const all = csvCells(text, [',', '\t', ';', '，', '|']).map((row) => row.slice(0, COLUMNS_MAX))
  const above = linesAbove(all)
  const rows = all.slice(above)
  const first = rows[0] ?? []
  const headed = hasHeadings(first)
  const body = headed ? rows.slice(1) : rows
  const firstRow = above + (headed ? 2 : 1)
  const width = Math.min(
    COLUMNS_MAX,
    rows.slice(0, LOOKED_AT).reduce((most, row) => Math.max(most, row.length), 0),
  )
  const headings = Array.from({ length: width }, (_, at) => (headed ? (first[at] ?? '').trim() : ''))
  const meant = headings.map((heading, at) =>
    headed ? meaningOf(heading) : guess(body.slice(0, LOOKED_AT).map((row) => row[at] ?? '')),
  )
  const meanings = meant.map((meaning, at) => (isFormOfAddress(headings, at) ? '' : meaning))
  const usedAs = meanings.map(
    (meaning, at): ContactColumn => (columns ? (columns[at] ?? '') : typeof meaning === 'string' ? meaning : ''),
  )
  const kinds = kindsOf(headings, meanings)
  const people: FoundPerson[] = []
  const problems: RowProblem[] = []
  for (const [at, cells] of body.entries()) {
    if (at >= CONTACT_FILE_ROWS_MAX) {
      problems.push({ row: at + firstRow, name: '', reason: 'too-many' })
      break
    }
    const fitted = fitContact(personIn(cells, usedAs, kinds), at + firstRow)
    problems.push(...fitted.problems)
    if (fitted.person) people.push(fitted.person)
  }
  return {
    charset: used,
    people,
    problems,
    total: body.length,
    columns: headings.map((heading, at) => ({
      heading,
      column: usedAs[at] ?? '',
      samples: samplesOf(body, at),
    })),
  }
}

/** Lines above the headings: the name of the list, its date, who made it. */
function linesAbove(rows: readonly (readonly string[])[]): number {
  const at = rows.slice(0, ABOVE_MAX + 1).findIndex((row) => knownIn(row) >= 2 && valuesIn(row) === 0)
  return Math.max(at, 0)
}

const knownIn = (row: readonly string[]): number => row.filter((cell) => meaningOf(cell) !== '').length
const valuesIn = (row: readonly string[]): number =>
  row.filter((cell) => isMailAddress(cell.trim()) || isNumber(cell)).length

/** Outlook has `Title` for Mr and Ms, beside `Job Title`. */
const isFormOfAddress = (headings: readonly string[], at: number): boolean =>
  /^title$/i.test(headings[at] ?? '') && headings.some((heading) => /^job title$/i.test(heading))

function samplesOf(body: readonly (readonly string[])[], at: number): string[] {
  const found: string[] = []
  for (const row of body.slice(0, LOOKED_AT * 5)) {
    const cell = (row[at] ?? '').trim()
    if (cell !== '') found.push([...cell].slice(0, SAMPLE_MAX).join(''))
    if (found.length === SAMPLES) break
  }
  return found
}

/** The first row is headings when it names two fields, or one and holds nothing that is a value. */
function hasHeadings(first: readonly string[]): boolean {
  return knownIn(first) >= 2 || valuesIn(first) === 0
}

const isNumber = (cell: string): boolean => /^\+?[\d\s()-]{7,}$/.test(cell.trim())

/** What a column without a heading is, by its cells. */
function guess(cells: readonly string[]): ContactColumn {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  const most = (test: (cell: string) => boolean) => filled.length > 0 && filled.filter(test).length * 2 > filled.length
  if (most((cell) => isMailAddress(cell))) return 'emailWork'
  if (most((cell) => /^(?:\+?86)?1\d{10}$/.test(cell.replaceAll(/[\s-]/g, '')))) return 'phoneMobile'
  if (most(isNumber)) return 'phoneWork'
  return most((cell) => /^\p{Script=Han}{2,4}$|^\p{L}+(?: \p{L}+){1,2}$/u.test(cell)) ? 'name' : ''
}

/** For each column the one that names the kind of its cells, -1 for none. */
const kindsOf = (headings: readonly string[], meanings: readonly (ContactColumn | KindColumn)[]): number[] =>
  meanings.map((meaning, at) => {
    const number = numberOf(headings[at] ?? '')
    if (typeof meaning !== 'string' || number === '') return -1
    return meanings.findIndex(
      (other) => typeof other === 'object' && other.number === number && meaning.startsWith(other.of),
    )
  })

const KIND_OF: Readonly<Record<string, Labelled['kind']>> = {
  Work: 'work',
  Home: 'home',
  Mobile: 'mobile',
  Other: 'other',
}

function kindNamed(text: string, otherwise: Labelled['kind']): Labelled['kind'] {
  if (/mobile|cell|手机|移动/i.test(text)) return 'mobile'
  if (/work|business|office|工作|单位|公司|商务/i.test(text)) return 'work'
  return /home|personal|家|住宅|个人/i.test(text) ? 'home' : otherwise
}

function personIn(
  cells: readonly string[],
  columns: readonly ContactColumn[],
  kinds: readonly number[],
): WrittenPerson {
  const texts = new Map<ContactColumn, string[]>()
  const emails: Labelled[] = []
  const phones: Labelled[] = []
  const addresses = new Map<string, { kind: Labelled['kind']; parts: string[] }>()
  for (const [at, column] of columns.entries()) {
    const cell = plainCell(cells[at] ?? '')
    if (column === '' || cell === '') continue
    const [, what, which = ''] = /^(email|phone|address)(\w+)$/.exec(column) ?? []
    const kind = kindNamed(cells[kinds[at] ?? -1] ?? '', KIND_OF[which] ?? 'other')
    // Google writes several into one cell, and so do people.
    const several = cell.split(' ::: ')
    const values =
      what === 'email' ? several.flatMap(addressesIn) : what === 'phone' ? several.flatMap(numbersIn) : several
    if (what === 'email') for (const value of values) emails.push({ kind: kind === 'mobile' ? 'other' : kind, value })
    else if (what === 'phone') for (const value of values) phones.push({ kind, value })
    else if (what === 'address') {
      const key = numberedKey(kinds[at], column)
      const there = addresses.get(key) ?? { kind: kind === 'mobile' ? 'other' : kind, parts: [] }
      there.parts.push(...values)
      addresses.set(key, there)
    } else texts.set(column, [...(texts.get(column) ?? []), cell])
  }
  const one = (column: ContactColumn) => texts.get(column)?.[0] ?? ''
  const birthday = one('birthday')
  return {
    uid: '',
    name: fullName(one('name'), one('familyName'), one('middleName'), one('givenName')),
    nickname: one('nickname'),
    organization: [one('organization'), one('department')].filter(Boolean).join(' / '),
    duties: one('duties'),
    note: (texts.get('note') ?? []).join('\n'),
    birthday: isoDay(birthday) && (dayOf(['bday', {}, 'text', isoDay(birthday)]) || birthday),
    birthdayLunar: false,
    emails,
    phones,
    addresses: [...addresses.values()].map(({ kind, parts }) => ({ kind, value: joinAddress(parts) })),
    groups: (texts.get('group') ?? []).flatMap((cell) =>
      cell
        .split(/ ::: |[;；,，]/)
        .map((name) => name.replace(/^\* /, '').trim())
        .filter((name) => name !== '' && !/^my ?contacts$|^starred$/i.test(name)),
    ),
    card: [],
    photo: null,
  }
}

/**
 * A cell without what spreadsheets write around a text: `="138…"`, and the apostrophe before a number, by which we and
 * others also keep a formula from being read.
 */
const plainCell = (cell: string): string =>
  cell
    .trim()
    .replace(/^="((?:[^"]|"")*)"$/, (_all, text: string) => text.replaceAll('""', '"'))
    .replace(/^'(?=[=+\-@\d(])/, '')
    .trim()

/** The addresses of a cell: one, or several that people have written into it. */
function addressesIn(cell: string): string[] {
  if ((cell.match(/@/g) ?? []).length < 2) return [cell]
  const parts = cell
    .split(/[;；,，、|\n]+|\s\/\s/)
    .flatMap((part) => (/@.*@/.test(part) ? part.split(/[\s/]+/) : [part]))
  return parts.map((part) => part.trim()).filter((part) => part.includes('@'))
}

/** The numbers of a cell, where all of its parts are numbers. */
function numbersIn(cell: string): string[] {
  const parts = cell
    .split(/[;；,，、|\n]+|\s*\/\s*/)
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.length > 1 && parts.every((part) => isNumber(part)) ? parts : [cell]
}

const numberedKey = (kind: number | undefined, column: string): string =>
  kind === undefined || kind < 0 ? column : `${column} ${kind}`

function joinAddress(parts: readonly string[]): string {
  const han = /\p{Script=Han}/u.test(parts.join(''))
  return parts.map((part) => part.replaceAll(/\s*\n\s*/g, ' ')).join(han ? ' ' : ', ')
}

/** A name in one column counts; else its parts, the surname first in Chinese. */
function fullName(name: string, family: string, middle: string, given: string): string {
  if (name !== '') return name
  return /\p{Script=Han}/u.test(family + given)
    ? family + middle + given
    : [given, middle, family].filter(Boolean).join(' ')
}

/** `1990/5/1`, `5/1/1990` of American programs, and `0/0/00`, by which Outlook writes that there is none. */
function isoDay(text: string): string {
  if (/^0+\/0+\/0+$/.test(text)) return ''
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  return american ? `${american[3]}-${american[1]}-${american[2]}` : text
}
