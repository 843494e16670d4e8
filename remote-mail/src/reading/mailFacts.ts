import type { MailDetail } from '@yanshu/contracts'

/**
 * What fillers of `mail.card` name: the MIME types of a mail's parts, such as `text/calendar` and `text/*`, `*` for any mail,
 * and `receipt` for one that asks whether it was read.
 */
export function factsOf({
  attachments,
  readReceiptTo,
}: Pick<MailDetail, 'attachments' | 'readReceiptTo'>): readonly string[] {
  const types = attachments.flatMap(({ contentType, kind }) => {
    const type = contentType.toLowerCase()
    // Many programs send an invitation as a nameless file; the server has looked into it.
    return [type, `${type.split('/')[0]}/*`, ...(kind === 'calendar' ? ['text/calendar'] : [])]
  })
  return ['*', ...(readReceiptTo ? ['receipt'] : []), ...new Set(types)]
}
