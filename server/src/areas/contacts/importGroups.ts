import { CONTACT_GROUP_NAME_MAX } from '@yanshu/contracts'
import type { Trx } from '../../store/database/transact.ts'

/** Groups that one import may make; a column with more is no list of groups. */
const MADE_MAX = 100

/** Finds personal groups by their names and makes those that are missing. One for each import. */
export interface ImportGroups {
  /** Ids of the groups of these names, without those that would be too many. */
  idsOf(trx: Trx, names: readonly string[]): Promise<number[]>
  /** Those that were made. */
  readonly made: readonly number[]
}

export function createImportGroups(accountId: number, now: number): ImportGroups {
  const known = new Map<string, number>()
  const made: number[] = []
  const idOf = async (trx: Trx, name: string): Promise<number | null> => {
    const there =
      known.get(name) ??
      (
        await trx
          .selectFrom('contact_group')
          .select('id')
          .where('account_id', '=', accountId)
          .where('name', '=', name)
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
      )?.id
    if (there !== undefined) {
      known.set(name, there)
      return there
    }
    if (made.length >= MADE_MAX) return null
    const { id } = await trx
      .insertInto('contact_group')
      .values({ account_id: accountId, parent_id: null, name, sort: now % 2 ** 31 })
      .returning('id')
      .executeTakeFirstOrThrow()
    known.set(name, id)
    made.push(id)
    return id
  }
  return {
    made,
    idsOf: async (trx, names) => {
      const ids = new Set<number>()
      for (const name of names) {
        const id = await idOf(trx, [...name].slice(0, CONTACT_GROUP_NAME_MAX).join(''))
        if (id !== null) ids.add(id)
      }
      return [...ids]
    },
  }
}
