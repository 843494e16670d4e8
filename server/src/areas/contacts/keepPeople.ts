import { CONTACTS_MAX, type MailAddress } from '@yanshu/contracts'
import type { TransactionContext } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { TooManyContactsError } from './contactErrors.ts'
import type { ContactFields } from './format/contactFields.ts'

/** Throws `TooManyContactsError` when an account would have more than it may. */
export async function requireRoom(trx: Trx, accountId: number, more = 1): Promise<void> {
  const { count } = await trx
    .selectFrom('contact')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) + more > CONTACTS_MAX) throw new TooManyContactsError(CONTACTS_MAX)
}

const EMPTY_CONTACT: ContactFields = {
  name: '',
  nickname: '',
  organization: '',
  duties: '',
  note: '',
  birthday: '',
  birthdayLunar: false,
  emails: [],
  phones: [],
  addresses: [],
  starred: false,
}

/**
 * Adds the recipients of a mail to the contacts (`saveContact` of §3): those who are neither of the organisation, where
 * the directory has them, nor a contact already. In the transaction that accepts the mail. Answers whether a contact was
 * added.
 */
export async function keepRecipients(
  trx: Trx,
  context: Pick<TransactionContext, 'store' | 'now'>,
  accountId: number,
  people: readonly MailAddress[],
): Promise<boolean> {
  const wanted = new Map(people.map((person) => [person.address.toLowerCase(), person.name]))
  const addresses = [...wanted.keys()]
  if (addresses.length === 0) return false
  const known = await trx
    .selectFrom('contact_email')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', 'in', addresses)
    .unionAll(trx.selectFrom('account').select('address').where('address', 'in', addresses))
    .unionAll(trx.selectFrom('alias').select('address').where('address', 'in', addresses))
    .unionAll(trx.selectFrom('mail_group').select('address').where('address', 'in', addresses))
    .execute()
  for (const { address } of known) wanted.delete(address)
  if (wanted.size === 0) return false
  const { count } = await trx
    .selectFrom('contact')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  // A mail is sent even when the address book is full.
  if (Number(count) + wanted.size > CONTACTS_MAX) return false
  await makeContacts(
    trx,
    context,
    accountId,
    [...wanted].map(([address, name]) => ({ address, name })),
  )
  return true
}

/** Makes contacts of people of whom no more than this is known; their ids in the same order. */
async function makeContacts(
  trx: Trx,
  { now }: Pick<TransactionContext, 'now'>,
  accountId: number,
  people: readonly MailAddress[],
): Promise<number[]> {
  const { insertContacts, nextSeq } = await import('./writeContact.ts')
  const fieldsOf = ({ name, address }: MailAddress): ContactFields => ({
    ...EMPTY_CONTACT,
    name,
    emails: [{ kind: 'work', value: address }],
  })
  return insertContacts(
    trx,
    { accountId, now: now(), seq: await nextSeq(trx, accountId) },
    people.map((person) => ({ fields: fieldsOf(person) })),
  )
}

/**
 * The contacts who have these addresses; a person who is none becomes one. Their ids, one for each address. Throws
 * `TooManyContactsError`.
 */
export async function contactsOf(
  trx: Trx,
  context: Pick<TransactionContext, 'now'>,
  accountId: number,
  people: readonly MailAddress[],
): Promise<number[]> {
  const wanted = new Map(people.map((person) => [person.address.toLowerCase(), person]))
  if (wanted.size === 0) return []
  const known = await trx
    .selectFrom('contact_email')
    .innerJoin('contact', 'contact.id', 'contact_email.contact_id')
    .select(['contact_email.contact_id as id', 'contact_email.address'])
    .where('contact_email.account_id', '=', accountId)
    .where('contact_email.address', 'in', [...wanted.keys()])
    .where('contact.deleted_at', 'is', null)
    .orderBy('contact_email.contact_id')
    .execute()
  const ids = new Map(known.toReversed().map(({ id, address }) => [address, id]))
  const strangers = [...wanted].filter(([address]) => !ids.has(address))
  if (strangers.length > 0) {
    await requireRoom(trx, accountId, strangers.length)
    const made = await makeContacts(
      trx,
      context,
      accountId,
      strangers.map(([, person]) => person),
    )
    for (const [at, [address]] of strangers.entries()) ids.set(address, made[at] ?? 0)
  }
  return [...ids.values()]
}
