import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { archiveParts } from '../archiveParts.ts'
import { openArchive } from '../areas/exports/index.ts'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { openBackup } from '../store/backup/openBackup.ts'
import type { Context } from '../store/context/context.ts'
import { guardedFolders } from '../store/mailbox/index.ts'
import { progressLine } from './progressLine.ts'
import { type CommandOptions, commandLog, environmentOf, withContext } from './withContext.ts'

interface ExportOptions {
  readonly user: string
  readonly withLocked?: boolean
  readonly fromBackup?: string
  readonly scratch?: string
}

/** `export`: everything of one person as a ZIP file. */
export function addExportCommand(root: Command): void {
  root
    .command('export')
    .description(
      'Writes everything of one person into a ZIP file: mail as .mbox by folders, contacts, calendars, settings.',
    )
    .argument('<file>', 'the ZIP file, which must not exist yet')
    .requiredOption('--user <address>', 'whose mailbox')
    .option('--with-locked', 'also folders that have a password of their own')
    .option('--from-backup <folder>', 'as it was in this backup, which is not restored and does not change')
    .option(
      '--scratch <address>',
      'for a backup of PostgreSQL: an empty database that a copy of its store is loaded into, to be dropped afterwards',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  yanshu export --user li.na@example.com li.na.zip\n  yanshu export --user li.na@example.com --from-backup /srv/backup/monday li.na.zip\n\n`yanshu import` reads that file: mails that the mailbox has are left as they are, the others come back.',
    )
    .action(async (file: string, options: ExportOptions) => {
      if (await stat(file).catch(() => null)) throw new OperatorError(`${file} exists. Name another file`)
      const made = (context: Context) => exportTo(context, file, options)
      if (options.fromBackup === undefined) {
        if (options.scratch !== undefined) throw new OperatorError('--scratch goes with --from-backup alone')
        await withContext(root.opts<CommandOptions>(), made)
        return
      }
      const config = readConfig(environmentOf(root.opts<CommandOptions>()))
      const { context, close } = await openBackup(options.fromBackup, {
        config,
        log: commandLog,
        workIn: path.dirname(path.resolve(file)),
        database: options.scratch ?? null,
      })
      await made(context).finally(close)
    })
}

async function exportTo(context: Context, file: string, { user, withLocked = false }: ExportOptions): Promise<void> {
  const { db } = context.store
  const account = await db
    .selectFrom('account')
    .select(['id', 'address'])
    .where('address', '=', user.toLowerCase())
    .executeTakeFirst()
  if (!account) throw new OperatorError(`There is no account ${user}`)
  const locked = await guardedFolders(db, account.id)
  const line = progressLine()
  const asked = { accountId: account.id, openFolders: new Set(withLocked ? locked : []), parts: archiveParts }
  const never = new AbortController().signal
  const { content, progress } = await openArchive(
    context,
    asked,
    ({ done, total }) => line.show(done, total === 0 ? 1 : Math.min(1, done / total)),
    never,
  )
  // A file under its own name is whole.
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    line.end()
  }
  const { done, lost } = progress()
  process.stdout.write(`Wrote ${done} things of ${account.address} into ${file}\n`)
  if (lost > 0) process.stdout.write(`${lost} of them could not be read and are not in it\n`)
  if (!withLocked && locked.length > 0)
    process.stdout.write(`${locked.length} folders with a password were left out; --with-locked brings them\n`)
}
