import path from 'node:path'
import { actAsOwner } from '@yanshu/deploy'
import { Command } from 'commander'
import { addAnnouncementCommands } from './announcement.ts'
import { addAssistantCommands } from './assistant.ts'
import { addBackupCommands } from './backup.ts'
import { addCheckCommand } from './check.ts'
import { addDirectoryCommands } from './directory.ts'
import { addDomainCommands } from './domain.ts'
import { addFeedbackCommands } from './feedback.ts'
import { addFolderCommands } from './folder.ts'
import { addImportCommand } from './import.ts'
import { addMailboxCommands } from './mailbox.ts'
import { addMoveCommand } from './move.ts'
import { addPaperCommands } from './paper.ts'
import { addQueueCommands } from './queue.ts'
import { addRoomCommands } from './room.ts'
import { addSweepCommand } from './sweep.ts'
import { addSwitchCommands } from './switch.ts'
import { addUserCommands } from './user.ts'
import type { CommandOptions } from './withContext.ts'

/**
 * The operator's command line. Every command takes --data; the rest of the settings come from the environment.
 * @param settings the file that they are of, which is said before anything is done
 */
export function program(settings: string | null = null): Command {
  const root = new Command('yanshu')
    .description('Looks after a Yanshu mail system. Every command works while the server runs.')
    .option('--data <folder>', 'the data folder of the server (YANSHU_DATA, default: ./data)')
    .showHelpAfterError('(add --help for what this command takes)')
  root.hook('preAction', () => {
    const folder = path.resolve(root.opts<CommandOptions>().data || process.env.YANSHU_DATA || 'data')
    if (settings) process.stderr.write(`On ${folder}, with the settings of ${settings}\n`)
    actAsOwner(folder)
    // Backups and exports hold mail: other users of the machine must not read them.
    process.umask(0o077)
  })
  addUserCommands(root)
  addDomainCommands(root)
  addDirectoryCommands(root)
  addRoomCommands(root)
  addMailboxCommands(root)
  addFolderCommands(root)
  addImportCommand(root)
  addPaperCommands(root)
  addBackupCommands(root)
  addMoveCommand(root)
  addQueueCommands(root)
  addSweepCommand(root)
  addSwitchCommands(root)
  addAnnouncementCommands(root)
  addFeedbackCommands(root)
  addAssistantCommands(root)
  addCheckCommand(root)
  return root
}
