import { bulkMails } from '@yanshu/demo'
import { smtpSender } from '../smtpLoad.ts'

/** Mails that are composed before anything is measured; each round of them gets other Message-IDs. */
const COMPOSED = 2_000
/** Three digits that stand in the Message-ID, so that a round only has to write others over them. */
const FIRST_SEED = 100

/** Which deliveries are to be made. */
export interface Deliveries {
  readonly port: number
  readonly to: string
  readonly connections: number
  /** Mails at most. */
  readonly mails: number
  /** Milliseconds at most. */
  readonly ms: number
}

/** Mails that were not delivered yet, as many as are asked for. */
export class FreshMails {
  readonly #mails: readonly { readonly raw: Buffer; readonly from: string; readonly seedAt: number }[]
  #given = 0

  constructor(to: string) {
    this.#mails = [...bulkMails(COMPOSED, { now: new Date(), seed: FIRST_SEED, to })].map(({ raw, from }) => {
      const bytes = Buffer.from(raw)
      return { raw: bytes, from, seedAt: bytes.indexOf(`<bulk.${FIRST_SEED}.`) + '<bulk.'.length }
    })
  }

  next(): { readonly raw: Buffer; readonly from: string } {
    const round = Math.floor(this.#given / COMPOSED)
    const mail = this.#mails[this.#given++ % COMPOSED]
    if (!mail) throw new Error('no mails were composed')
    const raw = Buffer.from(mail.raw)
    raw.write(String(FIRST_SEED + round), mail.seedAt, 'latin1')
    return { raw, from: mail.from }
  }
}

/** Delivers over several connections that send ahead, for some time. Answers how many mails were acknowledged, and how soon. */
export async function deliverFor(
  fresh: FreshMails,
  { port, to, connections, mails, ms }: Deliveries,
): Promise<{ readonly delivered: number; readonly perSecond: number }> {
  const senders = await Promise.all(Array.from({ length: connections }, () => smtpSender(port, { pipelining: true })))
  const begun = performance.now()
  let sent = 0
  await Promise.all(
    senders.map(async (sender) => {
      while (sent < mails && performance.now() - begun < ms) {
        sent++
        const { raw, from } = fresh.next()
        await sender.deliver(from, to, raw)
      }
      sender.close()
    }),
  )
  return { delivered: sent, perSecond: sent / ((performance.now() - begun) / 1_000) }
}
