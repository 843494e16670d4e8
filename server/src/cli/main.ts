import { fileFailure } from '../platform/config/fileFailure.ts'
import { systemCode } from '../platform/errors/systemCode.ts'
import { withMemorySettings } from '../platform/memorySettings.mjs'
import { readsMuch } from './program.ts'
import { runCommand } from './runCommand.ts'

const words = process.argv.slice(2)
// What reads a whole mailbox or store goes on with the server's settings of memory: half of it is needed then.
if (readsMuch(words)) withMemorySettings(import.meta.filename)

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    // A reader of only the beginning (`… | head`) has closed the pipe, which is no error: the command goes on to its end.
    if (systemCode(error) === 'EPIPE') return
    process.exitCode = 1
    if (stream === process.stdout)
      process.stderr.write(`What was printed could not be written: ${fileFailure(error)}\n`)
  })
}

await runCommand(words)
