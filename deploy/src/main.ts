/** `npm run remotes -- …`: the operators' tool as a process. Ends with 1 and a sentence when it could not do it. */
import path from 'node:path'
import { ManifestError } from '@yanshu/discovery'
import { ChangeError } from '@yanshu/discovery/operations'
import { DeployError, LostUpdateError } from './errors.ts'
import { takeSettings } from './machine.ts'
import { program } from './program.ts'
import { describeDifference } from './words.ts'

function sentence(error: unknown): string {
  if (error instanceof LostUpdateError) {
    const list = (title: string, all: LostUpdateError['mine']) =>
      `${title}\n${all.map((one) => `  ${describeDifference(one)}`).join('\n')}`
    return `${error.message}\n${list('You wanted:', error.mine)}\n${list('They did:', error.theirs)}`
  }
  if (error instanceof DeployError || error instanceof ChangeError || error instanceof ManifestError)
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

// A reader of only the beginning (`… | head`) has closed the pipe, which is no error.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

// As the service writes it: no other user of the machine may read the data folder.
process.umask(0o077)
try {
  const settings = takeSettings(process.env)
  await program(process.env, path.resolve(import.meta.dirname, '../../dist'), settings).parseAsync()
} catch (error) {
  process.stderr.write(`${sentence(error)}\n`)
  process.exitCode = 1
}
