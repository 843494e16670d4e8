import type { MailAddress, MailDetail } from '@yanshu/contracts'
import { mountMail, renderMailHtml } from '@yanshu/mail-html'
import { format, http, language, t } from '@yanshu/shell-api'
import { picturesOf, sourceOf } from './MailBody.tsx'
import { openParser } from './parser.ts'

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0) ?? 38};`)

const people = (list: readonly MailAddress[]): string =>
  list
    .map(({ name, address }) => escaped(name ? `${name} <${address}>` : address))
    .join(language() === 'zh' ? '、' : ', ')

/** The mail as it goes on paper: what a letter's head says, then the text. */
export function printSource(detail: MailDetail): string {
  const say = (key: string) => escaped(t('remote-mail', key))
  const line = (label: string, value: string) =>
    value
      ? `<tr><td style="padding:2px 12px 2px 0;color:#555;vertical-align:top">${label}</td><td>${value}</td></tr>`
      : ''
  const files = detail.attachments.filter((file) => file.contentId === null)
  return [
    `<h1 style="font-size:20px;margin:0 0 12px">${escaped(detail.subject || t('remote-mail', 'row.noSubject'))}</h1>`,
    '<table style="font-size:13px;margin-bottom:12px">',
    line(say('reading.from'), people([detail.from])),
    line(say('reading.to'), people(detail.to)),
    line(say('reading.cc'), people(detail.cc)),
    line(say('reading.time'), escaped(format().exactTime(detail.sentAt ?? detail.date))),
    line(say('reading.attachments'), files.map((file) => escaped(file.name)).join('<br>')),
    '</table><hr>',
    sourceOf(detail),
  ].join('')
}

/** Prints a mail alone, black on white, through the same cleaning as for reading. */
export async function printMail(detail: MailDetail, allowRemote: boolean): Promise<void> {
  const parser = await openParser()
  const frame = document.createElement('iframe')
  frame.title = detail.subject
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', left: '-9999px', width: '794px', border: '0' })
  document.body.append(frame)
  const rendered = renderMailHtml(printSource(detail), {
    mode: 'print',
    window: parser,
    allowRemote,
    cid: picturesOf(detail),
    remoteImageUrl: (url) => http.fileUrl('file/remoteImage', { url }),
  })
  const lang = language() === 'zh' ? 'zh-CN' : 'en'
  const imagePaths = [http.fileUrl('file/remoteImage'), http.fileUrl('file/show/')]
  let started = false
  const mail = mountMail(
    frame,
    rendered,
    { lang, fontSize: 1, dark: false, imagePaths },
    {
      onHeight() {
        if (started) return
        started = true
        const { contentWindow } = frame
        contentWindow?.addEventListener('afterprint', () => {
          mail.dispose()
          frame.remove()
        })
        void imagesOf(frame).then(() => mail.print())
      },
    },
  )
}

/** Waits for the pictures of a frame, a few seconds at most. */
async function imagesOf(frame: HTMLIFrameElement): Promise<void> {
  const images = [...(frame.contentDocument?.images ?? [])].filter((image) => !image.complete)
  const loaded = Promise.all(
    images.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true })
          image.addEventListener('error', resolve, { once: true })
        }),
    ),
  )
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PICTURES_WAIT_MS))])
}

const PICTURES_WAIT_MS = 4_000
