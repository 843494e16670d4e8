import type { Engine } from '../../store/database/engine.ts'
import { postgresPlans } from './postgresPlans.ts'
import { reasonFor } from './reasons.ts'
import { sqlitePlans } from './sqlitePlans.ts'
import type { Step } from './step.ts'
import type { Statement } from './watchStatements.ts'

/** Rows that one step of a plan may read. */
export const ROWS_MAX = 1_000

interface Plans {
  stepsOf(text: string): Promise<Step[]> | Step[]
  close(): unknown
}

/**
 * Asks the engines how they run these statements in a large organisation. Answers a paragraph for each step that reads more
 * than `ROWS_MAX` rows and has no reason in `reasons.ts`.
 */
export async function refusedSteps(statements: readonly Statement[]): Promise<string[]> {
  const byEngine = Map.groupBy(statements, ({ engine }) => engine)
  const refused: string[] = []
  for (const [engine, asked] of byEngine) {
    const plans = await plansOf(engine)
    if (!plans) continue
    try {
      for (const statement of asked) {
        for (const step of await stepsIn(plans, statement)) {
          if (step.rows <= ROWS_MAX || step.endsEarly || reasonFor(statement.file, step.table)) continue
          refused.push(describe(statement, step))
        }
      }
    } finally {
      await plans.close()
    }
  }
  return refused
}

/** Null on a PostgreSQL that `YANSHU_TEST_POSTGRES` names: its files are not those of the run. */
async function plansOf(engine: Engine): Promise<Plans | null> {
  const { YANSHU_TEST_SQLITE_TEMPLATE: file, YANSHU_TEST_PLANS: address } = process.env
  if (engine === 'postgres') return address ? postgresPlans(address) : null
  if (!file) throw new Error('Run the tests from the root of the repository: pnpm test:unit')
  return sqlitePlans(file)
}

/** Tables of an older schema are in no plan: what reads them ran in a test of an upgrade. */
async function stepsIn(plans: Plans, { text, isTranslated }: Statement): Promise<Step[]> {
  try {
    return await plans.stepsOf(text)
  } catch (error) {
    const isOlder = error instanceof Error && /no such table|relation "\w+" does not exist/.test(error.message)
    if (isTranslated || isOlder) return []
    throw new Error(`There is no plan of: ${text}`, { cause: error })
  }
}

const describe = ({ engine, file, text }: Statement, step: Step): string =>
  `${file} reads some ${step.rows} rows of ${step.table} on ${engine}: ${step.text}\n  ${text.replace(/\s+/g, ' ')}`
