import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MIGRATION_TABLE_MAX } from '@yanshu/contracts'
import type { Command } from 'commander'
import { beginMany, changeOfMany, listMany, organisationReport } from '../areas/migration/index.ts'
import { fileFailure } from '../platform/config/fileFailure.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { CallError } from '../platform/http/errors.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const EXAMPLE = `
The first line of the table names the columns; address and password are needed, host is looked for where it is empty:
  address,host,port,security,user,fingerprint,password
  li.na@example.com,mail.old.example,993,tls,li.na@old.example,,authorization-code

The passwords are sealed and deleted at the end of each migration. The same table once more brings what is new since.`

const SHOWN = 2_000

/** `migration begin|list|pause|resume|cancel|report`. */
export function addMigrationCommands(root: Command): void {
  const migration = root.command('migration').description('Mailboxes of people that are brought from other servers.')
  const context = <T>(work: Parameters<typeof withContext<T>>[1]) => withContext(root.opts<CommandOptions>(), work)

  migration
    .command('begin')
    .description('Begins the migrations of a table of people, ten at a time on each server.')
    .argument('<file>', 'CSV')
    .option('--count', 'only counts what would be brought; `resume` brings it')
    .option('--junk', 'also spam and deleted mails')
    .option('--books', 'also contacts and calendars, by CardDAV and CalDAV')
    .option('--since <day>', 'only mail from this day on, as 2020-01-31')
    .addHelpText('after', EXAMPLE)
    .action(async (file: string, options: { count?: boolean; junk?: boolean; books?: boolean; since?: string }) => {
      const since = options.since === undefined ? null : Date.parse(`${options.since}T00:00:00Z`)
      if (since !== null && !(since >= 0))
        throw new OperatorError(`--since ${options.since}: expected a day as 2020-01-31`)
      const text = await readTable(file)
      const { begun, again, problems } = await context((opened) =>
        beginMany(opened, text, {
          ...{ dry: options.count ?? false, junk: options.junk ?? false, books: options.books ?? false },
          ...{ since, before: null },
        }),
      )
      process.stdout.write(`${begun} begun, ${again} run once more\n`)
      for (const { line, address, problem } of problems) {
        process.stderr.write(`line ${line} ${address}: ${PROBLEMS[problem]}\n`)
      }
      if (problems.length > 0)
        throw new OperatorError(`${problems.length} lines were not begun. Correct them and begin the table again`)
    })
  migration
    .command('list')
    .description('Lists the migrations of tables, the newest first.')
    .action(async () => {
      const { list, counts } = await context((opened) => listMany(opened, SHOWN))
      for (const { id, address, host, user, state, reason, total, brought, known, noted, dry, bring } of list) {
        const figures = dry ? `${bring} to bring` : `${brought + known + noted} of ${total}, ${noted} not brought`
        process.stdout.write(`${id} ${address} from ${user} (${host}): ${state} ${reason} ${figures}\n`)
      }
      process.stdout.write(`${counts.map(({ state, mailboxes }) => `${mailboxes} ${state}`).join(', ') || 'none'}\n`)
    })
  for (const [act, description] of ACTS) {
    migration
      .command(act)
      .description(description)
      .argument('<number>', 'as `yanshu migration list` shows it; `all` for all that can')
      .action(async (number: string) => {
        const changed = await context((opened) => change(opened, act, number))
        process.stdout.write(`${changed} changed\n`)
      })
  }
  migration
    .command('report')
    .description('Writes all migrations of the organisation with their figures into a CSV file.')
    .argument('<file>', 'is written anew')
    .action(async (file: string) => {
      await context((opened) => pipeline(Readable.from(organisationReport(opened)), createWriteStream(file))).catch(
        (error: unknown) => {
          throw new OperatorError(`${file} cannot be written: ${fileFailure(error)}`)
        },
      )
      process.stdout.write(`Written to ${file}\n`)
    })
}

type Act = Parameters<typeof changeOfMany>[1]['act']
type Problem = Awaited<ReturnType<typeof beginMany>>['problems'][number]['problem']

const ACTS: readonly (readonly [act: Act, description: string])[] = [
  ['pause', 'Pauses a migration.'],
  ['resume', 'Goes on with a paused migration, or brings what was counted.'],
  ['cancel', 'Ends a migration. What was brought stays, the password is deleted.'],
]

const PROBLEMS: Readonly<Record<Problem, string>> = {
  address: 'this is no mail address',
  twice: 'it stands in the table twice',
  account: 'there is no such mailbox here. Add it by `yanshu user add`',
  host: 'no server is named, and the user name does not lead to one',
  port: 'this is no port',
  security: 'security has to be tls or starttls',
  user: 'the user name is empty or too long',
  login: 'login has to be password, token or refresh',
  password: 'it has no password',
  fingerprint: 'the certificate of the server has another fingerprint, or has expired',
  running: 'this mailbox is being migrated',
  notAllowed: 'this server may not be connected to: name it in YANSHU_MIGRATION_HOSTS',
  unreachable: 'the server does not answer',
  tooManyHosts: 'the table names too many servers: make several of it',
}

/** Text of a table: programs for tables in China write GB 18030 where they do not write UTF-8. */
async function readTable(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${fileFailure(error)}`)
  })
  if (bytes.length > 4 * MIGRATION_TABLE_MAX) throw new OperatorError(`${file} is too large: make several tables of it`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const FROM: Readonly<Record<Act, readonly string[]>> = {
  pause: ['dispatching', 'migrating'],
  resume: ['paused'],
  cancel: ['dispatching', 'migrating', 'paused'],
}

async function change(context: Parameters<typeof changeOfMany>[0], act: Act, number: string): Promise<number> {
  const { list } = await listMany(context, SHOWN)
  const wanted = list.filter(({ id, state }) => (number === 'all' ? FROM[act].includes(state) : id === Number(number)))
  if (wanted.length === 0 && number !== 'all') {
    throw new OperatorError(`There is no migration ${number}. \`yanshu migration list\` shows all of them`)
  }
  for (const { id, address, state } of wanted) {
    await changeOfMany(context, { id, act }).catch((error: unknown) => {
      if (error instanceof CallError) throw new OperatorError(`The migration ${id} of ${address} is ${state}`)
      throw error
    })
  }
  return wanted.length
}
