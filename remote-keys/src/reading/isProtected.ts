import type { Attachment, MailDetail } from '@yanshu/contracts'

/** Whether a mail has a part that is a signature, or a signed or encrypted letter, by its type or by its name. */
export const isProtected = ({ attachments }: Pick<MailDetail, 'attachments'>): boolean =>
  attachments.some(
    ({ contentType, name }) =>
      /^application\/(x-)?pkcs7-(signature|mime)$/i.test(contentType) || /\.p7[ms]$/i.test(name),
  )

/** Whether a part is what encrypted letters come as; signed ones with their text inside look the same. */
export const isEncryptedPart = ({ contentType, name }: Pick<Attachment, 'contentType' | 'name'>): boolean =>
  /^application\/(x-)?pkcs7-mime$/i.test(contentType) || /\.p7m$/i.test(name)
