import { randomUUID } from 'node:crypto'
import type { Language } from '@yanshu/contracts'
import MailComposer from 'nodemailer/lib/mail-composer'
import { storeMessage } from '../../mailflow/delivery/storeMessage.ts'
import { mailTransportOf } from '../../mailflow/mailTransport.ts'
import { queueMail } from '../../mailflow/queue/queueMail.ts'
import { mailDate } from '../../mime/mailDate.ts'
import type { Context } from '../../store/context/context.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { readSettings } from '../../store/profile/settings.ts'

interface OwnerMail {
  readonly accountId: number
  readonly words: (language: Language) => { readonly subject: string; readonly text: string }
  /** Runs in the transaction that queues the mail, and answers whether it is still to be sent. */
  readonly note: (trx: Trx) => Promise<boolean>
}

/** Writes to the owner of files or links from the system, in their language. */
export async function mailOwner(context: Context, { accountId, words, note }: OwnerMail): Promise<void> {
  const { config, store } = context
  const { address } = await store.db
    .selectFrom('account')
    .select('address')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { language } = await readSettings(context, accountId)
  const composer = new MailComposer({
    from: { name: '雁书', address: `no-reply@${address.slice(address.lastIndexOf('@') + 1)}` },
    to: address,
    ...words(language),
    messageId: `<${randomUUID()}@${config.hostname}>`,
    date: mailDate(context.now(), 0),
    headers: { 'Auto-Submitted': 'auto-generated' },
    encoding: 'base64',
    textEncoding: 'B',
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const raw = await composer.compile().build()
  const message = await mailTransportOf(context).preparer.prepare(await context.blobs.put(raw), raw)
  await transact(
    context,
    async (trx) => {
      if (!(await note(trx))) return
      await queueMail(trx, {
        origin: 'system',
        messageId: await storeMessage(trx, context, message),
        envelopeFrom: '',
        recipients: [address],
        now: context.now(),
      })
    },
    { grows: true },
  )
}
