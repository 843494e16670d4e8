import { route } from '../../platform/http/route.ts'
import { readSettings } from '../../store/profile/settings.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { filledHtml, filledText, letterFieldsOf, letterLanguageOf } from './letterFields.ts'
import { letterSignatures, systemSignatures } from './letterSignatures.ts'
import {
  deleteOwn,
  listSignatures,
  listTemplates,
  readSignature,
  readTemplate,
  saveSignature,
  saveTemplate,
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
  route(app, 'GET', 'mail/main/sign/forLetter', async ({ caller }) => ({
    list: await letterSignatures(context, caller.accountId),
  }))
  route(app, 'POST', 'mail/main/sign/save', ({ caller, body }) => saveSignature(context, caller.accountId, body))
  route(app, 'POST', 'mail/main/sign/delete', async ({ caller, body }) => {
    await deleteOwn(context, caller.accountId, 'signature', body.signId)
    return {}
  })

  route(app, 'POST', 'mail/template/letterTemplateList', async ({ caller }) => ({
    list: await listTemplates(db, caller.accountId),
  }))
  route(app, 'POST', 'mail/template/letterTemplateInfo', async ({ caller: { accountId }, body }) => {
    const template = await readTemplate(db, accountId, body.templateId)
    if (!body.filled) return template
    const fields = await letterFieldsOf(context, accountId, await letterLanguageOf(context, accountId))
    return {
      ...template,
      subject: filledText(template.subject, fields),
      html: filledHtml(template.html, fields),
    }
  })
  route(app, 'POST', 'mail/template/saveOrUpdateLetterTemplate', ({ caller, body }) =>
    saveTemplate(context, caller.accountId, body),
  )
  route(app, 'POST', 'mail/template/delLetterTemplate', async ({ caller, body }) => {
    await deleteOwn(context, caller.accountId, 'letter_template', body.templateId)
    return {}
  })
}
