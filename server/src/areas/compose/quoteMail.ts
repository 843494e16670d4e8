import { type Language, type MailAddress, wallOf } from '@yanshu/contracts'
import { showInlinePictures } from '../../mime/draftPictures.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import type { SourceMail } from './sourceMail.ts'
import { textAsHtml } from './writeStart.ts'

const LABELS: Record<Language, Record<'original' | 'from' | 'date' | 'to' | 'cc' | 'subject', string>> = {
  zh: { original: '原始邮件', from: '发件人：', date: '时间：', to: '收件人：', cc: '抄送：', subject: '主题：' },
  en: { original: 'Original mail', from: 'From: ', date: 'Date: ', to: 'To: ', cc: 'Cc: ', subject: 'Subject: ' },
}

/** A quick answer as HTML: the plain text, then the mail it answers, as it was. */
export function quickAnswerHtml(text: string, source: SourceMail, language: Language, zone: string): string {
  const label = LABELS[language]
  const lines = [
    [label.from, people([source.from])],
    [label.date, localTime(source.date, zone)],
    [label.to, people(source.to)],
    ...(source.cc.length > 0 ? [[label.cc, people(source.cc)]] : []),
    [label.subject, source.subject],
  ]
  const head = lines.map(([name, value]) => `<div>${escapeHtml(`${name}${value}`)}</div>`).join('')
  const body =
    source.html === null
      ? textAsHtml(source.text)
      : showInlinePictures(
          source.html,
          source.attachments.map(({ contentId, fileId }) => ({ contentId, id: fileId })),
        )
  return `${textAsHtml(text)}<p><br></p><div>------ ${label.original} ------</div>${head}<blockquote>${body}</blockquote>`
}

const people = (list: readonly MailAddress[]) =>
  list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ')

/** A moment on the writer's clock, such as 2026-11-20 09:05. */
const localTime = (at: number, zone: string) => new Date(wallOf(zone, at)).toISOString().slice(0, 16).replace('T', ' ')
