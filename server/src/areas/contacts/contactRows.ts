import type { Contact, ContactRow, Labelled } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import type { ContactTable } from '../../store/database/schema.ts'
import type { ContactFields } from './format/contactFields.ts'

/** Letters come before what begins otherwise. */
export const OTHER_INITIAL = '~'

/** Address of a contact's picture; another picture has another address. */
export const photoAddress = (row: { id: number; photo_hash: string | null }): string =>
  row.photo_hash === null ? '' : `/api/contact/photo/${row.id}?v=${row.photo_hash.slice(0, 12)}`

export const readLabelled = (json: string): Labelled[] => JSON.parse(json)

/** What is known of a contact, as its row has it. */
export const fieldsOf = (row: Selectable<ContactTable>): ContactFields => ({
  name: row.name,
  nickname: row.nickname,
  organization: row.organization,
  duties: row.duties,
  note: row.note,
  birthday: row.birthday,
  birthdayLunar: row.birthday_lunar === 1,
  emails: readLabelled(row.emails),
  phones: readLabelled(row.phones),
  addresses: readLabelled(row.addresses),
  starred: row.starred === 1,
})

/** A contact as its card shows it. */
export function asContact(row: Selectable<ContactTable>, groupIds: readonly number[]): Contact {
  return {
    contactId: row.id,
    revision: row.revision,
    ...fieldsOf(row),
    groupIds: [...groupIds],
    photo: photoAddress(row),
  }
}

export const ROW_COLUMNS = [
  'contact.id',
  'contact.name',
  'contact.emails',
  'contact.phones',
  'contact.organization',
  'contact.duties',
  'contact.starred',
  'contact.photo_hash',
  'contact.initial',
] as const

/** A contact as the list shows it. */
export function asRow(
  row: Pick<
    Selectable<ContactTable>,
    'id' | 'name' | 'emails' | 'phones' | 'organization' | 'duties' | 'starred' | 'photo_hash' | 'initial'
  >,
): ContactRow {
  return {
    contactId: row.id,
    name: row.name,
    address: readLabelled(row.emails)[0]?.value ?? '',
    phone: readLabelled(row.phones)[0]?.value ?? '',
    organization: row.organization,
    duties: row.duties,
    starred: row.starred === 1,
    photo: photoAddress(row),
    initial: shownInitial(row.initial),
  }
}

export const shownInitial = (initial: string): string => (initial === OTHER_INITIAL ? '#' : initial)
