import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { deleteFeedback, listFeedback } from '../areas/feedback/index.ts'
import { makeFolder } from '../platform/config/makeFolder.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { numberOf } from './announcement.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const SHOWN = 50

/** `feedback list|save|delete`. */
export function addFeedbackCommands(root: Command): void {
  const command = root.command('feedback').description('what people write to those who run the system')

  command
    .command('list')
    .description('Lists feedback, the newest first: its number, when, by whom, its files, and what it says.')
    .option('--limit <count>', 'how many', String(SHOWN))
    .action(async ({ limit }: { limit: string }) => {
      const all = await withContext(root.opts<CommandOptions>(), (context) =>
        listFeedback(context, { limit: numberOf(limit, 'lines') }),
      )
      for (const { id, at, name, address, content, files } of all) {
        process.stdout.write(`#${id}\t${new Date(at).toISOString()}\t${name} <${address}>\n`)
        for (const line of content.split(/\r?\n/)) process.stdout.write(`  ${line}\n`)
        for (const file of files) process.stdout.write(`  + ${file.name} (${file.size} bytes)\n`)
      }
    })

  command
    .command('save')
    .description('Writes the files of one feedback into a folder.')
    .argument('<number>', 'from `yanshu feedback list`')
    .argument('<folder>', 'where to; it is made when it is not there')
    .action(async (text: string, folder: string) => {
      const id = numberOf(text, 'a feedback')
      await withContext(root.opts<CommandOptions>(), async (context) => {
        const [found] = await listFeedback(context, { id, limit: 1 })
        if (!found) throw new OperatorError(`There is no feedback ${id}`)
        await makeFolder(folder)
        for (const [at, file] of found.files.entries()) {
          // Two files of one feedback may have the same name.
          const target = path.join(folder, `${id}-${at + 1}-${path.basename(file.name)}`)
          await pipeline(await context.blobs.read(file.hash, { size: file.size }), createWriteStream(target))
          process.stdout.write(`${target}\n`)
        }
      })
    })

  command
    .command('delete')
    .description('Deletes one feedback with its files.')
    .argument('<number>', 'from `yanshu feedback list`')
    .action(async (text: string) => {
      const id = numberOf(text, 'a feedback')
      const done = await withContext(root.opts<CommandOptions>(), (context) => deleteFeedback(context, id))
      if (!done) throw new OperatorError(`There is no feedback ${id}`)
      process.stdout.write(`Feedback ${id} is deleted\n`)
    })
}
