import { isMailAddress } from '@yanshu/contracts'
import type { Command } from 'commander'
import { removeSecondFactor } from '../areas/second-factor/index.ts'
import { OperatorError } from '../platform/errors/operatorError.ts'
import { askForNewPassword, setRecoveryEmail } from '../store/accounts/accountEntries.ts'
import { requireAccount } from '../store/accounts/changeAccount.ts'
import { transact } from '../store/database/transact.ts'
import { type CommandOptions, withContext } from './withContext.ts'

const CHANGES = { no: 0, now: 1, soon: 2 } as const
type ChangeWord = keyof typeof CHANGES
const isChangeWord = (word: string): word is ChangeWord => Object.hasOwn(CHANGES, word)

/** `user must-change|recovery-email|reset-second-step`: what an operator does about a person's login. */
export function addWaysInCommands(root: Command, user: Command): void {
  user
    .command('must-change')
    .description('Says whether the password must be changed at the next login, should be soon, or need not be.')
    .argument('<address>')
    .argument('<when>', 'now, soon or no')
    .addHelpText('after', '\nExample:\n  yanshu user must-change li.na@example.com now')
    .action(async (address: string, when: string) => {
      if (!isChangeWord(when)) throw new OperatorError(`${when}: expected now, soon or no`)
      await withContext(root.opts<CommandOptions>(), (context) =>
        transact(context, async (trx) => {
          const { id } = await requireAccount(trx, address)
          await askForNewPassword(trx, id, CHANGES[when])
        }),
      )
      process.stdout.write(`Noted for ${address}: ${when}\n`)
    })

  user
    .command('recovery-email')
    .description('Sets the address at another provider by which a forgotten password is replaced.')
    .argument('<address>')
    .argument('<email>', "'' for none")
    .addHelpText('after', '\nExample:\n  yanshu user recovery-email li.na@example.com lina@example.net')
    .action(async (address: string, email: string) => {
      const to = email.trim().toLowerCase()
      if (to !== '' && !isMailAddress(to)) throw new OperatorError(`"${email}" is not a mail address`)
      await withContext(root.opts<CommandOptions>(), (context) =>
        transact(context, async (trx) => {
          const { id } = await requireAccount(trx, address)
          await setRecoveryEmail(trx, id, to)
        }),
      )
      process.stdout.write(to === '' ? `${address} has none\n` : `Set it to ${to} for ${address}\n`)
    })

  user
    .command('reset-second-step')
    .description('Turns the second step of a login off, for who has lost the phone and the recovery codes.')
    .argument('<address>')
    .addHelpText('after', '\nExample:\n  yanshu user reset-second-step li.na@example.com')
    .action(async (address: string) => {
      await withContext(root.opts<CommandOptions>(), (context) =>
        transact(context, async (trx) => {
          const { id } = await requireAccount(trx, address)
          await removeSecondFactor(trx, id)
        }),
      )
      process.stdout.write(`${address} logs in with the password alone\n`)
    })
}
