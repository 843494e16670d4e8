import { DeployError, takeSettings } from '@yanshu/deploy'
import { systemCode } from '../platform/errors/systemCode.ts'
import { startFailure } from '../startFailure.ts'
import { AccountError } from '../store/accounts/accounts.ts'
import { program } from './program.ts'

/** What an operator can put right, as a sentence; what else went wrong, whole. */
function failureSentence(error: unknown): string {
  if (error instanceof AccountError || error instanceof DeployError) return error.message
  const sentence = startFailure(error, null)
  if (sentence !== null) return sentence
  if (error instanceof Error && 'path' in error && ['EACCES', 'EPERM', 'EROFS'].includes(systemCode(error))) {
    return `${error.path} may not be read or written by this user (${systemCode(error)}). Give it to the user of the service, or name another place`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// A reader of only the beginning (`… | head`) has closed the pipe, which is no error.
process.stdout.on('error', (error) => {
  if (systemCode(error) !== 'EPIPE') throw error
})

try {
  await program(takeSettings(process.env)).parseAsync()
} catch (error) {
  process.stderr.write(`${failureSentence(error)}\n`)
  process.exitCode = 1
}
