import { DeployError, takeSettings } from '@yanshu/deploy'
import { isDiskFull } from '../platform/errors/diskFull.ts'
import { startFailure } from '../startFailure.ts'
import { AccountError } from '../store/accounts/accounts.ts'
import { program } from './program.ts'

/** What an operator can put right, as a sentence; what else went wrong, whole. */
function failureSentence(error: unknown): string {
  if (error instanceof AccountError || error instanceof DeployError) return error.message
  const sentence = startFailure(error, null)
  if (sentence !== null) return sentence
  if (isDiskFull(error)) return 'The disk is full. Make room, then run the same command again'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Does what the words of a command line ask for. It prints on the streams of this process, and a failure sets the exit code
 * of this process.
 */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    const root = await program(takeSettings(process.env), words)
    await root.parseAsync(words, { from: 'user' })
  } catch (error) {
    process.stderr.write(`${failureSentence(error)}\n`)
    process.exitCode = 1
  }
}
