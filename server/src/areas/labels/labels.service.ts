import type { Label } from '@yanshu/contracts'
import type { Selectable } from 'kysely'
import { LabelNotFoundError, NameTakenError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { LabelTable } from '../../store/database/schema.ts'
import { changeTree } from '../../store/mailbox/changeTree.ts'
import { ownLabel } from '../../store/mailbox/ownLabel.ts'

const COLORS = 10

const asLabel = (row: Selectable<LabelTable>): Label => ({
  labelId: row.id,
  labelName: row.name,
  color: row.color,
  mail: row.total,
  unread: row.unread,
  spaceSize: row.size,
  state: row.state,
})

export async function listLabels({ store }: Context, accountId: number): Promise<Label[]> {
  const rows = await store.db
    .selectFrom('label')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return rows.map(asLabel)
}

/** Without a colour the next one in turn is taken. Throws `NameTakenError`. */
export async function createLabel(
  context: Context,
  accountId: number,
  label: { name: string; color?: number | undefined },
): Promise<Label> {
  const row = await changeTree(context, accountId, async (trx) => {
    const { count } = await trx
      .selectFrom('label')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    const made = await trx
      .insertInto('label')
      .values({
        account_id: accountId,
        name: label.name.normalize('NFC'),
        color: label.color ?? count % COLORS,
        sort: count,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!made) throw new NameTakenError()
    return made
  })
  return asLabel(row)
}

export interface LabelChange {
  readonly name?: string | undefined
  readonly color?: number | undefined
  readonly state?: 0 | 1 | undefined
}

/** Throws `LabelNotFoundError`, `NameTakenError`. */
export async function updateLabel(context: Context, accountId: number, labelId: number, change: LabelChange) {
  const row = await changeTree(context, accountId, async (trx) => {
    const label = await ownLabel(trx, accountId, labelId)
    const name = change.name?.normalize('NFC') ?? label.name
    const taken = await trx
      .selectFrom('label')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .where('id', '<>', labelId)
      .executeTakeFirst()
    if (taken) throw new NameTakenError()
    return trx
      .updateTable('label')
      .set({ name, color: change.color ?? label.color, state: change.state ?? label.state })
      .where('id', '=', labelId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return asLabel(row)
}

/** Removes a label from all mails and deletes it. Throws `LabelNotFoundError`. */
export async function deleteLabel(context: Context, accountId: number, labelId: number) {
  await changeTree(context, accountId, async (trx) => {
    const row = await trx
      .deleteFrom('label')
      .where('id', '=', labelId)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new LabelNotFoundError()
  })
}
