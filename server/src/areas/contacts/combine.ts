import {
  CONTACT_ADDRESSES_MAX,
  CONTACT_EMAILS_MAX,
  CONTACT_NOTE_MAX,
  CONTACT_PHONES_MAX,
  type Labelled,
} from '@yanshu/contracts'
import { fieldsOf } from './contactRows.ts'
import type { ContactRecord } from './findDoubles.ts'
import type { ContactFields } from './format/contactFields.ts'
import { digitsOf, type FoundPerson } from './format/fitContact.ts'

/**
 * A contact updated from a file: texts of the file replace those that were there, addresses and numbers are added, and
 * nothing is removed that the file does not have.
 */
export function combine(row: ContactRecord, person: FoundPerson): ContactFields {
  const there = fieldsOf(row)
  const said = person.fields
  const isCalledByAddress = said.emails.some(({ value }) => value === said.name)
  const birthday = said.birthday === '' ? there : said
  return {
    name: said.name === '' || isCalledByAddress ? there.name : said.name,
    nickname: said.nickname || there.nickname,
    organization: said.organization || there.organization,
    duties: said.duties || there.duties,
    note: combineNotes(there.note, said.note, row.uid === person.uid),
    birthday: birthday.birthday,
    birthdayLunar: birthday.birthdayLunar,
    emails: union(there.emails, said.emails, CONTACT_EMAILS_MAX, (value) => value.toLowerCase()),
    phones: union(there.phones, said.phones, CONTACT_PHONES_MAX, digitsOf),
    addresses: union(there.addresses, said.addresses, CONTACT_ADDRESSES_MAX, (value) => value.replaceAll(/\s+/g, '')),
    starred: there.starred,
  }
}

/** The file of the same card replaces the note; another one adds to it. */
function combineNotes(there: string, said: string, sameCard: boolean): string {
  if (said === '' || there.includes(said)) return there
  if (there === '' || sameCard) return said
  return [...`${there}\n${said}`].slice(0, CONTACT_NOTE_MAX).join('')
}

function union(
  there: readonly Labelled[],
  said: readonly Labelled[],
  most: number,
  same: (value: string) => string,
): Labelled[] {
  const all = new Map(there.map((one) => [same(one.value), one]))
  for (const one of said) {
    const known = all.get(same(one.value))
    if (!known) all.set(same(one.value), one)
    else if (known.kind === 'other') all.set(same(one.value), { kind: one.kind, value: known.value })
  }
  return [...all.values()].slice(0, most)
}
