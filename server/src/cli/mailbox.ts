import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { createAccount } from '../store/accounts/accounts.ts'
import {
  associate,
  dissociate,
  grantMailbox,
  PUBLIC_MAILBOX,
  revokeMailbox,
} from '../store/accounts/reachableAccounts.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const MIB = 1_024 * 1_024
const TYPE_MAX = 9

function typeOf(text: string): number {
  const type = Number(text)
  if (!Number.isInteger(type) || type < 1 || type > TYPE_MAX)
    throw new InvalidArgumentError(`Expected 1 to ${TYPE_MAX}.`)
  return type
}

/** `mailbox create|grant|revoke|list` and `associate add|remove|list`. */
export function addMailboxCommands(root: Command): void {
  const options = () => root.opts<CommandOptions>()
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const mailbox = root.command('mailbox').description('public mailboxes, which several people share')

  mailbox
    .command('create')
    .description('Makes a public mailbox. Nobody logs in to it: people switch to it from their own account.')
    .argument('<address>', 'such as service@example.com; its domain must be there')
    .option('--name <name>', 'shown to others; the part before the @ when left out')
    .option('--quota <MiB>', 'storage in MiB, 0 for no limit', '0')
    .addHelpText('after', '\nExample:\n  yanshu mailbox create service@example.com --name 客户服务')
    .action(async (address: string, { name, quota }: { name?: string; quota: string }) => {
      const mib = Number(quota)
      if (!Number.isFinite(mib) || mib < 0) throw new OperatorError(`--quota ${quota}: expected a number of MiB`)
      await withContext(options(), (context) =>
        createAccount(context, {
          address,
          name: name ?? address.slice(0, address.lastIndexOf('@')),
          // Neither shown nor kept, so no person can log in with it.
          password: randomBytes(24).toString('base64url'),
          accountType: PUBLIC_MAILBOX,
          quotaBytes: Math.round(mib * MIB),
        }),
      )
      say(`Made ${address}. \`yanshu mailbox grant ${address} PERSON\` lets somebody in`)
    })

  mailbox
    .command('grant')
    .description('Lets people switch to a public mailbox.')
    .argument('<mailbox>')
    .argument('<people...>', 'their addresses')
    .addHelpText(
      'after',
      '\nExample:\n  yanshu mailbox grant service@example.com li.na@example.com zhang.wei@example.com',
    )
    .action(async (address: string, people: string[]) => {
      await withContext(options(), async (context) => {
        for (const person of people) {
          const fresh = await grantMailbox(context, address, person)
          say(fresh ? `${person} may switch to ${address}` : `${person} could switch to ${address} already`)
        }
      })
    })

  mailbox
    .command('revoke')
    .description('Takes that right away; who is in the mailbox is logged out of it.')
    .argument('<mailbox>')
    .argument('<people...>', 'their addresses')
    .addHelpText('after', '\nExample:\n  yanshu mailbox revoke service@example.com li.na@example.com')
    .action(async (address: string, people: string[]) => {
      await withContext(options(), async (context) => {
        for (const person of people) {
          const had = await revokeMailbox(context, address, person)
          say(had ? `${person} can no longer switch to ${address}` : `${person} could not switch to ${address}`)
        }
      })
    })

  mailbox
    .command('list')
    .description('Lists the public mailboxes: address, name, and who may switch to each.')
    .addHelpText('after', '\nExample:\n  yanshu mailbox list')
    .action(async () => {
      const { mailboxes, grants } = await withContext(options(), async ({ store: { db } }) => ({
        mailboxes: await db
          .selectFrom('account')
          .select(['id', 'address', 'name'])
          .where('account_type', '=', PUBLIC_MAILBOX)
          .orderBy('address')
          .execute(),
        grants: await db
          .selectFrom('public_mailbox_grant')
          .innerJoin('account', 'account.id', 'public_mailbox_grant.account_id')
          .select(['mailbox_id', 'account.address'])
          .orderBy('account.address')
          .execute(),
      }))
      for (const { id, address, name } of mailboxes) {
        const people = grants.filter((grant) => grant.mailbox_id === id).map((grant) => grant.address)
        say([address, name, people.join(', ') || 'nobody'].join('\t'))
      }
    })

  const association = root.command('associate').description('accounts that their people may switch between')

  association
    .command('add')
    .description('Lets the people of two accounts switch from each to the other.')
    .argument('<address>')
    .argument('<other>')
    .option('--type <number>', '1: both are of the same person; 2 to 9: others', typeOf, 1)
    .addHelpText('after', '\nExample:\n  yanshu associate add li.na@example.com li.na@branch.example.com')
    .action(async (one: string, other: string, { type }: { type: number }) => {
      await withContext(options(), (context) => associate(context, one, other, type))
      say(`${one} and ${other} are associated, type ${type}`)
    })

  association
    .command('remove')
    .description('Takes an association away; sessions that came by it end.')
    .argument('<address>')
    .argument('<other>')
    .addHelpText('after', '\nExample:\n  yanshu associate remove li.na@example.com li.na@branch.example.com')
    .action(async (one: string, other: string) => {
      const had = await withContext(options(), (context) => dissociate(context, one, other))
      say(had ? `${one} and ${other} are no longer associated` : `${one} and ${other} were not associated`)
    })

  association
    .command('list')
    .description('Lists the associations: address, other address, type.')
    .addHelpText('after', '\nExample:\n  yanshu associate list')
    .action(async () => {
      const rows = await withContext(options(), ({ store: { db } }) =>
        db
          .selectFrom('account_association')
          .innerJoin('account as one', 'one.id', 'account_association.account_id')
          .innerJoin('account as other', 'other.id', 'account_association.other_id')
          .select(['one.address as one', 'other.address as other', 'type'])
          // Each stands twice, once for each side.
          .whereRef('account_association.account_id', '<', 'account_association.other_id')
          .orderBy('one.address')
          .orderBy('other.address')
          .execute(),
      )
      for (const { one, other, type } of rows) say(`${one}\t${other}\ttype ${type}`)
    })
}
