import { CONTACT_FILE_ROWS_MAX, IMAGE_SIZE_MAX, type Labelled } from '@yanshu/contracts'
import ICAL from 'ical.js'
import { splitCards } from './cardLines.ts'
import { type FoundPerson, fitContact, type RowProblem, type WrittenPerson } from './fitContact.ts'
import {
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

/** A group of people as a card names them: by their UIDs. */
export interface FoundGroup {
  readonly uid: string
  readonly name: string
  readonly members: readonly string[]
  /** What is written again as it came. */
  readonly card: readonly Property[]
}

export interface ReadFile {
  readonly charset: string
  readonly people: readonly FoundPerson[]
  readonly problems: readonly RowProblem[]
  readonly total: number
}

/** Characters of a property that is kept, and of one that holds a key, a sound or a picture. */
const PROPERTY_MAX = 4_096
const CONTENT_MAX = 65_536
/** Properties that hold content of their own. */
const WITH_CONTENT = new Set(['key', 'logo', 'sound', 'agent'])
/** Characters of all of the first kind together, of the others, and of both. */
const PROPERTIES_MAX = 32_768
const CONTENTS_MAX = 98_304
export const CARD_MAX = PROPERTIES_MAX + CONTENTS_MAX
const NAME = /^(?:[\w-]+\.)?[a-z][a-z\d-]*$/i

/** Kept elsewhere, or written anew each time. */
const NOT_KEPT = new Set(['version', 'prodid', 'rev', 'photo', 'uid', 'categories'])

/**
 * Reads the vCards of a file: 2.1 of old phones, 3.0 (RFC 2426) and 4.0 (RFC 6350). One that cannot be read is reported
 * and stops no other. The caller limits time and memory: run it in a thread.
 */
export function readCards(
  bytes: Uint8Array,
  charset?: string,
): ReadFile & { readonly version: string; readonly groups: readonly FoundGroup[] } {
  const { charset: used, cards } = splitCards(bytes, charset)
  const people: FoundPerson[] = []
  const groups: FoundGroup[] = []
  const problems: RowProblem[] = []
  for (const [at, card] of cards.entries()) {
    const row = at + 1
    if (row > CONTACT_FILE_ROWS_MAX) {
      problems.push({ row, name: '', reason: 'too-many' })
      break
    }
    const properties = propertiesOf(card.lines, card.version === '4.0')
    if (properties.length === 0) {
      problems.push({ row, name: '', reason: 'unreadable' })
      continue
    }
    if (isGroup(properties)) {
      groups.push(groupBy(properties))
      continue
    }
    const fitted = fitContact(personIn(properties), row)
    problems.push(...fitted.problems)
    if (fitted.person) people.push(fitted.person)
  }
  // A card of a group is no person who could be left out.
  const total = cards.length - groups.length
  return { charset: used, version: cards[0]?.version ?? '', people, groups, problems, total }
}

/** Groups of version 4.0 (RFC 6350 §6.1.4), and of Apple's programs in version 3.0. */
const isGroup = (properties: readonly Property[]): boolean =>
  properties.some((one) => /^(?:x-addressbookserver-)?kind$/.test(one[0]) && /^group$/i.test(textOf(one)))

/** Written anew from the group; the full name only while it is longer than a group's may be. */
const OF_GROUP = /^(?:n|(?:x-addressbookserver-)?(?:kind|member))$/

function groupBy(properties: readonly Property[]): FoundGroup {
  const members = properties.filter(([name]) => /^(?:x-addressbookserver-)?member$/.test(name)).map(bareUid)
  return {
    uid: bareUid(properties.find(([name]) => name === 'uid')),
    name: nameOf(properties),
    members: [...new Set(members.filter(Boolean))],
    card: keptOf(properties).filter(([name]) => !OF_GROUP.test(name)),
  }
}

const bareUid = (property: Property | undefined): string => textOf(property).replace(/^urn:uuid:/i, '')

/** The properties of a card; a line that is none is passed over. */
export function propertiesOf(lines: readonly string[], fourth: boolean): Property[] {
  const design = fourth ? ICAL.design.components.vcard : ICAL.design.components.vcard3
  return lines.flatMap((line) => {
    if (!NAME.test(line.slice(0, line.search(/[:;]/)))) return []
    try {
      return [withoutEscapes(ICAL.parse.property(line, design) as Property)]
    } catch {
      return []
    }
  })
}

/** The semicolons of a text that is not structured: programs write escapes before them, and the library leaves those. */
function withoutEscapes([name, parameters, type, ...values]: Property): Property {
  if (type !== 'text') return [name, parameters, type, ...values]
  const plain = values.map((value) => (typeof value === 'string' ? value.replaceAll('\\;', ';') : value))
  return [name, parameters, type, ...plain]
}

/** What the properties say, in the fields of a contact. */
export function personIn(properties: readonly Property[]): WrittenPerson {
  const all = (name: string) => properties.filter((property) => property[0] === name)
  const one = (name: string) => all(name)[0]
  const several = (name: string): Labelled[] =>
    all(name)
      .toSorted((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)))
      .flatMap((property) => labelledOf(property) ?? [])
  const lunar = dayOf(one(LUNAR_BIRTHDAY))
  return {
    uid: bareUid(one('uid')),
    name: nameOf(properties),
    nickname: partsOf(one('nickname')).filter(Boolean).join('、'),
    organization: organizationOf(one('org')),
    duties: textOf(one('title')) || textOf(one('role')),
    note: all('note').map(textOf).filter(Boolean).join('\n'),
    birthday: lunar || dayOf(one('bday')),
    birthdayLunar: lunar !== '',
    emails: several('email'),
    phones: several('tel'),
    addresses: several('adr'),
    groups: all('categories').flatMap(partsOf),
    card: keptOf(properties),
    photo: photoOf(one('photo')),
  }
}

const isPreferred = (property: Property): boolean =>
  typesOf(property).includes('pref') || [property[1].pref ?? []].flat()[0] === '1'

/** Properties that are written again as they came: limited, the first ones first. */
function keptOf(properties: readonly Property[]): Property[] {
  let [size, contents] = [2, 0]
  return properties.filter((property) => {
    if (NOT_KEPT.has(property[0])) return false
    const { length } = JSON.stringify(property)
    if (WITH_CONTENT.has(property[0])) {
      if (length > CONTENT_MAX || contents + length > CONTENTS_MAX) return false
      contents += length
      return true
    }
    if (length > PROPERTY_MAX || size + length > PROPERTIES_MAX) return false
    size += length + 1
    return true
  })
}

/** A picture inside of the card; one at another address is never fetched. */
function photoOf(property: Property | undefined): WrittenPerson['photo'] {
  const text = textOf(property)
  const [, type = '', inline = ''] = /^data:([\w/+.-]+);base64,(.+)$/s.exec(text) ?? []
  const encoded =
    inline || (/^b(?:ase64)?$/i.test(String(property?.[1].encoding ?? '')) || property?.[2] === 'binary' ? text : '')
  const base64 = encoded.replaceAll(/\s+/g, '')
  if (base64 === '' || base64.length > (IMAGE_SIZE_MAX * 4) / 3 + 4 || !/^[\w+/=-]+$/.test(base64)) return null
  return { type: type || (property ? (typesOf(property)[0] ?? '') : ''), base64 }
}
