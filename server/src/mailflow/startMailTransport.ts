import { type Environment, readPort, readSwitch } from '../platform/config/values.ts'
import type { Context } from '../store/context/context.ts'
import { jobsOf } from '../store/jobs/index.ts'
import { startIndexer } from '../store/search/indexer.ts'
import { askForFileTexts } from './fileContents/fileTextsJob.ts'
import { mailTransportOf } from './mailTransport.ts'
import { type RunningSmtp, startSmtp } from './smtp/smtpServer.ts'
import type { DeliveryStep } from './steps/deliveryStep.ts'
import type { EnvelopeStep } from './steps/envelopeStep.ts'
import type { SubmissionStep } from './steps/submissionStep.ts'

/** Settings of mail that few operators need, from the environment. */
export interface MailTransportOptions {
  /** Port of LMTP for a mail server that stands before this one; null (or `YANSHU_LMTP_PORT` unset) for none. */
  readonly lmtpPort: number | null
  /** `YANSHU_TRUST_SPAM_FLAG=1`: a filter before this server marks spam with `X-Spam-Flag: YES`. */
  readonly trustSpamFlag: boolean
  /** `YANSHU_TRUST_AUTHENTICATION=1`: a server before this one writes `Authentication-Results` in its name. */
  readonly trustAuthentication: boolean
}

/** Reads YANSHU_LMTP_PORT, YANSHU_TRUST_SPAM_FLAG and YANSHU_TRUST_AUTHENTICATION. Throws an `OperatorError` when one makes no sense. */
export const readMailTransportOptions = (env: Environment): MailTransportOptions => ({
  lmtpPort: readPort(env, 'YANSHU_LMTP_PORT', null),
  trustSpamFlag: readSwitch(env, 'YANSHU_TRUST_SPAM_FLAG', false),
  trustAuthentication: readSwitch(env, 'YANSHU_TRUST_AUTHENTICATION', false),
})

export interface RunningMailTransport {
  /** The ports in use, where 0 was asked for. */
  readonly smtpPort: number
  readonly lmtpPort: number | null
  /** Answers what was accepted, finishes what has begun, and stops. Call it before the store is closed. */
  stop(): Promise<void>
}

/**
 * Starts everything of mail that runs by itself: SMTP in, the queue out, the full-text index. What follows deliveries is a
 * kind of job, which the runner of jobs begins.
 * @param more steps of the envelope, of delivery and of sending beside the built-in ones, in their order
 */
export async function startMailTransport(
  context: Context,
  options: MailTransportOptions,
  more: {
    readonly envelope?: readonly EnvelopeStep[]
    readonly delivery?: readonly DeliveryStep[]
    readonly submission?: readonly SubmissionStep[]
  } = {},
): Promise<RunningMailTransport> {
  const { background, preparer, envelope, steps, submission, deliverer, bouncer, dispatcher } = mailTransportOf(context)
  envelope.register(more.envelope ?? [])
  steps.register(more.delivery ?? [])
  submission.register(more.submission ?? [])
  const parts = { context: background, preparer, envelope, steps, deliverer, bouncer }
  const { lmtpPort, ...trusted } = options
  const smtp = await startSmtp(parts, { port: context.config.smtpPort, ...trusted })
  let lmtp: RunningSmtp | null = null
  try {
    if (lmtpPort !== null) lmtp = await startSmtp(parts, { port: lmtpPort, lmtp: true, ...trusted })
  } catch (error) {
    await smtp.stop()
    throw error
  }
  dispatcher.start()
  jobsOf(background).register([steps.effects.job])
  const indexer = startIndexer(background, () => askForFileTexts(background))
  return {
    smtpPort: smtp.port,
    lmtpPort: lmtp?.port ?? null,
    stop: async () => {
      await Promise.all([smtp.stop(), lmtp?.stop()])
      await indexer.stop()
      await dispatcher.stop()
      await deliverer.idle()
      await preparer.stop()
    },
  }
}
