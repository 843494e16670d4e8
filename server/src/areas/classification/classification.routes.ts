import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { confirmedForwards, mayForward } from '../forwarding/index.ts'
import { RuleNotFoundError } from './classificationErrors.ts'
import { previewRule } from './preview.service.ts'
import { listRules } from './ruleBooks.ts'
import { deleteRule, deleteRules, saveRule, setRuleEnabled, sortRules } from './rules.service.ts'
import { beginRun, continueRun, undoRun } from './runs.service.ts'
import { deleteSenders, listSenders, saveSenders } from './senders.service.ts'
import { sieveOf } from './sieveOf.ts'

/** Classification rules, and blocked and allowed senders (§7, Classification). */
export const classificationRoutes: AddRoutes = (app, context) => {
  const { db } = context.store

  route(app, 'GET', 'mail/mailClassify/list', async ({ caller: { accountId } }) => ({
    list: await listRules(db, accountId),
    mayForward: await mayForward(context, accountId),
    confirmed: await confirmedForwards(context, accountId),
  }))
  route(app, 'POST', 'mail/mailClassify/save', ({ caller, body }) => saveRule(context, caller.accountId, body))
  route(app, 'POST', 'mail/mailClassify/delete/{id}', ({ caller, params }) => {
    const ruleId = Number(params.id)
    if (!Number.isSafeInteger(ruleId)) throw new RuleNotFoundError()
    return deleteRule(context, caller.accountId, ruleId)
  })
  route(app, 'POST', 'mail/mailClassify/deleteAll', async ({ caller }) => ({
    list: await deleteRules(context, caller.accountId),
  }))
  route(app, 'POST', 'mail/mailClassify/status', ({ caller, body }) =>
    setRuleEnabled(context, caller.accountId, body.ruleId, body.enabled),
  )
  route(app, 'POST', 'mail/mailClassify/sort', async ({ caller, body }) => {
    await sortRules(context, caller.accountId, body.ruleIds)
    return {}
  })
  route(app, 'POST', 'mail/mailClassify/preview', ({ caller, body }) => previewRule(context, caller, body))
  route(app, 'POST', 'mail/mailClassify/run', ({ caller, body }) => beginRun(context, caller.accountId, body))
  route(app, 'POST', 'mail/mailClassify/run/next', ({ caller, body }) => continueRun(context, caller, body))
  route(app, 'POST', 'mail/mailClassify/run/undo', ({ caller, body }) => undoRun(context, caller, body.runId))
  route(app, 'GET', 'mail/mailClassify/sieve', async ({ caller }) => ({
    script: await sieveOf(context, caller.accountId),
  }))
  route(app, 'GET', 'mail/mailClassify/senders', async ({ caller }) => ({
    list: await listSenders(db, caller.accountId),
  }))
  route(app, 'POST', 'mail/mailClassify/senders/save', async ({ caller, body }) => ({
    list: await saveSenders(context, caller.accountId, body.kind, body.patterns),
  }))
  route(app, 'POST', 'mail/mailClassify/senders/delete', async ({ caller, body }) => ({
    list: await deleteSenders(context, caller.accountId, body.patterns),
  }))
}
