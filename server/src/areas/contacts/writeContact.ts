import { randomUUID } from 'node:crypto'
import type { Labelled, SaveContact } from '@yanshu/contracts'
import { writePersonKeys } from '../../store/accounts/directoryIndex.ts'
import type { Trx } from '../../store/database/transact.ts'
import { addressKeys, nameKeys, type PersonKey, phoneKeys } from '../../store/names/personKeys.ts'
import { soundOf } from '../../store/names/pinyin.ts'
import { RANK } from '../../store/names/rank.ts'
import { OTHER_INITIAL } from './contactRows.ts'

/** What is kept of a person, without picture and groups. */
export type ContactFields = Omit<SaveContact, 'contactId' | 'revision' | 'groupIds' | 'photoId'>

const SORT_NAME_MAX = 120

/** The next number of the account's contacts; whoever changes them waits for the one before. */
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

const columnsOf = (fields: ContactFields) => {
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

/** Adds a contact and answers its id. */
export async function insertContact(
  trx: Trx,
  { accountId, now, seq, uid = randomUUID() }: { accountId: number; now: number; seq: number; uid?: string },
  fields: ContactFields,
): Promise<number> {
  const { id } = await trx
    .insertInto('contact')
    .values({ ...columnsOf(fields), account_id: accountId, uid, seq, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeFoundBy(trx, accountId, id, fields)
  return id
}

/** Puts what is known now in place of what was; the revision grows. */
export async function updateContact(
  trx: Trx,
  { accountId, now, seq, contactId }: { accountId: number; now: number; seq: number; contactId: number },
  fields: ContactFields,
): Promise<void> {
  await trx
    .updateTable('contact')
    .set((eb) => ({ ...columnsOf(fields), seq, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .execute()
  await writeFoundBy(trx, accountId, contactId, fields)
}

async function writeFoundBy(trx: Trx, accountId: number, contactId: number, fields: ContactFields): Promise<void> {
  const addresses = new Set(kept(fields.emails).map(({ value }) => value.toLowerCase()))
  await trx.deleteFrom('contact_email').where('contact_id', '=', contactId).execute()
  if (addresses.size > 0) {
    await trx
      .insertInto('contact_email')
      .values([...addresses].map((address) => ({ contact_id: contactId, account_id: accountId, address })))
      .execute()
  }
  const named = [...nameKeys(fields.name), ...nameKeys(fields.nickname)]
  const placed: PersonKey[] = [...nameKeys(fields.organization), ...nameKeys(fields.duties)].map(({ key }) => ({
    key,
    rank: RANK.duty,
  }))
  const keys = [
    ...named,
    ...[...addresses].flatMap((address) => addressKeys(address, named.length === 0 ? RANK.nameStart : RANK.address)),
    ...kept(fields.phones).flatMap(({ value }) => phoneKeys(value)),
    ...placed,
  ]
  await writePersonKeys(trx, { kind: 'contact', ref_id: contactId, owner_id: accountId }, keys)
}
