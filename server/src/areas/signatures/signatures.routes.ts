import { route } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { readSettings } from '../settings/index.ts'
import {
  deleteOwn,
  listSignatures,
  listTemplates,
  readSignature,
  readTemplate,
  saveSignature,
  saveTemplate,
  systemSignatures,
} from './signatures.service.ts'

/** Signatures and letter templates (§7, Signature and paper, Templates). */
export const signatureRoutes: AddRoutes = (app, context) => {
  const { db } = context.store

  route(app, 'GET', 'mail/main/sign', async ({ caller }) => ({ list: await listSignatures(db, caller.accountId) }))
  route(app, 'POST', 'mail/main/sign/get', ({ caller, body }) => readSignature(db, caller.accountId, body.signId))
  route(app, 'GET', 'mail/main/sign/listSystem', async ({ caller: { accountId } }) => {
    const { language } = await readSettings(context, accountId)
    return { list: await systemSignatures(context, accountId, language) }
  })
  route(app, 'POST', 'mail/main/sign/save', ({ caller, body }) => saveSignature(context, caller.accountId, body))
  route(app, 'POST', 'mail/main/sign/delete', async ({ caller, body }) => {
    await deleteOwn(context, caller.accountId, 'signature', body.signId)
    return {}
  })

  route(app, 'POST', 'mail/template/letterTemplateList', async ({ caller }) => ({
    list: await listTemplates(db, caller.accountId),
  }))
  route(app, 'POST', 'mail/template/letterTemplateInfo', ({ caller, body }) =>
    readTemplate(db, caller.accountId, body.templateId),
  )
  route(app, 'POST', 'mail/template/saveOrUpdateLetterTemplate', ({ caller, body }) =>
    saveTemplate(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/template/delLetterTemplate', async ({ caller, body }) => {
    await deleteOwn(context, caller.accountId, 'letter_template', body.templateId)
    return {}
  })
}
