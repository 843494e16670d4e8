import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { OperatorError } from '../../platform/errors/operatorError.ts'

/** The step that makes the schema of a new store. Its number is that of the last of the steps that it replaces. */
export const BASELINE = '0136_baseline'

/** The steps that the baseline replaces: so many, the last of them by this name. */
const REPLACED = { count: 116, last: '0136_screener', before: '0137' }

/** Those of a store's steps that the baseline replaces. */
export const replacedOf = (steps: readonly string[]): readonly string[] =>
  steps.filter((step) => step < REPLACED.before && step !== BASELINE)

/**
 * The steps of a store, with the baseline for those that it replaces.
 * @param name how the store is named in the sentence of the error
 * Throws an `OperatorError` when the store has some of them and not all.
 */
export function sinceBaseline(steps: readonly string[], name: string): readonly string[] {
  const replaced = replacedOf(steps)
  if (replaced.length === 0) return steps
  if (replaced.length !== REPLACED.count || !replaced.includes(REPLACED.last)) {
    throw new OperatorError(
      `${name} cannot be upgraded by this version of Yanshu: it was made before the first release, and its schema is older ` +
        `than what this version goes on from (its newest step is “${replaced.toSorted().at(-1)}”). Start a version whose ` +
        `last step is “${REPLACED.last}” with it once, then this one`,
    )
  }
  return [BASELINE, ...steps.filter((step) => !replaced.includes(step))]
}

/** The same schema by the steps of a store that has them: nothing is left to do of them. */
export const withoutBaseline = (
  { [BASELINE]: _, ...later }: Readonly<Record<string, Migration>>,
  replaced: readonly string[],
): Record<string, Migration> => ({
  ...Object.fromEntries(replaced.map((step) => [step, { up: async () => {} }])),
  ...later,
})

/** Notes the baseline in the place of the steps that it replaces, in a store that has them all. */
// biome-ignore lint/suspicious/noExplicitAny: the migrator's own table is not in the schema
export async function noteBaseline(db: Kysely<any>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update kysely_migration set name = ${BASELINE} where name = ${REPLACED.last}`.execute(trx)
    await sql`delete from kysely_migration where name < ${REPLACED.before} and name <> ${BASELINE}`.execute(trx)
  })
}
