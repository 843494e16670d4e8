import type { MailDetail } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'

type Named = Pick<MailDetail, 'subject' | 'mailId'>

/** The name under which a mail is saved: its subject as far as file systems accept it. */
export const fileNameOf = (mail: Named): string =>
  `${mail.subject.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || `mail-${mail.mailId}`}.eml`

/** Saves a mail as the file it came as. A failure was already shown by http. */
export const saveEml = (mail: Named): void =>
  void http.download(`file/mail/${mail.mailId}`, fileNameOf(mail)).catch(() => undefined)
