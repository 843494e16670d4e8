import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { importUpload } from './mailImport.service.ts'

export const mailImportRoutes: AddRoutes = (app, context) => {
  route(app, 'POST', 'mail/email/import', ({ caller, query, request }) =>
    importUpload(context, caller.accountId, query.mailboxId, request),
  )
}
