import { CONTACT_ADDRESSES_MAX, CONTACT_EMAILS_MAX, CONTACT_NOTE_MAX, CONTACT_PHONES_MAX } from '@yanshu/contracts'
import { fieldsOf } from './contactRows.ts'
import type { ContactRecord } from './findDoubles.ts'
import type { ContactFields } from './format/contactFields.ts'
import { digitsOf, type FoundPerson } from './format/fitContact.ts'
import { sameAddress, samePlace, unionOf } from './format/unionOf.ts'

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
    emails: unionOf(there.emails, said.emails, sameAddress).slice(0, CONTACT_EMAILS_MAX),
    phones: unionOf(there.phones, said.phones, digitsOf).slice(0, CONTACT_PHONES_MAX),
    addresses: unionOf(there.addresses, said.addresses, samePlace).slice(0, CONTACT_ADDRESSES_MAX),
    starred: there.starred,
  }
}

/** The file of the same card replaces the note; another one adds to it. */
function combineNotes(there: string, said: string, sameCard: boolean): string {
  if (said === '' || there.includes(said)) return there
  if (there === '' || sameCard) return said
  return [...`${there}\n${said}`].slice(0, CONTACT_NOTE_MAX).join('')
}
