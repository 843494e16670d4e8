import { formatAddressList } from '../../mime/addresses.ts'
import { htmlToText } from '../../mime/html-text.ts'
import { parseMail } from '../../mime/parseMail.ts'
import { type BlockSink, CHARACTERS_MAX } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import { addShownMail } from './shownMail.ts'

/** Reads a mail that is a file, or attached to another mail. Throws `EnoughError`, `FileUnreadableError`. */
export async function readMailFile(bytes: Buffer, sink: BlockSink): Promise<void> {
  const mail = await parseMail(bytes)
  if (mail.from.length === 0 && mail.subject === '') throw new FileUnreadableError('no mail')
  addShownMail(
    {
      subject: mail.subject,
      from: formatAddressList(mail.from),
      to: formatAddressList(mail.to),
      cc: formatAddressList(mail.cc),
      date: mail.date,
      text: mail.text ?? htmlToText(mail.html ?? '', { maxLength: CHARACTERS_MAX }),
      files: mail.attachments.flatMap(({ technical, filename, size }) => (technical ? [] : [{ name: filename, size }])),
    },
    sink,
  )
}
