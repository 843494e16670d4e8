import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { RuleTarget } from '@yanshu/discovery/operations'
import { DeployError } from './errors.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../../server/src/cli/ruleTarget.ts')

/**
 * Asks the store of the system whether it knows whom a rule is for.
 * @throws {DeployError} when it does not, with the name, or when it cannot be asked
 */
export async function requireTarget(target: RuleTarget, dataFolder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const settings = { ...env, YANSHU_DATA: dataFolder }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, JSON.stringify(target)], {
    env: settings,
  }).catch((error: Error & { readonly stderr?: string }) => {
    throw new DeployError(
      `The store cannot be asked whom the rule is for: ${error.stderr?.trim() || error.message}. Name them with --address-hash to do without it`,
    )
  })
  if (stdout) throw new DeployError(`${stdout}. Nothing was written: the rule would concern nobody`)
}
