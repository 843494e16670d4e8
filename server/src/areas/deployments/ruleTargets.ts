import type { RuleTarget } from '@yanshu/discovery/operations'
import { findAccount } from '../../store/accounts/accounts.ts'
import { departmentPaths } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'

/**
 * Why a rule for this target would concern no account, as a sentence; null where it concerns one. A hash is not checked:
 * the address that it was made from is not known.
 */
export async function unknownTarget({ store }: Pick<Context, 'store'>, target: RuleTarget): Promise<string | null> {
  if ('department' in target) {
    const names = new Set([...(await departmentPaths(store.db)).values()].flatMap((path) => path.split(' / ')))
    return names.has(target.department) ? null : `There is no department “${target.department}” here`
  }
  if (!('user' in target)) return null
  const account = await findAccount(store.db, target.user)
  if (!account) return `There is no account ${target.user} here`
  // A rule knows people by the address of their account alone.
  return account.address.toLowerCase() === target.user.toLowerCase()
    ? null
    : `${target.user} is another name of ${account.address}: name that one`
}
