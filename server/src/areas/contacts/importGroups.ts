import type { Trx } from '../../store/database/transact.ts'

/** Groups that one import may make; a column with more is no list of groups. */
const MADE_MAX = 100

/** Finds personal groups by their names and makes those that are missing. One for each import. */
export interface ImportGroups {
  /** Ids of the groups of these names, and whether some would be too many: those are left out. */
  idsOf(trx: Trx, names: readonly string[]): Promise<{ readonly ids: readonly number[]; readonly isCut: boolean }>
  /** What is made from now on is forgotten by the function that it answers: its transaction was rolled back. */
  mark(): () => void
  /** Those that were made. */
  readonly made: readonly number[]
}

/** @param madeBefore those that it had made before it was interrupted */
export function createImportGroups(accountId: number, now: number, madeBefore: readonly number[]): ImportGroups {
  const known = new Map<string, number>()
  const made = [...madeBefore]
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
      let isCut = false
      for (const name of names) {
        const id = await idOf(trx, name)
        if (id === null) isCut = true
        else ids.add(id)
      }
      return { ids: [...ids], isCut }
    },
    mark: () => {
      const before = made.length
      return () => {
        const gone = new Set(made.splice(before))
        for (const [name, id] of known) if (gone.has(id)) known.delete(name)
      }
    },
  }
}
