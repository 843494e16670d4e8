import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { decideParts } from './decideParts.ts'
import { exportRecords } from './exportRecords.ts'
import { forecast } from './forecast.ts'
import { openLink } from './links.service.ts'
import { writeNote } from './notes.service.ts'
import { readNotice } from './notices.ts'
import { countWaiting, listForApplicant, listForApprover, readRecord } from './readRecords.ts'
import { readDifference } from './recordContext.ts'
import { previewRecordFile, sendRecordFile, showRecordFile } from './recordFiles.ts'
import { decide, handOn, recordIdOf, remind, setApprover, withdraw, writeAgain } from './records.service.ts'
import { deleteRule, listDepartments, listRules, namedAt, orderRules, saveRule, tryRule } from './rules.service.ts'
import { readStandIn, removeStandIn, saveStandIn } from './standIns.service.ts'

/** Throws `BadRequestError` for a number that cannot be that of a record. */
const fileOf = (
  { accountId }: { readonly accountId: number },
  { recordId, fileId = '' }: { readonly recordId?: string | undefined; readonly fileId?: string | undefined },
) => ({ accountId, recordId: recordIdOf(recordId), fileId })

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
  route(app, 'GET', 'mail/main/approval/notice', async ({ caller, query }) => ({
    notice: await readNotice(context, caller.accountId, query.recordId),
  }))
  route(app, 'POST', 'mail/main/approval/decide', async ({ caller, body }) => ({
    state: await decide(context, caller, body),
  }))
  route(app, 'POST', 'mail/main/approval/decideParts', ({ caller, body }) => decideParts(context, caller, body))
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
  route(app, 'GET', 'mail/main/approval/difference', ({ caller, query }) =>
    readDifference(context, caller.accountId, query.recordId),
  )
  route(app, 'POST', 'mail/main/approval/note', async ({ caller, body }) => {
    await writeNote(context, caller, body)
    return {}
  })
  route(app, 'POST', 'mail/email/setApprover', async ({ caller, body }) => {
    await setApprover(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/open', async ({ caller, body }) => ({
    recordId: await openLink(context, caller, body.token),
  }))
  route(app, 'GET', 'mail/main/approval/standIn', async ({ caller }) => ({
    standIn: await readStandIn(context, caller),
  }))
  route(app, 'POST', 'mail/main/approval/standIn/save', async ({ caller, body }) => ({
    standIn: await saveStandIn(context, caller, body.address),
  }))
  route(app, 'POST', 'mail/main/approval/standIn/remove', async ({ caller }) => {
    await removeStandIn(context, caller)
    return {}
  })
  route(app, 'POST', 'mail/main/approval/preview', ({ caller, body }) => forecast(context, caller.accountId, body))
  route(app, 'GET', 'mail/main/approval/filePreview', ({ caller, query }) =>
    previewRecordFile(context, { accountId: caller.accountId, ...query }),
  )
  route(app, 'GET', 'file/approval/{recordId}/{fileId}', ({ caller, params, request, reply }) =>
    sendRecordFile(context, fileOf(caller, params), { request, reply }),
  )
  route(app, 'GET', 'file/approvalShown/{recordId}/{fileId}', ({ caller, params, query, request, reply }) =>
    showRecordFile(context, fileOf(caller, params), { request, reply, isExact: query.exact !== undefined }),
  )
  route(app, 'GET', 'file/approvals', async ({ query, reply }) => exportRecords(context, query, reply))
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
  route(app, 'POST', 'mail/main/approval/rule/people', ({ body }) => namedAt(context, body.addresses))
  route(app, 'GET', 'mail/main/approval/rule/departments', async () => ({ list: await listDepartments(context) }))
  route(app, 'POST', 'mail/main/approval/rule/try', ({ body }) => tryRule(context, body))
}
