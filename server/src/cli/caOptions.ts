import { OperatorError } from '../platform/errors/operatorError.ts'
import { type Account, findAccount } from '../store/accounts/accounts.ts'
import type { Context } from '../store/context/context.ts'
import { passphraseIn } from './authorityFolder.ts'
import { readSecret } from './readSecret.ts'

/** What a certificate is for. */
export const USES = ['mail', 'signing', 'encrypting'] as const
export const DAYS_MAX = 1_825

/** Where the passphrase of an authority comes from. */
export interface Secret {
  readonly passphraseFile?: string
}

/** The passphrase, out of its file or from the operator. */
export const passphraseFor = ({ passphraseFile }: Secret, question: string): Promise<string> =>
  passphraseFile ? passphraseIn(passphraseFile) : readSecret(question)

/** A number that an operator has written. Throws `OperatorError`. */
export function numberUpTo(text: string, max: number, what: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 1 || number > max) {
    throw new OperatorError(`"${text}" is no number of ${what} from 1 to ${max}`)
  }
  return number
}

/** One of several words that an operator has written. Throws `OperatorError`. */
export function oneOf<T extends string>(text: string, choices: readonly T[]): T {
  const choice = choices.find((one) => one === text)
  if (!choice) throw new OperatorError(`"${text}" is none of ${choices.join(', ')}`)
  return choice
}

/** The account that has all addresses of a request: a certificate is issued for no other address. */
export async function ownerOf(
  { store }: Pick<Context, 'store'>,
  addresses: readonly string[],
  what: string,
): Promise<Account> {
  if (addresses.length === 0) {
    throw new OperatorError(`${what} names no address: a request for mail has it as its alternative name`)
  }
  const owners = await Promise.all(addresses.map((address) => findAccount(store.db, address)))
  const stranger = addresses[owners.indexOf(null)]
  if (stranger !== undefined) throw new OperatorError(`There is nobody with the address ${stranger} here`)
  const [owner] = owners
  if (!owner || owners.some((one) => one?.id !== owner.id)) {
    throw new OperatorError(`${what} names addresses of several people: ${addresses.join(', ')}`)
  }
  if (owner.disabled) throw new OperatorError(`The account of ${owner.address} is closed`)
  return owner
}
