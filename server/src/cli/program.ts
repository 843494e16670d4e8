import path from 'node:path'
import { actAsOwner } from '@yanshu/deploy'
import { Command } from 'commander'
import type { CommandOptions } from './withContext.ts'

/** Commands that one file has. */
export interface Group {
  /** Their names, as an operator writes them. */
  readonly names: readonly string[]
  load(): Promise<(root: Command) => void>
  /** Whether they read all of a mailbox, or of the store. */
  readonly readsMuch?: true
}

/**
 * All commands, in the order of the help. Their files are loaded when they are asked for: together they are most of the
 * server, which takes a second to start.
 */
export const GROUPS: readonly Group[] = [
  { names: ['user'], load: async () => (await import('./user.ts')).addUserCommands },
  { names: ['domain', 'alias'], load: async () => (await import('./domain.ts')).addDomainCommands },
  { names: ['directory'], load: async () => (await import('./directory.ts')).addDirectoryCommands },
  { names: ['room'], load: async () => (await import('./room.ts')).addRoomCommands },
  { names: ['mailbox', 'associate'], load: async () => (await import('./mailbox.ts')).addMailboxCommands },
  { names: ['folder'], load: async () => (await import('./folder.ts')).addFolderCommands },
  { names: ['export'], load: async () => (await import('./export.ts')).addExportCommand, readsMuch: true },
  { names: ['import'], load: async () => (await import('./import.ts')).addImportCommand, readsMuch: true },
  { names: ['paper'], load: async () => (await import('./paper.ts')).addPaperCommands },
  { names: ['ca'], load: async () => (await import('./ca.ts')).addAuthorityCommands },
  { names: ['backup', 'restore'], load: async () => (await import('./backup.ts')).addBackupCommands, readsMuch: true },
  { names: ['move'], load: async () => (await import('./move.ts')).addMoveCommand, readsMuch: true },
  { names: ['queue'], load: async () => (await import('./queue.ts')).addQueueCommands },
  { names: ['job'], load: async () => (await import('./job.ts')).addJobCommands },
  { names: ['sweep'], load: async () => (await import('./sweep.ts')).addSweepCommand },
  { names: ['server-key'], load: async () => (await import('./serverKey.ts')).addServerKeyCommands },
  { names: ['switch'], load: async () => (await import('./switch.ts')).addSwitchCommands },
  { names: ['migration'], load: async () => (await import('./migration.ts')).addMigrationCommands },
  { names: ['approval'], load: async () => (await import('./approval.ts')).addApprovalCommands },
  { names: ['announcement'], load: async () => (await import('./announcement.ts')).addAnnouncementCommands },
  { names: ['feedback'], load: async () => (await import('./feedback.ts')).addFeedbackCommands },
  { names: ['ai'], load: async () => (await import('./assistant.ts')).addAssistantCommands },
  { names: ['check'], load: async () => (await import('./check.ts')).addCheckCommand },
]

/** The groups that the words of a command line may mean; all of them when it asks for help, or names no command. */
export function groupsFor(words: readonly string[]): readonly Group[] {
  const help = words.findIndex((word) => word === '--help' || word === '-h')
  const before = help === -1 ? words : words.slice(0, help)
  const meant = GROUPS.filter(({ names }) => names.some((name) => before.includes(name)))
  return meant.length > 0 ? meant : GROUPS
}

/** Whether a command that the words of a command line mean reads all of a mailbox, or of the store. */
export const readsMuch = (words: readonly string[]): boolean =>
  GROUPS.some((group) => group.readsMuch && group.names.some((name) => words.includes(name)))

/**
 * The operator's command line. Every command takes --data; the rest of the settings come from the environment.
 * @param settings the file that they are of, which is printed before anything is done
 * @param words what was written; commands that these cannot mean may be left out
 */
export async function program(settings: string | null = null, words: readonly string[] = []): Promise<Command> {
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
  for (const { load } of groupsFor(words)) (await load())(root)
  return root
}
