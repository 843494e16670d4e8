import { afterAll } from 'vitest'
import { refusedSteps } from './judge.ts'
import { newStatements, watchStatements } from './watchStatements.ts'

/**
 * For every file of server tests: fails when a statement that the server ran in it, for the first time in this worker,
 * would read more in a large organisation than a step may. See docs/performance.md, "Every statement".
 */
watchStatements()

afterAll(async () => {
  const refused = await refusedSteps(newStatements())
  if (refused.length === 0) return
  throw new Error(
    `These statements read more rows than a step may in a large organisation. Give them an index or a bound, or name them
with the bound that holds in server/src/testing/plans/reasons.ts:\n\n${refused.join('\n\n')}`,
  )
})
