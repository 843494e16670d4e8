import { passwordProblem } from '@yanshu/contracts'
import type { Command } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { setPassword } from '../store/accounts/accountEntries.ts'
import { createAccount, setDisabled } from '../store/accounts/accounts.ts'
import { changeAccount, renameAccount, requireAccount } from '../store/accounts/changeAccount.ts'
import { deleteAccount } from '../store/accounts/deleteAccount.ts'
import { departmentPaths } from '../store/accounts/departments.ts'
import { endWaysIn } from '../store/accounts/endCodes.ts'
import { hashPassword } from '../store/accounts/password.ts'
import type { Context } from '../store/context/context.ts'
import { transact } from '../store/database/transact.ts'
import type { NewPassword } from './accountsTable.ts'
import { addAutoReplyCommand } from './autoReply.ts'
import { readSecret } from './readSecret.ts'
import { addWaysInCommands } from './waysIn.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const MIB = 1_024 * 1_024

/** `user add|list|import|set|rename|delete|passwd|disable|enable`. */
export function addUserCommands(root: Command): void {
  const user = root.command('user').description('people and their mailboxes')

  user
    .command('add')
    .description('Makes an account. Asks for the password, or reads it from standard input.')
    .argument('<address>', 'such as li.na@example.com; its domain must be there')
    .option('--name <name>', 'shown to others; the part before the @ when left out')
    .option('--admin', 'an administrator')
    .option('--quota <MiB>', 'storage in MiB, 0 for no limit', '0')
    .option('--company <name>', 'shown in the account', '')
    .addHelpText('after', '\nExample:\n  yanshu user add li.na@example.com --name 李娜 --quota 2048')
    .action(async (address: string, options: { name?: string; admin?: boolean; quota: string; company: string }) => {
      const quota = Number(options.quota)
      if (!Number.isFinite(quota) || quota < 0)
        throw new OperatorError(`--quota ${options.quota}: expected a number of MiB`)
      await withContext(root.opts<CommandOptions>(), async (context) => {
        const password = await newPassword(address)
        await createAccount(context, {
          address,
          name: options.name ?? address.slice(0, address.lastIndexOf('@')),
          password,
          company: options.company,
          isAdmin: options.admin ?? false,
          quotaBytes: Math.round(quota * MIB),
        })
      })
      process.stdout.write(`Made ${address}\n`)
    })

  user
    .command('list')
    .description('Lists the accounts: address, name, storage used and allowed, marks.')
    .addHelpText('after', '\nExample:\n  yanshu user list')
    .action(async () => {
      const accounts = await withContext(root.opts<CommandOptions>(), ({ store }) =>
        store.db.selectFrom('account').selectAll().orderBy('address').execute(),
      )
      for (const one of accounts) {
        const storage = `${size(one.used_bytes)} of ${one.quota_bytes > 0 ? size(one.quota_bytes) : 'any'}`
        const marks = [one.is_admin ? 'admin' : '', one.disabled ? 'disabled' : ''].filter(Boolean).join(' ')
        process.stdout.write(`${[one.address, one.name, storage, marks].join('\t').trimEnd()}\n`)
      }
    })

  addChangingCommands(root, user)
  addWaysInCommands(root, user)
  addAutoReplyCommand(root, user)

  user
    .command('passwd')
    .description('Sets a new password, logs the account out everywhere and ends its authorization codes.')
    .argument('<address>')
    .addHelpText('after', '\nExample:\n  yanshu user passwd li.na@example.com')
    .action(async (address: string) => {
      await withContext(root.opts<CommandOptions>(), async (context) => {
        const account = await accountOf(context, address)
        const hash = await hashPassword(await newPassword(address))
        await transact(context, async (trx) => {
          await setPassword(trx, account.id, hash, { isChosen: false })
          await endWaysIn(trx, account.id, context.now())
        })
      })
      process.stdout.write(`Set the password of ${address}\n`)
    })

  const toggle = (name: 'disable' | 'enable', description: string, disabled: 0 | 1) =>
    user
      .command(name)
      .description(description)
      .argument('<address>')
      .addHelpText('after', `\nExample:\n  yanshu user ${name} li.na@example.com`)
      .action(async (address: string) => {
        await withContext(root.opts<CommandOptions>(), async (context) => {
          await accountOf(context, address)
          await setDisabled(context, address, disabled === 1)
        })
        process.stdout.write(`${disabled ? 'Disabled' : 'Enabled'} ${address}\n`)
      })
  toggle(
    'disable',
    'Switches an account off: no login, no new mail. Its mail stays; its authorization codes end for good.',
    1,
  )
  toggle('enable', 'Switches an account on again.', 0)
}

interface SetOptions {
  readonly name?: string
  readonly quota?: string
  readonly admin?: boolean
  readonly department?: string
  readonly phone?: string
  readonly duties?: string
}

