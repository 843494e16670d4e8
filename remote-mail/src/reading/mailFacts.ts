import type { MailDetail } from '@yanshu/contracts'

/**
 * What fillers of `mail.card` name: the MIME types of a mail's parts, such as `text/calendar` and `text/*`, `*` for any mail,
 * `links` for one with large files that are fetched by links, `receipt` for one that asks whether it was read, and `restricted` for the head of a letter that is opened apart.
 */
export function factsOf({
  attachments,
  readReceiptTo,
  restricted,
  html,
}: Pick<MailDetail, 'attachments' | 'readReceiptTo' | 'restricted' | 'html'>): readonly string[] {
  const types = attachments.flatMap(({ contentType, kind }) => {
    const type = contentType.toLowerCase()
    // Many programs send an invitation as a nameless file; the server has looked into it.
    return [type, `${type.split('/')[0]}/*`, ...(kind === 'calendar' ? ['text/calendar'] : [])]
  })
  return [
    '*',
    ...(readReceiptTo ? ['receipt'] : []),
    ...(restricted ? ['restricted'] : []),
    ...(html?.includes('/api/file/link/') ? ['links'] : []),
    ...new Set(types),
  ]
}
