import { createHash } from 'node:crypto'
import { extensionOf, type MailAddress, type Sent } from '@yanshu/contracts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges, lockMailboxes, readAddresses } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { announceContacts, keepRecipients } from '../contacts/index.ts'
import { fileAndQueue, findSent, type SendParts } from './acceptMail.ts'
import { AttachmentRefusedError } from './composeErrors.ts'

const HOUR_MS = 3_600_000

/** A mail that a program has written and hands in whole. */
export interface SubmittedMail {
  readonly message: PreparedMessage
  /** SHA-256 of the mail as the program sent it, by which a repetition is known. */
  readonly digest: string
  readonly envelopeFrom: string
  readonly recipients: readonly string[]
  /** Throws where the account may send no further mail now. Asked under the lock under which the mail is counted. */
  admit(trx: Trx): Promise<void>
}

/**
 * Sends a mail of a program as the page sends its own, but at once: a program cannot take it back. The same mail to the
 * same people within the hour is sent once, for a program that lost the answer hands it in again.
 * Throws `MailboxFullError`, `AttachmentRefusedError` for files of a kind that the operator refuses, and what `admit` throws.
 */
export async function submitMail(parts: SendParts, accountId: number, mail: SubmittedMail): Promise<Sent> {
  const { context, dispatcher } = parts
  const { engine } = context.store
  const { message } = mail
  for (const { name, disposition } of message.attachments) {
    if (disposition === 'attachment' && context.config.controlFileTypes.includes(extensionOf(name)))
      throw new AttachmentRefusedError(name, 'blocked-type')
  }
  const named = [...readAddresses(message.columns.to_list), ...readAddresses(message.columns.cc_list)]
  const names = new Map(named.map(({ name, address }) => [address.toLowerCase(), name]))
  const recipients: MailAddress[] = mail.recipients.map((address) => ({
    name: names.get(address.toLowerCase()) ?? '',
    address,
  }))
  const bcc = recipients.filter(({ address }) => !names.has(address.toLowerCase()))

  const hour = Math.floor(context.now() / HOUR_MS)
  const requestOf = (of: number) => requestIdOf(mail, of)
  const { saveContact } = await readSettings(context, accountId)
  let kept = false
  const done = await transact(
    context,
    async (trx) => {
      await lockMailboxes(trx, engine, [accountId])
      const before =
        (await findSent(trx, accountId, requestOf(hour))) ?? (await findSent(trx, accountId, requestOf(hour - 1)))
      if (before) return before
      await mail.admit(trx)
      kept = saveContact && (await keepRecipients(trx, context, accountId, recipients))
      return fileAndQueue(trx, context, accountId, {
        origin: 'program',
        requestId: requestOf(hour),
        envelopeFrom: mail.envelopeFrom,
        recipients,
        bcc,
        message,
        writing: null,
        holdMs: 0,
        sendAt: null,
        policy: null,
      })
    },
    { grows: true },
  )
  if (kept) announceContacts(context, accountId)
  dispatcher.expect(done.releaseAt)
  announceChanges(context, [accountId])
  return done
}

function requestIdOf({ digest, recipients }: Pick<SubmittedMail, 'digest' | 'recipients'>, hour: number): string {
  const people = recipients.map((address) => address.toLowerCase()).toSorted()
  return `smtp-${createHash('sha256')
    .update([digest, hour, ...people].join(' '))
    .digest('base64url')}`
}
