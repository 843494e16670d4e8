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
  const written = person.fields
  const isCalledByAddress = written.emails.some(({ value }) => value === written.name)
  const birthday = written.birthday === '' ? there : written
  return {
    name: written.name === '' || isCalledByAddress ? there.name : written.name,
    nickname: written.nickname || there.nickname,
    organization: written.organization || there.organization,
    duties: written.duties || there.duties,
    note: combineNotes(there.note, written.note, row.uid === person.uid),
    birthday: birthday.birthday,
    birthdayLunar: birthday.birthdayLunar,
    emails: unionOf(there.emails, written.emails, sameAddress).slice(0, CONTACT_EMAILS_MAX),
    phones: unionOf(there.phones, written.phones, digitsOf).slice(0, CONTACT_PHONES_MAX),
    addresses: unionOf(there.addresses, written.addresses, samePlace).slice(0, CONTACT_ADDRESSES_MAX),
    starred: there.starred,
  }
}

/** The file of the same card replaces the note; another one adds to it. */
function combineNotes(there: string, written: string, sameCard: boolean): string {
  if (written === '' || there.includes(written)) return there
  if (there === '' || sameCard) return written
  return [...`${there}\n${written}`].slice(0, CONTACT_NOTE_MAX).join('')
}