function addChangingCommands(root: Command, user: Command): void {
  user
    .command('import')
    .description(
      'Makes and changes accounts by a CSV file with a header: address, and of name, department, phone, duties, quota, admin, password what is wanted. A department is a path with " / "; what is missing is made. A second run changes what differs.',
    )
    .argument('<file>')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--passwords <file>', 'where the passwords of new accounts go for which the table has none')
    .addHelpText('after', '\nExample:\n  yanshu user import staff.csv --passwords new-passwords.csv')
    .action(async (file: string, { dryRun = false, passwords }: { dryRun?: boolean; passwords?: string }) => {
      const { addPasswords, applyTable, makesPasswords, readTable, reservePasswords } = await import(
        './accountsTable.ts'
      )
      const rows = await readTable(file)
      const began = Date.now()
      const report = await withContext(root.opts<CommandOptions>(), async (context) => {
        // A file that cannot be written must not be found out after the accounts were made.
        if (!dryRun && (await makesPasswords(context, rows))) {
          if (passwords === undefined) {
            throw new OperatorError('Say with --passwords where the passwords of new accounts are to be written')
          }
          await reservePasswords(passwords)
        }
        const onPasswords = async (made: readonly NewPassword[]) => addPasswords(passwords ?? '', made)
        return applyTable(context, rows, { dryRun, onPasswords })
      })
      for (const sentence of report.refused) process.stderr.write(`Left out ${sentence}\n`)
      const { made, changed, same, departments, refused } = report
      process.stdout.write(
        `${dryRun ? 'Would be made' : 'Made'}: ${made} accounts, ${departments} departments; changed: ${changed}; as they were: ${same}; left out: ${refused.length} (${Math.round((Date.now() - began) / 1_000)} s)\n`,
      )
      if (refused.length > 0) throw new OperatorError('Correct the lines that were left out and run it again')
    })

  user
    .command('set')
    .description('Changes what is known of a person, storage and administration included.')
    .argument('<address>')
    .option('--name <name>', 'shown to others')
    .option('--quota <MiB>', 'storage in MiB, 0 for no limit')
    .option('--admin', 'an administrator')
    .option('--no-admin', 'no administrator any more')
    .option('--department <path>', 'its path with " / "; \'\' for none')
    .option('--phone <number>')
    .option('--duties <text>')
    .addHelpText(
      'after',
      '\nExample:\n  yanshu user set li.na@example.com --quota 4096 --department "研发中心 / 前端组"',
    )
    .action(async (address: string, options: SetOptions) => {
      const changed = await withContext(root.opts<CommandOptions>(), (context) => setAccount(context, address, options))
      process.stdout.write(changed.length > 0 ? `Changed ${changed.join(', ')} of ${address}\n` : 'It is so already\n')
    })

  user
    .command('rename')
    .description('Gives an account another address and logs it out. The old address still reaches it.')
    .argument('<from>')
    .argument('<to>')
    .option('--no-alias', 'the old address reaches nobody')
    .addHelpText('after', '\nExample:\n  yanshu user rename li.na@example.com li.nana@example.com')
    .action(async (from: string, to: string, { alias }: { alias: boolean }) => {
      await withContext(root.opts<CommandOptions>(), (context) => renameAccount(context, from, to, { keepOld: alias }))
      process.stdout.write(`${from} is ${to} now\n`)
    })

  user
    .command('delete')
    .description('Deletes an account with its mail, contacts, calendars and settings. Only a backup brings it back.')
    .argument('<address>')
    .requiredOption('--yes', 'that it is meant')
    .addHelpText('after', '\nExample:\n  yanshu user delete li.na@example.com --yes')
    .action(async (address: string) => {
      const mails = await withContext(root.opts<CommandOptions>(), (context) => deleteAccount(context, address))
      process.stdout.write(`Deleted ${address} with ${mails} mails\n`)
    })
}

async function setAccount(context: Context, address: string, options: SetOptions): Promise<string[]> {
  const quota = options.quota === undefined ? undefined : Number(options.quota)
  if (quota !== undefined && (!Number.isFinite(quota) || quota < 0)) {
    throw new OperatorError(`--quota ${options.quota}: expected a number of MiB`)
  }
  const deptId = options.department === undefined ? undefined : await departmentIdOf(context, options.department)
  return transact(context, async (trx) =>
    changeAccount(trx, await requireAccount(trx, address), {
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(quota === undefined ? {} : { quotaBytes: Math.round(quota * MIB) }),
      ...(options.admin === undefined ? {} : { isAdmin: options.admin }),
      ...(deptId === undefined ? {} : { deptId }),
      ...(options.phone === undefined ? {} : { phone: options.phone }),
      ...(options.duties === undefined ? {} : { duties: options.duties }),
    }),
  )
}

async function departmentIdOf({ store }: Context, path: string): Promise<number | null> {
  if (path === '') return null
  const found = [...(await departmentPaths(store.db))].find(([, one]) => one === path)
  if (!found)
    throw new OperatorError(`There is no department ${path}. Give its whole path, with " / " between the levels`)
  return found[0]
}

/** The account of an address. Throws a sentence when there is none. */
export async function accountOf({ store }: Context, address: string): Promise<{ id: number }> {
  const account = await store.db
    .selectFrom('account')
    .select('id')
    .where('address', '=', address.trim().toLowerCase())
    .executeTakeFirst()
  if (!account) throw new OperatorError(`There is no account ${address}. \`yanshu user list\` shows all of them`)
  return account
}

async function newPassword(address: string): Promise<string> {
  const password = await readSecret(`Password for ${address}: `)
  const problem = passwordProblem(password)
  if (!problem) return password
  const reasons = { required: 'it is empty', 'too-short': 'it is too short', chinese: 'it holds Chinese characters' }
  throw new OperatorError(`This password cannot be used: ${reasons[problem]}. It must be longer than six characters`)
}

function size(bytes: number): string {
  return bytes < MIB ? `${Math.ceil(bytes / 1_024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`
}
