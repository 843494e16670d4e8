import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { everyAnnouncement, publishAnnouncement, withdrawAnnouncement } from '../areas/announcements/index.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { type CommandOptions, withContext } from './withContext.ts'

/** The number of something that was kept, as it was typed. */
export function numberOf(text: string, what: string): number {
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < 1) throw new OperatorError(`"${text}" is no number of ${what}`)
  return number
}

/** `announcement publish|list|withdraw`. */
export function addAnnouncementCommands(root: Command): void {
  const command = root.command('announcement').description('what everybody reads in their client')

  command
    .command('publish')
    .description('Shows an announcement to everybody; open windows hear of it within seconds.')
    .argument('<title>', 'its title, at most 100 characters')
    .argument('[text]', 'its text; line breaks count')
    .option('--file <path>', 'takes the text from a file')
    .addHelpText('after', '\nExample:\n  yanshu announcement publish "周六 22:00 停机维护" --file notice.txt')
    .action(async (title: string, text: string | undefined, { file }: { file?: string }) => {
      if ((text === undefined) === (file === undefined)) throw new OperatorError('Give a text or --file, one of them')
      const content = text ?? (await readFile(file ?? '', 'utf8'))
      const id = await withContext(root.opts<CommandOptions>(), (context) =>
        publishAnnouncement(context, { title, content }),
      )
      process.stdout.write(`Published announcement ${id}\n`)
    })

  command
    .command('list')
    .description('Lists all announcements, the newest first: number, time, how many have read it, title.')
    .action(async () => {
      const all = await withContext(root.opts<CommandOptions>(), everyAnnouncement)
      for (const { id, publishedAt, readers, title, withdrawn } of all) {
        const state = withdrawn ? 'withdrawn' : `read by ${readers}`
        process.stdout.write(`${id}\t${new Date(publishedAt).toISOString()}\t${state}\t${title}\n`)
      }
    })

  command
    .command('withdraw')
    .description('Takes an announcement back; nobody sees it any more.')
    .argument('<number>', 'from `yanshu announcement list`')
    .action(async (text: string) => {
      const id = numberOf(text, 'an announcement')
      const done = await withContext(root.opts<CommandOptions>(), (context) => withdrawAnnouncement(context, id))
      if (!done) throw new OperatorError(`There is no announcement ${id} that is shown`)
      process.stdout.write(`Announcement ${id} is withdrawn\n`)
    })
}
