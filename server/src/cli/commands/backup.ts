import type { Command } from 'commander'
import { createBackup, restoreBackup } from '../../backup/backup.ts'
import { readConfig } from '../../config.ts'
import { type CommandOptions, withContext } from '../withContext.ts'

/** `backup DIR` and `restore DIR`. */
export function addBackupCommands(root: Command): void {
  root
    .command('backup')
    .description(
      'Copies the store and all mail into an empty folder while the server runs, and checks every file by its hash. On the same disk, files are linked and take no space. (With PostgreSQL: only the mail; use pg_dump for the store.)',
    )
    .argument('<folder>', 'is made when it is not there; must be empty')
    .addHelpText('after', '\nExample:\n  yanshu backup /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string) => {
      const made = await withContext(root.opts<CommandOptions>(), (context) => createBackup(context, folder))
      process.stdout.write(`Backed up ${made.blobs} files, ${made.bytes} bytes, to ${folder}\n`)
    })

  root
    .command('restore')
    .description(
      'Puts a backup into a data folder that is empty or not there yet, after checking every file by its hash.',
    )
    .argument('<folder>', 'what `yanshu backup` made')
    .addHelpText('after', '\nExample:\n  yanshu --data /srv/yanshu restore /srv/backup/yanshu-2026-11-20')
    .action(async (folder: string) => {
      const { data } = root.opts<CommandOptions>()
      const config = readConfig(data ? { ...process.env, YANSHU_DATA: data } : process.env)
      const restored = await restoreBackup(folder, config.dataFolder)
      process.stdout.write(`Restored ${restored.blobs} files, ${restored.bytes} bytes, into ${config.dataFolder}\n`)
    })
}
