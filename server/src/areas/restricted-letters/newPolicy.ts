import { isRestricted, type LetterOptions, optionOf, readsOf } from '@yanshu/contracts'
import { hashPassword } from '../../store/accounts/password.ts'
import type { Context } from '../../store/context/context.ts'
import type { NewPolicy } from '../../store/mailbox/index.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { ReadingSwitchedOffError, ReadPasswordMissingError } from './letterErrors.ts'

/**
 * The conditions that a letter is sent with; null where it is read freely. Of its password the hash alone is kept. Throws
 * `ReadingSwitchedOffError`, and `ReadPasswordMissingError` for a draft whose password was not entered again.
 */
export async function newPolicyOf(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  options: LetterOptions,
): Promise<NewPolicy | null> {
  const reading = optionOf(options, 'mail.reading')
  if (!isRestricted(reading)) return null
  if (!(await switchesOf(store.db, accountId)).secretModeEnable) throw new ReadingSwitchedOffError()
  const { password, days, noForward, burn, secret } = reading
  if (password === '') throw new ReadPasswordMissingError()
  return {
    passwordHash: password === null ? null : await hashPassword(password),
    reads: readsOf(reading),
    days,
    burn,
    secret,
    noForward,
  }
}
