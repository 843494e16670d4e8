import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { sendBlob } from '../files/index.ts'
import { peopleAt } from './approvers.ts'
import { countWaiting, listForApplicant, listForApprover, readRecord, readRecordFile } from './readRecords.ts'
import { decide, handOn, recordIdOf, remind, setApprover, withdraw, writeAgain } from './records.service.ts'
import { deleteRule, forecast, listRules, orderRules, saveRule, tryRule } from './rules.service.ts'

/** Approval of outgoing mail (§7). */
export const approvalRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/main/approval/unapprovedCount', ({ caller }) => countWaiting(context, caller.accountId))
  route(app, 'GET', 'mail/main/approval/approverApprovalList', ({ caller, query }) =>
    listForApprover(context, caller.accountId, query),
  )
  route(app, 'GET', 'mail/main/approval/userApprovalList', ({ caller, query }) =>
    listForApplicant(context, caller.accountId, query),
  )
  route(app, 'GET', 'mail/main/approval/detail', ({ caller, query }) =>
    readRecord(context, caller.accountId, query.recordId),
  )
  route(app, 'POST', 'mail/main/approval/decide', async ({ caller, body }) => ({
    state: await decide(context, caller, body),
  }))
  route(app, 'POST', 'mail/main/approval/handOn', async ({ caller, body }) => {
    await handOn(context, caller, body)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/withdraw', async ({ caller, body }) => ({
    mailId: await withdraw(context, caller.accountId, body.recordId),
  }))
  route(app, 'POST', 'mail/main/approval/again', async ({ caller, body }) => ({
    mailId: await writeAgain(context, caller.accountId, body.recordId),
  }))
  route(app, 'POST', 'mail/main/approval/remind', async ({ caller, body }) => {
    await remind(context, caller.accountId, body.recordId)
    return {}
  })
  route(app, 'POST', 'mail/email/setApprover', async ({ caller, body }) => {
    await setApprover(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/preview', ({ caller, body }) => forecast(context, caller.accountId, body))
  route(app, 'GET', 'file/approval/{recordId}/{fileId}', async ({ caller, params, request, reply }) => {
    const recordId = recordIdOf(params.recordId)
    const file = await readRecordFile(context, caller.accountId, recordId, params.fileId ?? '')
    return sendBlob(context.blobs, request, reply, {
      hash: file.blob_hash,
      size: file.size,
      name: file.name,
      contentType: file.content_type,
      disposition: file.content_id === null ? 'attachment' : 'inline',
    })
  })
  route(app, 'GET', 'mail/main/approval/rule/list', async () => ({ list: await listRules(context) }))
  route(app, 'POST', 'mail/main/approval/rule/save', async ({ caller, body }) => ({
    ruleId: await saveRule(context, caller.accountId, body),
  }))
  route(app, 'POST', 'mail/main/approval/rule/delete', async ({ body }) => {
    await deleteRule(context, body.ruleId)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/rule/order', async ({ body }) => {
    await orderRules(context, body.ruleIds)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/rule/people', async ({ body }) => ({
    list: await peopleAt(context.store.db, body.addresses),
  }))
  route(app, 'POST', 'mail/main/approval/rule/try', ({ body }) => tryRule(context, body))
}
