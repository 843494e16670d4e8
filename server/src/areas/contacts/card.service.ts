import type { PostData } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { addUpload } from '../files/index.ts'
import { readContactsApart } from './contactWork.ts'
import { cardOf } from './export.service.ts'
import { findDoubles } from './findDoubles.ts'

/** People of a card that are shown; a card with more is a file to be imported. */
const SHOWN = 20

/** The people of a vCard in a mail, and which of them are contacts. Throws what reading a file throws. */
export async function readCard(
  context: Context,
  accountId: number,
  fileId: string,
): Promise<PostData<'contact/card/read'>> {
  const { people, total } = await readContactsApart(context, accountId, { fileId })
  const shown = people.slice(0, SHOWN)
  const known = await findDoubles(context.store.db, context.store.engine, accountId, shown)
  return {
    list: shown.map((person) => ({
      person: { ...person.fields, contactId: null, groupIds: [] },
      knownId: known.get(person)?.id ?? null,
    })),
    total,
  }
}

/** Adds a contact as a vCard to the account's uploads. Throws `NotFoundError`. */
export async function attachCard(
  context: Context,
  accountId: number,
  contactId: number,
): Promise<{ fileId: string; name: string; size: number }> {
  const row = await context.store.db
    .selectFrom('contact')
    .selectAll()
    .where('id', '=', contactId)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  // The groups of a contact are private.
  const content = Buffer.from(await cardOf(context, row, '3.0', []))
  return addUpload(context, accountId, { name: `${row.name}.vcf`, contentType: 'text/vcard', content })
}
