import type { SelfCheckFinding } from '@yanshu/contracts'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { readSettings } from '../../store/profile/settings.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { CHECKS, type Finding } from './checks.ts'

async function runChecks(context: Context, caller: SessionActor): Promise<Finding[]> {
  const found: Finding[] = []
  for (const check of CHECKS) found.push(...(await check(context, caller)))
  return found
}

async function answer(context: Context, caller: SessionActor): Promise<{ now: number; findings: SelfCheckFinding[] }> {
  const { language } = await readSettings(context, caller.accountId)
  const findings = (await runChecks(context, caller)).map(({ id, kind, destroys = false, ...words }) => {
    const [what, repair] = words[language]
    return { id, kind, what, repair, destroys }
  })
  return { now: context.now(), findings }
}

/** A check of what may go wrong with a mailbox, and a repair for each finding (§2, selfChecking). */
export const selfCheckRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/selfCheck', ({ caller }) => answer(context, caller))
  route(app, 'POST', 'mail/main/selfCheck/repair', async ({ caller, body }) => {
    const finding = (await runChecks(context, caller)).find(({ id }) => id === body.id)
    if (!finding) throw new NotFoundError()
    await finding.run()
    announceChanges(context, [caller.accountId])
    return answer(context, caller)
  })
}
