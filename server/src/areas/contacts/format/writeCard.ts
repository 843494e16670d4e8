import { isMailAddress, type Labelled } from '@yanshu/contracts'
import ICAL from 'ical.js'
import type { ContactFields } from './contactFields.ts'
import { groupNameOf, isPhone } from './fitContact.ts'
import {
  BETWEEN_UNITS,
  dayOf,
  LUNAR_BIRTHDAY,
  labelledOf,
  nameOf,
  organizationOf,
  type Property,
  partsOf,
  textOf,
  typesOf,
} from './properties.ts'

export type CardVersion = '3.0' | '4.0'

/** A contact as a file has it. */
export interface WrittenPerson {
  readonly uid: string
  readonly fields: ContactFields
  /** What it was read from, so that what has no field here goes back as it came. */
  readonly card: readonly Property[]
  readonly groups: readonly string[]
  readonly photo: { readonly type: string; readonly base64: string } | null
  /** Epoch milliseconds of the last change; 0 leaves it out. */
  readonly changedAt: number
}

const PRODUCT = '-//Yanshu//Contacts//ZH'
/** Properties that are written from fields, and so never twice. */
const FIELDS = new Set(['fn', 'n', 'nickname', 'org', 'title', 'note', 'bday', 'email', 'tel', 'adr', LUNAR_BIRTHDAY])

/** Surnames of two characters that are met; all others have one. */
const TWO_CHARACTERS =
  /^(?:欧阳|太史|端木|上官|司马|东方|独孤|南宫|万俟|闻人|夏侯|诸葛|尉迟|公羊|赫连|澹台|皇甫|宗政|濮阳|公冶|太叔|申屠|公孙|慕容|仲孙|钟离|长孙|宇文|司徒|鲜于|司空|令狐|呼延|完颜|拓跋)/

/** Writes one vCard of RFC 2426 (3.0) or RFC 6350 (4.0), its lines folded at 75 bytes. */
export const writeCard = (person: WrittenPerson, version: CardVersion): string =>
  cardText(propertiesFor(person, version), version)

/** A card of these properties, without those that the version has no way to write. */
function cardText(properties: readonly Property[], version: CardVersion): string {
  const design = version === '4.0' ? ICAL.design.components.vcard : ICAL.design.components.vcard3
  const lines = properties.flatMap((property) => {
    try {
      const line: string = ICAL.stringify.property(property, design, true)
      // The library escapes what stands in an address as if it were text.
      return [ICAL.helpers.foldline(property[2] === 'uri' ? line.replaceAll(/\\([;,])/g, '$1') : line)]
    } catch {
      // Of the file that it came from; what is known of the contact is always written.
      return []
    }
  })
  return ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')
}

/** A personal group as a file has it. */
export interface WrittenGroup {
  readonly uid: string
  readonly name: string
  /** UIDs of those in it. */
  readonly members: readonly string[]
  /** What it was read from. */
  readonly card: readonly Property[]
}

/** Writes a group: of Apple's kind in 3.0, which has none of its own, or of RFC 6350 §6.1.4 in 4.0. */
export function writeGroup({ uid, name, members, card }: WrittenGroup, version: CardVersion): string {
  const fourth = version === '4.0'
  const prefix = fourth ? '' : 'x-addressbookserver-'
  const full = textOf(card.find(([property]) => property === 'fn'))
  // A name that is longer than one of the page goes back whole until the group is renamed.
  const shown = groupNameOf(full) === name ? full : name
  return cardText(
    [
      ['version', {}, 'text', version],
      ['prodid', {}, 'text', PRODUCT],
      ['uid', {}, 'text', uid],
      ['fn', {}, 'text', shown],
      ['n', {}, 'text', [shown, '', '', '', '']],
      // Apple's properties are written without a VALUE, which its programs do not expect.
      [`${prefix}kind`, {}, fourth ? 'text' : 'unknown', 'group'],
      ...members.map((member): Property => [`${prefix}member`, {}, fourth ? 'uri' : 'unknown', `urn:uuid:${member}`]),
      ...card.filter(([property]) => property !== 'fn').map((property) => forVersion(property, fourth)),
    ],
    version,
  )
}

