import { startFailure } from '../startFailure.ts'
import { AccountError } from '../store/accounts/accounts.ts'
import { program } from './program.ts'

/** What an operator can put right, as a sentence; what else went wrong, whole. */
function failureSentence(error: unknown): string {
  if (error instanceof AccountError) return error.message
  return startFailure(error, null) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
}

try {
  await program().parseAsync()
} catch (error) {
  process.stderr.write(`${failureSentence(error)}\n`)
  process.exitCode = 1
}
