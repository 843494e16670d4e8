import { passwordProblem } from '@yanshu/contracts'
import type { Command } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createAccount } from '../store/accounts/accounts.ts'
import { hashPassword } from '../store/accounts/password.ts'
import type { Context } from '../store/context/context.ts'
import { readSecret } from './readSecret.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const MIB = 1_024 * 1_024

/** `user add|list|passwd|disable|enable`. */
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

  user
    .command('passwd')
    .description('Sets a new password and logs the account out everywhere.')
    .argument('<address>')
    .addHelpText('after', '\nExample:\n  yanshu user passwd li.na@example.com')
    .action(async (address: string) => {
      await withContext(root.opts<CommandOptions>(), async (context) => {
        const account = await accountOf(context, address)
        const hash = await hashPassword(await newPassword(address))
        await context.store.db
          .updateTable('account')
          .set({ password_hash: hash })
          .where('id', '=', account.id)
          .execute()
        await context.store.db.deleteFrom('session').where('account_id', '=', account.id).execute()
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
          const account = await accountOf(context, address)
          await context.store.db.updateTable('account').set({ disabled }).where('id', '=', account.id).execute()
          if (disabled) await context.store.db.deleteFrom('session').where('account_id', '=', account.id).execute()
        })
        process.stdout.write(`${disabled ? 'Disabled' : 'Enabled'} ${address}\n`)
      })
  toggle('disable', 'Switches an account off: no login, no new mail. Its mail stays.', 1)
  toggle('enable', 'Switches an account on again.', 0)
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
