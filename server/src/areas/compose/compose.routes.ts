import { signatureFor, zoneOfPerson } from '@yanshu/contracts'
import type { FastifyInstance } from 'fastify'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import type { MailReader } from '../../platform/actor/actor.ts'
import { BadRequestError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { judgeSendTime } from '../calendar-store/index.ts'
import { linkedAbove } from '../files/index.ts'
import { usualPaper } from '../papers/index.ts'
import { letterLanguageOf, usualSignatures } from '../signatures/index.ts'
import { answerRecipients } from './answerRecipients.ts'
import { cancelSend } from './cancelSend.ts'
import { saveDraft } from './drafts.service.ts'
import { listVersions, readVersion, restoreVersion } from './draftVersions.service.ts'
import { noteWindow } from './draftWindows.service.ts'
import { giveBack, handDraft, takeHanded } from './handedDrafts.service.ts'
import { requireQuickAnswer } from './protectable.ts'
import { composedLetter } from './protectedLetter.ts'
import { quickAnswerHtml } from './quoteMail.ts'
import { readSent, recallMail } from './recallMail.ts'
import { cameBlind, recipientMarks } from './recipientMarks.service.ts'
import { listScheduled } from './scheduled.service.ts'
import { sendMail } from './send.service.ts'
import { sendersOf } from './senders.ts'
import { readSourceMail } from './sourceMail.ts'
import { answeringSubject } from './subjects.ts'
import { startAgain, startAnswer, startForward, startForwardAttached, type Writer } from './writeStart.ts'

/** Writing mail (§5, Compose): starting, drafts, sending, taking back. */
export function composeRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context.store
  const parts = { context, ...mailTransportOf(context) }
  const writerOf = async (reader: MailReader): Promise<Writer> => ({
    ...reader,
    own: await sendersOf(db, reader.accountId),
    language: await letterLanguageOf(context, reader.accountId),
  })

  route(app, 'GET', 'mail/email/getWriteParams', async ({ caller }) => ({
    ...(await beginningsOf(context, caller.accountId)),
    maxMessageSize: context.config.maxMessageSize,
    linkedAbove: finite(await linkedAbove(context, caller.accountId)),
    controlFileTypes: [...context.config.controlFileTypes],
  }))
  route(app, 'POST', 'mail/email/reply', async ({ caller, body }) =>
    startAnswer(context, await writerOf(caller), body.mailId, 'reply'),
  )
  route(app, 'POST', 'mail/email/replyAll', async ({ caller, body }) =>
    startAnswer(context, await writerOf(caller), body.mailId, 'replyAll'),
  )
  route(app, 'POST', 'mail/email/forward', async ({ caller, body }) =>
    startForward(context, await writerOf(caller), body.mailId),
  )
  route(app, 'POST', 'mail/email/forwardAttached', async ({ caller, body: { mailIds } }) => {
    const [first, ...others] = mailIds
    if (first === undefined) throw new BadRequestError(['mailIds'])
    return startForwardAttached(context, await writerOf(caller), [first, ...others])
  })
  for (const path of ['mail/email/editAgain', 'mail/email/editAgainFromdraft'] as const) {
    route(app, 'POST', path, async ({ caller, body }) => startAgain(context, await writerOf(caller), body.mailId))
  }
  route(app, 'POST', 'mail/email/drafts', ({ caller, body }) => saveDraft(context, caller, body))
  route(app, 'POST', 'mail/email/draft/versions', async ({ caller, body }) => ({
    list: await listVersions(context, caller.accountId, body.mailId),
  }))
  route(app, 'POST', 'mail/email/draft/version', ({ caller, body }) =>
    readVersion(context, caller.accountId, body.mailId, body.versionId),
  )
  route(app, 'POST', 'mail/email/draft/restore', ({ caller, body }) => restoreVersion(context, caller, body))
  route(app, 'POST', 'mail/email/draft/windows', ({ caller, body }) => noteWindow(context, caller, body))
  route(app, 'POST', 'mail/email/draft/hand', ({ caller, body, request }) =>
    handDraft(context, caller, { ...body, site: `${request.protocol}://${request.host}` }),
  )
  route(app, 'POST', 'mail/email/draft/hand/take', ({ caller, body }) => takeHanded(context, caller, body.handId))
  route(app, 'POST', 'mail/email/draft/hand/back', ({ caller, body }) => giveBack(context, caller, body.mailId))
  route(app, 'POST', 'mail/email/send', ({ caller, body, request }) =>
    sendMail(parts, caller, body, `${request.protocol}://${request.host}`),
  )
  route(app, 'POST', 'mail/email/composed', ({ caller, body }) => composedLetter(parts, caller.accountId, body))
  route(app, 'POST', 'mail/email/cancel', ({ caller, body }) => cancelSend(context, caller, body.sendId))
  route(app, 'POST', 'mail/email/sent/recipients', ({ caller, body }) => readSent(context, caller, body.mailId))
  route(app, 'POST', 'mail/email/cancels', ({ caller, body }) => recallMail(context, caller, body))
  route(app, 'GET', 'mail/email/scheduled/list', async ({ caller }) => ({
    list: await listScheduled(context, caller),
  }))
  route(app, 'POST', 'mail/email/sendTime', ({ caller, body }) => judgeSendTime(context, caller.accountId, body))
  route(app, 'POST', 'mail/email/recipientMarks', async ({ caller, body }) => ({
    ...(await recipientMarks(parts, caller.accountId, body.addresses)),
    blindCopy: body.mailId !== null && (await cameBlind(context, caller, body.mailId)),
  }))
  route(app, 'POST', 'mail/email/quickSend', async ({ caller, body }) => {
    const answer = await quickAnswer(context, caller, body)
    const { requestId, answerAgain } = body
    return sendMail(parts, caller, { ...answer, mailId: null, requestId, answerAgain })
  })
  route(app, 'POST', 'mail/email/quickDraft', async ({ caller, body }) => {
    const answer = await quickAnswer(context, caller, body)
    return saveDraft(context, caller, { ...answer, mailId: null, revision: null, clientId: body.clientId })
  })
}

const finite = (bytes: number): number | null => (Number.isFinite(bytes) ? bytes : null)

/** A short answer to a mail as a letter, without what makes it a draft or sends it. */
async function quickAnswer(
  context: Context,
  reader: MailReader,
  { mailId, all, text }: { readonly mailId: number; readonly all: boolean; readonly text: string },
) {
  const { accountId } = reader
  const source = await readSourceMail(context, reader, mailId)
  requireQuickAnswer(source)
  const own = (await sendersOf(context.store.db, accountId)).map(({ address }) => address)
  const zone = zoneOfPerson(await readSettings(context, accountId))
  const language = await letterLanguageOf(context, accountId)
  return {
    ...answerRecipients(source, own, all),
    bcc: [],
    kind: all ? ('replyAll' as const) : ('reply' as const),
    sourceMailId: source.mailId,
    from: '',
    subject: answeringSubject(source.subject, 'reply', language),
    html: quickAnswerHtml(text, source, language, zone),
    fileIds: [],
    options: {},
  }
}

/** Whom letters come from, and the signatures that they begin with. */
async function beginningsOf(context: Context, accountId: number) {
  const senders = await sendersOf(context.store.db, accountId)
  const signatures = await usualSignatures(context, accountId)
  const usual = (kind: 'forNew' | 'forReply') => signatureFor(signatures, senders[0].address, kind)?.html ?? ''
  return {
    senders,
    signature: usual('forNew'),
    replySignature: usual('forReply'),
    usualSignatures: signatures,
    usualPaper: await usualPaper(context, accountId),
  }
}
