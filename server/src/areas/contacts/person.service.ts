import type { KnownPerson } from '@yanshu/contracts'
import { departmentPathsOf, partTimeDepartments } from '../../store/accounts/departments.ts'
import { pictureOf } from '../../store/accounts/pictureOf.ts'
import type { Context } from '../../store/context/context.ts'
import { photoAddress, readLabelled } from './contactRows.ts'

/** What the directory and the own contacts know of an address; null when neither knows it. */
export async function knownPersonOf(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  written: string,
): Promise<KnownPerson | null> {
  const { db } = store
  const address = written.trim().toLowerCase()
  const colleague = await db
    .selectFrom('account')
    .select(['id', 'name', 'dept_id', 'duties', 'phone', 'company'])
    .where('address', '=', address)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  const contact = await db
    .selectFrom('contact_email')
    .innerJoin('contact', 'contact.id', 'contact_email.contact_id')
    .select(['contact.id', 'contact.name', 'duties', 'phones', 'organization', 'photo_hash'])
    .where('contact_email.account_id', '=', accountId)
    .where('contact_email.address', '=', address)
    .where('deleted_at', 'is', null)
    .orderBy('contact.id')
    .limit(1)
    .executeTakeFirst()
  if (!colleague && !contact) return null
  const leads = colleague
    ? await db
        .selectFrom('department_head')
        .innerJoin('department', 'department.id', 'department_head.department_id')
        .select('department.name')
        .where('department_head.account_id', '=', colleague.id)
        .orderBy('department.id')
        .execute()
    : []
  const paths = await departmentPathsOf(store, colleague?.dept_id ? [colleague.dept_id] : [])
  const partTime = colleague ? await partTimeDepartments(db, colleague.id) : []
  return {
    address,
    name: colleague?.name || contact?.name || address,
    accountId: colleague?.id ?? null,
    contactId: contact?.id ?? null,
    deptName: paths.get(colleague?.dept_id ?? 0) ?? '',
    partTimeDeptName: partTime.map(({ name }) => name).join(','),
    duties: colleague?.duties || (contact?.duties ?? ''),
    phone: colleague?.phone || (readLabelled(contact?.phones ?? '[]')[0]?.value ?? ''),
    organization: colleague?.company || (contact?.organization ?? ''),
    // The picture that was kept for a contact goes before the one that a colleague shows.
    photo: (contact && photoAddress(contact)) || (colleague ? await pictureOf(db, colleague.id) : ''),
    leads: leads.map(({ name }) => name),
  }
}
