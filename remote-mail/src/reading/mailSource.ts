import type { MailDetail } from '@yanshu/contracts'
import { plainTextToHtml } from '@yanshu/mail-html'
import { http } from '@yanshu/shell-api'

/** What of a mail is drawn in its frame. */
export type DrawnMail = Pick<MailDetail, 'html' | 'text' | 'attachments'>

/** The path below which the pictures of a mail are. */
export type PictureFolder = `file/${string}/`

/** Addresses of the pictures that stand inside a mail, by Content-ID. */
export const picturesOf = (detail: DrawnMail, folder: PictureFolder = 'file/show/'): ReadonlyMap<string, string> =>
  new Map(
    detail.attachments.flatMap(({ contentId, fileId }) =>
      contentId ? [[contentId, http.fileUrl(`${folder}${fileId}`)] as const] : [],
    ),
  )

/** The HTML of a mail as it came, or its plain text as HTML. */
export const sourceOf = (detail: DrawnMail): string => detail.html ?? plainTextToHtml(detail.text ?? '')
