import type { MailDetail } from '@yanshu/contracts'

/** Whether a mail has a part that is a signature, or a signed or encrypted letter, by its type or by its name. */
export const isProtected = ({ attachments }: Pick<MailDetail, 'attachments'>): boolean =>
  attachments.some(
    ({ contentType, name }) =>
      /^application\/(x-)?pkcs7-(signature|mime)$/i.test(contentType) || /\.p7[ms]$/i.test(name),
  )
