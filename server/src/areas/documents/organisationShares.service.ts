import type { OrganisationShare } from '@yanshu/contracts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import { transact } from '../../store/database/transact.ts'
import { endLinksOfAccount } from '../files/index.ts'
import { lockDocuments } from './documentTree.ts'
import { pageOfShares } from './shares.service.ts'
import { accountAt } from './usage.service.ts'

/** The links of all people, or of one, without their secrets. Throws `NotFoundError` for an address that is not there. */
export async function listOrganisationShares(
  context: Pick<Context, 'store' | 'now' | 'config'>,
  { address, before, pageSize }: { address: string; before?: number | undefined; pageSize: number },
) {
  const accountId = address.trim() === '' ? null : await accountAt(context, address)
  const { list, more } = await pageOfShares(context, { accountId, before, pageSize })
  const owners = await ownersOf(
    context,
    list.map((one) => one.accountId),
  )
  return {
    list: list.map(({ accountId: ownerId, share }): OrganisationShare => {
      const { token: _, code: __, codeSentAt: ___, sendsCodes: ____, ...shown } = share
      return { ...shown, owner: owners.get(ownerId) ?? { name: '', address: '' } }
    }),
    more,
  }
}

async function ownersOf({ store: { db, engine } }: Pick<Context, 'store'>, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, OrganisationShare['owner']>()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'address'])
    .where(numberIn(engine, 'id', [...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name, address }) => [id, { name, address }]))
}

/** Ends a link of any person. Throws `NotFoundError`. */
export async function endOrganisationShare({ store, now }: Pick<Context, 'store' | 'now'>, shareId: number) {
  const { numUpdatedRows } = await store.db
    .updateTable('document_share')
    .set((eb) => ({ cancelled_at: eb.fn.coalesce('cancelled_at', eb.val(now())) }))
    .where('id', '=', shareId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new NotFoundError()
}

/** Ends everything that a person shares. Answers how much of each there was. Throws `NotFoundError`. */
export async function endAllOf(context: Context, address: string) {
  const accountId = await accountAt(context, address)
  return transact(context, async (trx) => {
    const { now } = await lockDocuments(trx, context, accountId)
    const ended = await trx
      .updateTable('document_share')
      .set({ cancelled_at: now })
      .where('account_id', '=', accountId)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    const granted = await trx
      .deleteFrom('document_grant')
      .where('document_id', 'in', (eb) => eb.selectFrom('document').select('id').where('account_id', '=', accountId))
      .executeTakeFirst()
    return {
      links: Number(ended.numUpdatedRows),
      letterLinks: await endLinksOfAccount(trx, accountId, now),
      grants: Number(granted.numDeletedRows),
    }
  })
}
