import { randomUUID } from 'node:crypto'
import type { Labelled } from '@yanshu/contracts'
import type { Insertable } from 'kysely'
import { insertPersonKeys, writePersonKeys } from '../../store/accounts/directoryIndex.ts'
import type { ContactTable } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { addressKeys, nameKeys, type PersonKey, phoneKeys } from '../../store/names/personKeys.ts'
import { soundOf } from '../../store/names/pinyin.ts'
import { RANK } from '../../store/names/rank.ts'
import { OTHER_INITIAL } from './contactRows.ts'
import type { ContactFields } from './format/contactFields.ts'

const SORT_NAME_MAX = 120

/** The next number of the account's contacts; concurrent changes wait for each other. */
export async function nextSeq(trx: Trx, accountId: number): Promise<number> {
  const { seq } = await trx
    .insertInto('contact_book')
    .values({ account_id: accountId, seq: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ seq: eb('contact_book.seq', '+', 1) })),
    )
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

const kept = (list: readonly Labelled[]): Labelled[] =>
  list.map(({ kind, value }) => ({ kind, value: value.trim() })).filter(({ value }) => value !== '')

/** The columns of what is known of a person. */
export const columnsOf = (fields: ContactFields) => {
  const emails = kept(fields.emails)
  // Who has no name is called by the address.
  const name = fields.name.trim() || (emails[0]?.value ?? '')
  const { name_pinyin } = soundOf(name)
  const first = name_pinyin.charAt(0).toUpperCase()
  return {
    name,
    nickname: fields.nickname.trim(),
    organization: fields.organization.trim(),
    duties: fields.duties.trim(),
    note: fields.note.trim(),
    birthday: fields.birthday,
    birthday_lunar: fields.birthdayLunar && fields.birthday !== '' ? 1 : 0,
    emails: JSON.stringify(emails),
    phones: JSON.stringify(kept(fields.phones)),
    addresses: JSON.stringify(kept(fields.addresses)),
    starred: fields.starred ? 1 : 0,
    initial: /^[A-Z]$/.test(first) ? first : OTHER_INITIAL,
    sort_name: [...(name_pinyin || name.toLowerCase())].slice(0, SORT_NAME_MAX).join(''),
  }
}

/** A contact to be added. */
export interface NewContact {
  readonly fields: ContactFields
  readonly uid?: string
  /** Further columns, such as the properties of a vCard. */
  readonly more?: Partial<Pick<Insertable<ContactTable>, (typeof FURTHER)[number]>>
}

const FURTHER = ['card', 'dav_name', 'photo_hash', 'photo_size', 'photo_type'] as const

interface Writing {
  readonly accountId: number
  readonly now: number
  readonly seq: number
}

/** Adds a contact and answers its id. */
export async function insertContact(
  trx: Trx,
  { uid, ...writing }: Writing & { uid?: string },
  fields: ContactFields,
): Promise<number> {
  const [id] = await insertContacts(trx, writing, [{ fields, ...(uid === undefined ? {} : { uid }) }])
  if (id === undefined) throw new Error('a contact was stored without a number')
  return id
}

/** The same for several, in a few statements; their ids in the same order. Each UID is new to the account. */
export async function insertContacts(
  trx: Trx,
  { accountId, now, seq }: Writing,
  people: readonly NewContact[],
): Promise<number[]> {
  if (people.length === 0) return []
  const named = people.map((person) => ({ ...person, uid: person.uid ?? randomUUID() }))
  const rows = await trx
    .insertInto('contact')
    .values(
      named.map(({ fields, uid, more }) => ({
        ...columnsOf(fields),
        card: '[]',
        dav_name: '',
        photo_hash: null,
        photo_size: 0,
        photo_type: '',
        ...more,
        account_id: accountId,
        uid,
        seq,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'uid'])
    .execute()
  const ids = new Map(rows.map(({ id, uid }) => [uid, id]))
  const written = named.flatMap(({ uid, fields }) => {
    const id = ids.get(uid)
    return id === undefined ? [] : [{ id, fields }]
  })
  const emails = written.flatMap(({ id, fields }) =>
    addressesOf(fields).map((address) => ({ contact_id: id, account_id: accountId, address })),
  )
  if (emails.length > 0) await trx.insertInto('contact_email').values(emails).execute()
  await insertPersonKeys(
    trx,
    written.flatMap(({ id, fields }) =>
      keysOf(fields).map(({ rank, key }) => ({ owner_id: accountId, rank, key, kind: 'contact' as const, ref_id: id })),
    ),
  )
  return written.map(({ id }) => id)
}

/** Replaces the fields of a contact; the revision grows. */
export async function updateContact(
  trx: Trx,
  { accountId, now, seq, contactId }: Writing & { contactId: number },
  fields: ContactFields,
  more: NewContact['more'] = {},
): Promise<void> {
  await trx
    .updateTable('contact')
    .set((eb) => ({ ...columnsOf(fields), ...more, seq, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .execute()
  await writeFoundBy(trx, accountId, contactId, fields)
}

const addressesOf = (fields: ContactFields): string[] => [
  ...new Set(kept(fields.emails).map(({ value }) => value.toLowerCase())),
]

/** Replaces the keys by which a contact is found. */
export async function writeFoundBy(
  trx: Trx,
  accountId: number,
  contactId: number,
  fields: ContactFields,
): Promise<void> {
  const addresses = addressesOf(fields)
  await trx.deleteFrom('contact_email').where('contact_id', '=', contactId).execute()
  if (addresses.length > 0) {
    await trx
      .insertInto('contact_email')
      .values(addresses.map((address) => ({ contact_id: contactId, account_id: accountId, address })))
      .execute()
  }
  await writePersonKeys(trx, { kind: 'contact', ref_id: contactId, owner_id: accountId }, keysOf(fields))
}

function keysOf(fields: ContactFields): PersonKey[] {
  const addresses = addressesOf(fields)
  const named = [...nameKeys(fields.name), ...nameKeys(fields.nickname)]
  const placed: PersonKey[] = [...nameKeys(fields.organization), ...nameKeys(fields.duties)].map(({ key }) => ({
    key,
    rank: RANK.duty,
  }))
  return [
    ...named,
    ...addresses.flatMap((address) => addressKeys(address, named.length === 0 ? RANK.nameStart : RANK.address)),
    ...kept(fields.phones).flatMap(({ value }) => phoneKeys(value)),
    ...placed,
  ]
}
