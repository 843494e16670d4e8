import type { Context } from '../../store/context/context.ts'
import type { Trx } from '../../store/database/transact.ts'
import { transact } from '../../store/database/transact.ts'
import { announce } from '../delivery/deliverer.ts'
import { deliverMessage } from '../delivery/deliverMessage.ts'
import type { Preparer } from '../delivery/preparer.ts'
import { findDestination } from '../delivery/recipients.ts'
import { storeMessage } from '../delivery/storeMessage.ts'
import { queueMail } from '../queue/queueMail.ts'
import { routeOf } from '../queue/route.ts'
import type { PreparedMessage } from '../reading/preparedMessage.ts'
import { type BouncedRecipient, bounceMessage, headerOf } from './bounceMessage.ts'

export interface Undelivered {
  /** Envelope sender; '' gets no report (RFC 5321 §6.1). */
  readonly from: string
  readonly subject: string
  readonly messageId: string
  readonly rawHash: string | null
  readonly recipients: readonly BouncedRecipient[]
}

export interface Bouncer {
  /**
   * Reports to a sender that a mail did not arrive: into the inbox of a local sender, by the relay to others. `claim`
   * runs in the transaction that writes the report and answers whether it is still to be written, so that a report is
   * written once whatever happens in between.
   */
  bounce(undelivered: Undelivered, claim?: (trx: Trx) => Promise<boolean>): Promise<void>
}

const HEADER_MAX = 64 * 1_024

export function createBouncer(context: Context, preparer: Preparer): Bouncer {
  /** Nothing when the original is missing or damaged: the sender gets the report without it. */
  const beginningOf = async (hash: string | null): Promise<Uint8Array> => {
    if (!hash) return new Uint8Array()
    try {
      const chunks: Uint8Array[] = []
      const range = { start: 0, end: HEADER_MAX - 1 }
      for await (const chunk of await context.blobs.read(hash, { range })) chunks.push(chunk)
      return Buffer.concat(chunks)
    } catch (error) {
      context.log.error({ err: error, hash }, 'a report is written without the mail it is about, which cannot be read')
      return new Uint8Array()
    }
  }

  const report = async (undelivered: Undelivered): Promise<PreparedMessage> => {
    const raw = bounceMessage(context.config, {
      to: undelivered.from,
      subject: undelivered.subject,
      messageId: undelivered.messageId,
      header: headerOf(await beginningOf(undelivered.rawHash)),
      recipients: undelivered.recipients,
      at: context.now(),
    })
    return preparer.prepare(await context.blobs.put(raw), raw)
  }

  return {
    async bounce(undelivered, claim = async () => true) {
      if (undelivered.from === '') {
        await transact(context, claim)
        return
      }
      const message = await report(undelivered)
      const write = async (trx: Trx) => {
        if (!(await claim(trx))) return null
        const destination = await findDestination(trx, undelivered.from)
        if (destination.kind === 'account') {
          const recipients = {
            accountIds: [destination.accountId],
            role: 'inbox' as const,
            receivedAt: context.now(),
            systemNotice: true,
          }
          return deliverMessage(trx, context, message, recipients)
        }
        if (destination.kind === 'elsewhere' && routeOf(context.config, undelivered.from)) {
          await queueMail(trx, {
            origin: 'report',
            messageId: await storeMessage(trx, context, message),
            envelopeFrom: '',
            recipients: [undelivered.from],
            now: context.now(),
          })
        }
        return null
      }
      const outcome = await transact(context, write, { grows: true })
      if (outcome) announce(context, outcome)
    },
  }
}