function propertiesFor(
  { uid, fields, card, groups, photo, changedAt }: WrittenPerson,
  version: CardVersion,
): Property[] {
  const fourth = version === '4.0'
  const one = (name: string) => card.find((property) => property[0] === name)
  const all = (name: string) => card.filter((property) => property[0] === name)
  /** The property of the file while it has the field's value, else one made of the field. */
  const unless = (same: boolean, there: Property | undefined, value: string, make: () => Property): Property[] =>
    same && there ? [there] : value === '' ? [] : [make()]
  const written: Property[] = [
    ['version', {}, 'text', version],
    ['prodid', {}, 'text', PRODUCT],
    ['uid', {}, 'text', uid],
    ...namesOf(fields, card),
    ...unless(
      partsOf(one('nickname')).filter(Boolean).join('、') === fields.nickname,
      one('nickname'),
      fields.nickname,
      () => ['nickname', {}, 'text', ...fields.nickname.split('、')],
    ),
    ...unless(organizationOf(one('org')) === fields.organization, one('org'), fields.organization, () => {
      const units = fields.organization.split(BETWEEN_UNITS)
      return ['org', {}, 'text', units.length === 1 ? (units[0] ?? '') : units]
    }),
    ...(all('title').length === 0 && textOf(one('role')) === fields.duties
      ? []
      : unless(textOf(one('title')) === fields.duties, one('title'), fields.duties, () => [
          'title',
          {},
          'text',
          fields.duties,
        ])),
    ...severalOf('email', fields.emails, card, fourth),
    ...severalOf('tel', fields.phones, card, fourth),
    ...severalOf('adr', fields.addresses, card, fourth),
    ...birthdayOf(fields, one('bday'), fourth),
    ...(all('note').map(textOf).filter(Boolean).join('\n') === fields.note
      ? all('note')
      : fields.note
        ? [['note', {}, 'text', fields.note] satisfies Property]
        : []),
    ...(groups.length > 0 ? [['categories', {}, 'text', ...groups] satisfies Property] : []),
    ...photosOf(photo, fourth),
    ...(changedAt > 0 ? [revisionOf(changedAt, fourth)] : []),
    ...card.filter(([name]) => !FIELDS.has(name) && !ITEM_LABELS.has(name)),
  ]
  // The label of an address or a number stays with it, and goes with it.
  const items = new Set(written.map(itemOf).filter(Boolean))
  written.push(...card.filter((property) => ITEM_LABELS.has(property[0]) && isLabelOf(items, property)))
  return written.map((property) => forVersion(property, fourth))
}

/** Labels of Apple, which belong to the property with the same item. */
const ITEM_LABELS = new Set(['x-ablabel', 'x-abadr'])
/** The item of a property: `item1` of `item1.EMAIL`; '' for none. */
const itemOf = ([, parameters]: Property): string => [parameters.group ?? ''].flat()[0]?.toLowerCase() ?? ''
const isLabelOf = (items: ReadonlySet<string>, property: Property): boolean =>
  itemOf(property) === '' || items.has(itemOf(property))

const revisionOf = (changedAt: number, fourth: boolean): Property => {
  const at = new Date(changedAt).toISOString().replace(/\.\d+Z$/, 'Z')
  return ['rev', {}, fourth ? 'timestamp' : 'date-time', at]
}

function namesOf(fields: ContactFields, card: readonly Property[]): Property[] {
  const name = fields.name || (fields.emails[0]?.value ?? '')
  if (nameOf(card) === name) {
    const names = card.filter(([property]) => property === 'fn' || property === 'n')
    const made: Property[] = names.some(([property]) => property === 'fn') ? [] : [['fn', {}, 'text', name]]
    return [...made, ...names, ...(names.some(([property]) => property === 'n') ? [] : [structuredName(name)])]
  }
  return [['fn', {}, 'text', name], structuredName(name)]
}

/** The parts of a name, which 3.0 asks for: the surname first in Chinese, last otherwise. */
function structuredName(name: string): Property {
  const parts = (family: string, given: string): Property => ['n', {}, 'text', [family, given, '', '', '']]
  if (/^\p{Script=Han}{2,6}$/u.test(name)) {
    const length = TWO_CHARACTERS.test(name) && name.length > 2 ? 2 : 1
    return parts(name.slice(0, length), name.slice(length))
  }
  const words = name.split(/\s+/)
  const han = /^\p{Script=Han}/u.test(name)
  if (words.length < 2) return parts(name, '')
  return han ? parts(words[0] ?? '', words.slice(1).join('')) : parts(words.at(-1) ?? '', words.slice(0, -1).join(' '))
}

