/**
 * `node ruleTarget.ts TARGET`: whether the target of a rule is known here, which `remotes rule` asks before it writes one.
 * TARGET is JSON; prints a sentence where it is not known, and nothing where it is or where there is no store yet. It is a
 * process of its own, because it goes on as the user of the service.
 */
import { actAsOwner } from '@yanshu/deploy'
import type { RuleTarget } from '@yanshu/discovery/operations'
import { z } from 'zod'
import { unknownTarget } from '../areas/deployments/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { startFailure } from '../startFailure.ts'
import { inspectStore } from '../store/database/inspectStore.ts'
import { withContext } from './withContext.ts'

const targetSchema = z.union([
  z.strictObject({ department: z.string() }),
  z.strictObject({ user: z.string() }),
  z.strictObject({ hash: z.string() }),
])

try {
  const target: RuleTarget = targetSchema.parse(JSON.parse(process.argv[2] ?? ''))
  const { dataFolder, database } = readConfig(process.env)
  actAsOwner(dataFolder)
  const { isNew } = await inspectStore(database)
  const sentence = isNew ? null : await withContext({ data: dataFolder }, (context) => unknownTarget(context, target))
  if (sentence) process.stdout.write(sentence)
} catch (error) {
  process.stderr.write(startFailure(error, null) ?? String(error))
  process.exitCode = 1
}
