import type { MailDetail } from '@yanshu/contracts'

/** The MIME types of a mail's parts as fillers of `mail.card` name them: `text/calendar`, `text/*`, and `*` for any mail. */
export function factsOf({ attachments }: Pick<MailDetail, 'attachments'>): readonly string[] {
  const types = attachments.flatMap(({ contentType, kind }) => {
    const type = contentType.toLowerCase()
    // Many programs send an invitation as a nameless file; the server has looked into it.
    return [type, `${type.split('/')[0]}/*`, ...(kind === 'calendar' ? ['text/calendar'] : [])]
  })
  return ['*', ...new Set(types)]
}
