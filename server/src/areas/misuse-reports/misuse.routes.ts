import { safeFileName } from '../../mime/fileNames.ts'
import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { sendBlob } from '../files/index.ts'
import { closeReport, openReport } from './closeReport.ts'
import { reportMail } from './reportMail.ts'
import { listReports, reportedContent, reportedHeader } from './reports.ts'

/** Mails that people report to the administrators, and what administrators do with the reports. */
export const misuseRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/misuse/report', async ({ caller, body }) => ({
    reportId: await reportMail(context, caller, body),
  }))
  route(app, 'GET', 'misuse/reports', ({ query }) => listReports(context, query))
  route(app, 'GET', 'misuse/header', async ({ query }) => ({
    header: await reportedHeader(context, query.reportId),
  }))
  route(app, 'POST', 'misuse/close', ({ caller, body }) => closeReport(context, caller, body))
  route(app, 'POST', 'misuse/open', async ({ body }) => ({ report: await openReport(context, body.reportId) }))
  route(app, 'GET', 'file/misuse', async ({ caller, query, request, reply }) => {
    const { hash, size, subject } = await reportedContent(context, query.reportId)
    context.log.info({ by: caller.accountId, reportId: query.reportId }, 'a reported mail was saved')
    return sendBlob(context.blobs, request, reply, {
      ...{ hash, size, name: safeFileName(`${subject.slice(0, 80)}.eml`, 'mail.eml') },
      contentType: 'message/rfc822',
      disposition: 'attachment',
    })
  })
}
