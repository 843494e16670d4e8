import { languageOf } from '../../platform/http/envelope.ts'
import { route } from '../../platform/http/route.ts'
import { openMailbox } from '../../store/mailbox/index.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { statusOf } from './certificateStatus.service.ts'
import { addCertificate, certificatesOf, listAuthorities, listKeys } from './certificates.service.ts'
import { forgetCertificate, keepCertificate, listKnown } from './knownCertificates.service.ts'
import { putReencrypted } from './reencrypt.service.ts'
import { beginPinTry, changePin, forgetPin, removeKey, saveKeys, sealedKeys, sendKeyCode } from './vaults.service.ts'

/** Keys for signed and encrypted mail (§7, keymanagement and keyms): sealed by the browser of their owner. */
export const keyRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'keymanagement/key/list', ({ caller }) => listKeys(context, caller.accountId))
  route(app, 'GET', 'keymanagement/key/getRandomCode', ({ caller }) => beginPinTry(context, caller.accountId))
  route(app, 'POST', 'keymanagement/key/keyPinVerify', ({ caller, body }) =>
    sealedKeys(context, caller.accountId, body),
  )
  route(app, 'POST', 'keymanagement/key/sendSms', ({ caller, request }) =>
    sendKeyCode(context, caller.accountId, {
      ip: request.ip,
      language: languageOf(request.headers['accept-language']),
    }),
  )
  route(app, 'POST', 'keymanagement/key/save', ({ caller, body }) => saveKeys(context, caller.accountId, body))
  route(app, 'POST', 'keymanagement/key/changePin', async ({ caller, body }) => {
    await changePin(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'keymanagement/key/certificate', async ({ caller, body }) => {
    await addCertificate(context, caller.accountId, body)
    return {}
  })
  route(app, 'POST', 'keymanagement/key/keep', async ({ caller, body }) => {
    await keepCertificate(context, caller.accountId, body)
    return {}
  })
  route(app, 'GET', 'keymanagement/key/known', ({ caller }) => listKnown(context, caller.accountId))
  route(app, 'POST', 'keymanagement/key/forget', async ({ caller, body }) => {
    await forgetCertificate(context, caller.accountId, body.fingerprint)
    return {}
  })
  route(app, 'POST', 'keymanagement/key/remove', async ({ caller, body }) => {
    await removeKey(context, caller.accountId, body.keyId)
    return {}
  })
  route(app, 'POST', 'mail/keyms/resetKey', async ({ caller }) => {
    await forgetPin(context, caller.accountId)
    return {}
  })
  route(app, 'POST', 'keymanagement/key/getKeyByEmail', ({ caller, body }) =>
    certificatesOf(context, caller.accountId, body.emails),
  )
  route(app, 'GET', 'keymanagement/key/authorities', () => listAuthorities(context))
  route(app, 'GET', 'keymanagement/key/encrypted', async ({ caller, query }) => {
    const mailbox = openMailbox(context, caller)
    await mailbox.folder(query.mailboxId)
    return mailbox.encrypted(query.mailboxId, query.after)
  })
  route(app, 'POST', 'keymanagement/key/reencrypt', ({ caller, body }) => putReencrypted(context, caller, body))
  route(app, 'POST', 'keymanagement/key/status', ({ body }) => statusOf(context, body))
}
