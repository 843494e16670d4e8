import type { Command } from 'commander'
import { readConfig } from '../platform/config/config.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createBackup, restoreBackup } from '../store/backup/backup.ts'
import { type CommandOptions, environmentOf, withContext } from './withContext.ts'

/** `backup DIR` and `restore DIR`. */
export function addBackupCommands(root: Command): void {
  root
    .command('backup')
    .description(
      'Copies the store and all mail into an empty folder while the server runs, and checks every file by its hash; a file that is gone or damaged is reported and left out. On the same disk, files are linked and take no space. (With PostgreSQL: only the mail; use pg_dump for the store.)',
    )
    .argument('<folder>', 'is made when it is not there; must be empty')
    .addHelpText('after', '\nExample:\n  yanshu backup /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string) => {
      const made = await withContext(root.opts<CommandOptions>(), (context) => createBackup(context, folder))
      process.stdout.write(`Backed up ${made.blobs} files, ${made.bytes} bytes, to ${folder}\n`)
      if (made.lost.length === 0) return
      for (const { path, reason, names } of made.lost) {
        process.stderr.write(`Left out ${path}: ${reason}${names.length > 0 ? ` (${names.join(', ')})` : ''}\n`)
      }
      throw new OperatorError(
        `${made.lost.length} files are gone or damaged and are not in this backup; everything else is. Look for them in an earlier backup`,
      )
    })

  root
    .command('restore')
    .description(
      'Puts a backup into a data folder that is empty or not there yet, after checking every file by its hash; with YANSHU_S3 the mail goes into the bucket.',
    )
    .argument('<folder>', 'what `yanshu backup` made')
    .addHelpText('after', '\nExample:\n  yanshu --data /srv/yanshu restore /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string) => {
      const config = readConfig(environmentOf(root.opts<CommandOptions>()))
      const restored = await restoreBackup(folder, config)
      const where = config.s3 ? `${config.dataFolder} and ${config.s3.url}` : config.dataFolder
      process.stdout.write(`Restored ${restored.blobs} files, ${restored.bytes} bytes, into ${where}\n`)
    })
}
