import { DOCUMENTS_ACROSS_MAX } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { isSharedWith, subjectsOf } from './access.ts'
import { isOfTeam } from './readDocuments.ts'

/** How many files and folders others share with an account, as the list of them has them. */
export async function countShared({ store }: Pick<Context, 'store'>, accountId: number): Promise<number> {
  const subjects = await subjectsOf(store, accountId)
  const shared = store.db
    .selectFrom('document')
    .select('document.id')
    .where(isSharedWith(store.engine, subjects))
    .where(isOfTeam(false))
    .where('document.bin_root', 'is', null)
    .limit(DOCUMENTS_ACROSS_MAX)
  const { total } = await store.db
    .selectFrom(shared.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
