import { AccountError } from '../accounts/accounts.ts'
import { OperatorError } from './operatorError.ts'
import { program } from './program.ts'

/** What an operator must be told, as a sentence; what else went wrong, whole. */
try {
  await program().parseAsync()
} catch (error) {
  if (error instanceof OperatorError || error instanceof AccountError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exitCode = 1
}
