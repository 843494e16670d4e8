import { type OtherRule, type OtherRulesData, RULES_MAX, type RuleActions } from '@yanshu/contracts'
import { systemRoleOf } from '../../mailflow/import/maildirNames.ts'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { listRules, saveRule } from '../classification/index.ts'
import { SieveRefusedError } from './rules/readSieve.ts'
import { rulesOfSieve, type SieveRule } from './rules/rulesOfSieve.ts'
import { fetchScripts } from './rules/sieveServer.ts'
import { withAccess } from './server/accessToken.ts'
import type { ServerLogin } from './server/openServer.ts'
import { targetFolder } from './targetFolder.ts'

/**
 * The filters of the other server as rules, by the places of which the person makes them: none are made where `make` is empty. One
 * that is here already is not made again. A rule that forwards is made switched off. Throws as `openServer` does.
 */
export async function otherRules(
  context: Context,
  accountId: number,
  { server, port, make }: { readonly server: ServerLogin; readonly port: number; readonly make: readonly number[] },
): Promise<OtherRulesData> {
  const { login } = await withAccess(context.config, server)
  const scripts = await fetchScripts(context.config, login, port)
  const found: SieveRule[] = []
  const left: OtherRulesData['left'] = []
  for (const { name, isActive, text } of scripts) {
    // Only one script is at work; others are drafts and old versions.
    if (!isActive) {
      left.push({ source: name, loss: 'inactive' })
      continue
    }
    try {
      const read = rulesOfSieve(text)
      found.push(...read.rules.slice(0, RULES_MAX))
      left.push(...read.left)
    } catch (error) {
      if (!(error instanceof SieveRefusedError)) throw error
      left.push({ source: name, loss: 'unreadable' })
    }
  }
  const rules: OtherRule[] = []
  for (const [at, rule] of found.entries()) {
    const state = make.includes(at) ? await makeRule(context, accountId, rule) : await stateOf(context, accountId, rule)
    rules.push({ ...shown(rule), state })
  }
  return { rules, left }
}

const shown = ({ conditions, forward, losses, ...rule }: SieveRule): Omit<OtherRule, 'state'> => ({
  ...rule,
  conditions: [...conditions],
  forward: [...forward],
  losses: [...losses],
})

async function stateOf(context: Context, accountId: number, rule: SieveRule): Promise<OtherRule['state']> {
  const same = (await listRules(context.store.db, accountId)).some(
    ({ ruleName, conditions }) =>
      ruleName === rule.name && JSON.stringify(conditions) === JSON.stringify(rule.conditions),
  )
  return same ? 'there' : 'new'
}

async function makeRule(context: Context, accountId: number, rule: SieveRule): Promise<OtherRule['state']> {
  if ((await stateOf(context, accountId, rule)) === 'there') return 'there'
  try {
    const actions: RuleActions = {
      ...{ labelIds: [], quiet: false, read: rule.read, star: Number(rule.star), forward: [...rule.forward] },
      ...{ reject: rule.reject, delete: rule.delete, stop: rule.stop },
      folderId: rule.folder === '' ? null : await folderOf(context, accountId, rule.folder),
    }
    const { name: ruleName, match, conditions } = rule
    const enabled = rule.forward.length === 0
    await saveRule(context, accountId, { ruleId: null, ruleName, enabled, match, conditions: [...conditions], actions })
    return 'made'
  } catch (error) {
    // An address that mail may not be forwarded to, or too many rules and folders: the others are made.
    if (error instanceof CallError) return 'refused'
    throw error
  }
}

/** The folder here of a name there, made where it is missing. */
async function folderOf(context: Context, accountId: number, name: string): Promise<number> {
  const parts = name.includes('/') ? name.split('/') : name.split('.')
  const names = parts.filter((part) => part !== '')
  const own = names.length > 1 && names[0]?.toUpperCase() === 'INBOX' ? names.slice(1) : names
  const [only] = own
  const known = own.length === 1 && only !== undefined ? systemRoleOf(only) : null
  const role =
    known === 'inbox' || known === 'sent' || known === 'drafts' || known === 'trash' || known === 'spam' ? known : null
  return (await targetFolder(context, accountId, { role, names: own })).folderId
}