const TYPES = { work: ['work'], home: ['home'], mobile: ['cell'], other: [] } as const

function severalOf(
  name: 'email' | 'tel' | 'adr',
  list: readonly Labelled[],
  card: readonly Property[],
  fourth: boolean,
): Property[] {
  const there = card.filter((property) => property[0] === name)
  const removeFirst = (fits: (label: Labelled | null) => boolean): Property | undefined => {
    const at = there.findIndex((property) => fits(labelledOf(property)))
    return at < 0 ? undefined : there.splice(at, 1)[0]
  }
  const same = list.map(({ kind, value }) => removeFirst((label) => label?.kind === kind && label.value === value))
  const written = list.map(({ kind, value }, at): Property => {
    const known = same[at]
    // The text as it is kept here: a number may have come as `tel:`.
    if (known) return name === 'adr' ? known : [known[0], known[1], 'text', value]
    // One that was changed keeps its label.
    const before = removeFirst((label) => label?.kind === kind && !isForeign(name, label.value))
    if (before) {
      return name === 'adr'
        ? [name, before[1], 'text', ['', '', value, '', '', '', '']]
        : [name, before[1], 'text', value]
    }
    const types = [...(name === 'email' && !fourth ? ['internet'] : []), ...TYPES[kind]]
    const parameters = types.length > 0 ? { type: types } : {}
    return name === 'adr'
      ? [name, parameters, 'text', ['', '', value, '', '', '', '']]
      : [name, parameters, 'text', value]
  })
  // What is no address and no number here, such as `*100#`, goes back to the phone that has it.
  return [...written, ...there.filter((property) => isForeign(name, labelledOf(property)?.value ?? ''))]
}

const isForeign = (name: 'email' | 'tel' | 'adr', value: string): boolean =>
  value !== '' && ((name === 'email' && !isMailAddress(value)) || (name === 'tel' && !isPhone(value)))

/** A day of the Chinese calendar is no BDAY, which other programs would keep on a wrong day. */
function birthdayOf(
  { birthday, birthdayLunar }: ContactFields,
  there: Property | undefined,
  fourth: boolean,
): Property[] {
  // A year alone, or words, which no field here holds.
  if (birthday === '') return there && dayOf(there) === '' && textOf(there) !== '' ? [there] : []
  if (birthdayLunar) return [[LUNAR_BIRTHDAY, {}, 'unknown', birthday]]
  if (there && dayOf(there) === birthday && !fourth) return [[...there]]
  if (fourth) return [['bday', {}, 'date-and-or-time', birthday]]
  return birthday.startsWith('--')
    ? [['bday', { 'x-apple-omit-year': '1604' }, 'date', `1604-${birthday.slice(2)}`]]
    : [['bday', {}, 'date', birthday]]
}

function photosOf(photo: WrittenPerson['photo'], fourth: boolean): Property[] {
  if (!photo) return []
  if (fourth) return [['photo', {}, 'uri', `data:${photo.type};base64,${photo.base64}`]]
  const type = photo.type.slice(photo.type.indexOf('/') + 1).toUpperCase()
  return [['photo', { encoding: 'b', type }, 'binary', photo.base64]]
}

/** Parameters and types as the version has them. */
function forVersion([name, written, type, ...values]: Property, fourth: boolean): Property {
  const { type: _types, pref: _pref, encoding, value: _value, ...rest } = written
  const types = typesOf([name, written, type])
  const preferred = types.includes('pref') || [written.pref ?? []].flat()[0] === '1'
  const others = types.filter((one) => one !== 'pref' && !(fourth && one === 'internet'))
  const shown = fourth ? others : [...others, ...(preferred ? ['pref'] : [])].map((one) => one.toUpperCase())
  const parameters = {
    ...rest,
    ...(encoding && !fourth ? { encoding } : {}),
    ...(shown.length > 0 ? { type: shown.length === 1 ? (shown[0] ?? '') : shown } : {}),
    ...(fourth && preferred ? { pref: '1' } : {}),
  }
  // Content has an address of its own kind in 4.0.
  if (fourth && type === 'binary') return [name, parameters, 'uri', `data:;base64,${String(values[0])}`]
  const own = name === 'tel' ? (fourth ? 'text' : 'phone-number') : type
  return [name, parameters, own, ...values]
}
