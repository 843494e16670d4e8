import { DeployError, takeSettings } from '@yanshu/deploy'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { isDiskFull } from '../platform/errors/diskFull.ts'
import { systemCode } from '../platform/errors/systemCode.ts'
import { withMemorySettings } from '../platform/memorySettings.mjs'
import { startFailure } from '../startFailure.ts'
import { AccountError } from '../store/accounts/accounts.ts'
import { program, readsMuch } from './program.ts'

// What reads a whole mailbox or store goes on with the server's settings of memory: half of it is needed then.
if (readsMuch(process.argv.slice(2))) withMemorySettings(import.meta.filename)

/** What an operator can put right, as a sentence; what else went wrong, whole. */
function failureSentence(error: unknown): string {
  if (error instanceof AccountError || error instanceof DeployError) return error.message
  const sentence = startFailure(error, null)
  if (sentence !== null) return sentence
  if (isDiskFull(error)) return 'The disk is full. Make room, then run the same command again'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // A reader of only the beginning (`… | head`) has closed the pipe, which is no error: the command goes on to its end.
    if (systemCode(error) === 'EPIPE') return
    process.exitCode = 1
    if (stream === process.stdout)
      process.stderr.write(`What was printed could not be written: ${fileFailure(error)}\n`)
  })
}

try {
  const root = await program(takeSettings(process.env), process.argv.slice(2))
  await root.parseAsync()
} catch (error) {
  process.stderr.write(`${failureSentence(error)}\n`)
  process.exitCode = 1
}
