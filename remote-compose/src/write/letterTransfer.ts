import type { Attachment, DraftBody, MailAddress } from '@yanshu/contracts'
import type { UploadItem } from '@yanshu/ui/upload'
import { joinLetter } from '../quote/letterParts.ts'
import type { KeptLetter } from '../recovery/letterJournal.ts'
import type { ComposerState } from './composer.ts'
import type { Beginning } from './startWriting.ts'

/** Files that the server has. */
const doneOf = (items: readonly UploadItem<Attachment>[]): readonly Attachment[] =>
  items.flatMap(({ uploaded }) => uploaded ?? [])

/** Tells lists of files apart by what of them the server has. */
export const doneNames = (items: readonly UploadItem<Attachment>[]): string =>
  doneOf(items)
    .map(({ fileId }) => fileId)
    .join()

/** The letter as the journal keeps it: everything that is needed to go on with it on this device. */
export function keptLetter(route: string, beginning: Beginning, now: ComposerState, body: string): KeptLetter {
  const { kind, sourceMailId } = beginning
  const { from, recipients, subject, plain, spacing, quote, attachments, priority, requestReceipt } = now
  return {
    route,
    kind,
    sourceMailId,
    from,
    recipients,
    subject,
    html: joinLetter({ plain, spacing, wordSize: beginning.wordSize, body, quote }, plain ? null : now.paper),
    attachments: doneOf(attachments),
    unfinished: attachments.filter(({ uploaded }) => !uploaded).map(({ name }) => name),
    priority,
    requestReceipt,
  }
}

const plainAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: name.slice(0, 200),
  address: address.slice(0, 254),
})

/** A kept letter as the server's calls take it. */
export function draftOf(letter: KeptLetter): Omit<DraftBody, 'mailId' | 'revision' | 'clientId'> {
  const { kind, sourceMailId, from, recipients, subject, html, attachments, priority, requestReceipt } = letter
  return {
    kind,
    sourceMailId,
    from,
    subject: subject.slice(0, 1_000),
    html,
    fileIds: attachments.map(({ fileId }) => fileId),
    priority,
    requestReceipt,
    to: recipients.to.map(plainAddress),
    cc: recipients.cc.map(plainAddress),
    bcc: recipients.bcc.map(plainAddress),
  }
}
