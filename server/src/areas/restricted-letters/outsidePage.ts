import { type Language, READ_PASSWORD_MAX } from '@yanshu/contracts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { publicPage, publicPageHeaders } from '../../platform/http/publicPage.ts'
import type { OverOutside, ShownOutside } from './outsideLetters.service.ts'

const WORDS = {
  zh: {
    title: '限制阅读的邮件',
    lead: '请输入发件人用其他方式告诉您的阅读密码。',
    password: '阅读密码',
    open: '阅读',
    wrong: '密码不对，或链接已失效。请向发件人核对。',
    wait: '尝试次数过多，请过一会儿再试。',
    busy: '服务器正忙，请稍后再试。',
    ended: '已结束阅读。再次打开需要重新输入密码，并计入次数。',
    from: (name: string, address: string) => `${name}（${address}）`,
    times: (times: number, reads: number) =>
      times >= reads ? `已读 ${times} 次，共可读 ${reads} 次：这是最后一次` : `已读 ${times} 次，共可读 ${reads} 次`,
    until: (time: string) => `${time} 到期`,
    burn: '最后一次阅读结束后不再显示',
    sitting: '30 分钟内可在这个浏览器里反复查看，不重复计次。不能下载附件；请勿转发、拍照外传。',
    frame: '邮件正文',
    files: (names: string) => `附件 ${names} 不能预览和下载。`,
    truncated: '正文过长，后面的部分没有显示。需要全文请联系发件人。',
    close: '结束阅读',
    over: {
      read: '已达到阅读次数，正文不再显示。需要内容请联系发件人。',
      expired: '已过有效期，正文不再显示。需要内容请联系发件人。',
      ended: '发件人已撤回这封邮件。如有疑问请联系发件人。',
      closed: '发件人所在的组织已停止在网页上开放邮件。需要内容请联系发件人。',
      person: '这封邮件只能由组织内的收件人打开。',
    } satisfies Record<OverOutside, string>,
  },
  en: {
    title: 'Letter with restricted reading',
    lead: 'Enter the reading password that its sender has given you by another way than mail.',
    password: 'Reading password',
    open: 'Read',
    wrong: 'The password is wrong, or the link works no more. Ask the sender.',
    wait: 'There were too many tries. Try again in a while.',
    busy: 'The server is busy. Try again in a while.',
    ended: 'The reading has ended. Opening it again asks for the password and counts.',
    from: (name: string, address: string) => `${name} (${address})`,
    times: (times: number, reads: number) =>
      times >= reads
        ? `${times} of ${reads} readings used: this is the last one`
        : `${times} of ${reads} readings used`,
    until: (time: string) => `until ${time}`,
    burn: 'not shown any more after the last reading',
    sitting:
      'For 30 minutes it can be shown again in this browser without counting. Files cannot be downloaded. Please neither forward nor photograph it.',
    frame: 'Text of the letter',
    files: (names: string) => `The files ${names} can be neither previewed nor downloaded.`,
    truncated: 'The text is too long, and its end is not shown. Ask the sender for all of it.',
    close: 'Finish reading',
    over: {
      read: 'It was read as often as it may be, so its text is shown no more. Ask the sender if you need it.',
      expired: 'Its days are over, so its text is shown no more. Ask the sender if you need it.',
      ended: 'The sender has taken this letter back. Ask the sender if you have questions.',
      closed: "The sender's organisation does not open letters on pages any more. Ask the sender if you need it.",
      person: 'This letter is opened by recipients inside the organisation alone.',
    } satisfies Record<OverOutside, string>,
  },
} as const

/** The page sends its forms here alone; links of the letter open in windows of their own, with the rights of any page. */
export const LETTER_PAGE_HEADERS = {
  ...publicPageHeaders('allow-forms allow-popups allow-popups-to-escape-sandbox', "form-action 'self'"),
  'x-dns-prefetch-control': 'off',
} as const

const STYLE =
  'label{display:block;margin:0 0 1rem}input{display:block;box-sizing:border-box;width:100%;margin-top:.25rem;padding:.5rem;' +
  'font:inherit;color:inherit;background:transparent;border:1px solid #86909c;border-radius:8px}' +
  'input:focus-visible{outline:3px solid #165dff;outline-offset:1px}[role=alert]{color:#cb2634}' +
  '@media(prefers-color-scheme:dark){[role=alert]{color:#f98981}}'
const WIDE =
  'main{max-width:54rem;margin:2vh auto}nav{max-width:54rem}iframe{display:block;box-sizing:border-box;width:100%;height:62vh;' +
  'margin:0 0 1rem;border:1px solid #c9cdd4;border-radius:8px;background:#fff}@media(max-width:30rem){main{padding:1rem}}'

interface On {
  readonly language: Language
  readonly here: string
}

/** The page that asks for the password: the same for every link, whether there is a letter or not. */
export function askPage({ language, here }: On, note: 'wrong' | 'wait' | 'busy' | 'ended' | null): string {
  const words = WORDS[language]
  const problem = note === null ? '' : `<p role="${note === 'ended' ? 'status' : 'alert'}">${words[note]}</p>`
  const input = `<input name="password" type="password" required maxlength="${READ_PASSWORD_MAX}" autocomplete="off" autofocus>`
  const form = `<form method="post" enctype="multipart/form-data" action="${escapeHtml(here)}?language=${language}"><label>${words.password}${input}</label><button>${words.open}</button></form>`
  return publicPage({
    ...{ language, here, heading: words.title, style: STYLE },
    content: `<p>${words.lead}</p>${problem}${form}`,
  })
}

interface Shown {
  readonly shown: ShownOutside | { readonly kind: 'over'; readonly why: OverOutside }
  /** The sitting; null where there is none. */
  readonly ticket: string | null
}

/** The page of a letter whose password was entered: the letter, or why it is shown no more. */
export function letterPage({ language, here }: On, { shown, ticket }: Shown): string {
  const words = WORDS[language]
  if (shown.kind === 'over') {
    const content = `<p role="status">${words.over[shown.why]}</p>`
    return publicPage({ language, here, heading: words.title, content })
  }
  const { sender, times, reads, until, burn, subject, html, text, truncated, attachments } = shown
  const facts = [
    ...(reads === null ? [] : [words.times(times, reads)]),
    words.until(shownMoment(until, language)),
    ...(burn ? [words.burn] : []),
  ]
  const names = attachments.map(({ name }) => name).join(language === 'zh' ? '、' : ', ')
  const paragraphs = [
    words.from(sender.name || sender.address, sender.address),
    facts.join(' · '),
    words.sitting,
    ...(attachments.length === 0 ? [] : [words.files(names)]),
    ...(truncated ? [words.truncated] : []),
  ]
  const frame = `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${words.frame}" srcdoc="${escapeHtml(frameOf(html, text))}"></iframe>`
  const close = `<form method="post" enctype="multipart/form-data" action="${escapeHtml(here)}/close?language=${language}"><input type="hidden" name="ticket" value="${escapeHtml(ticket ?? '')}"><button>${words.close}</button></form>`
  return publicPage({
    ...{ language, here, heading: subject, style: WIDE },
    content: `${paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`).join('')}${frame}${close}`,
  })
}

/** The document of the letter, in a frame of its own, so that its styles do not reach the page. Its pictures are files, and shut. */
function frameOf(html: string | null, text: string | null): string {
  const body = html ?? `<div style="white-space:pre-wrap">${escapeHtml(text ?? '')}</div>`
  return `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{margin:1rem;font:16px/1.65 system-ui,sans-serif;color:#1d2129;background:#fff;overflow-wrap:anywhere}img{display:none}</style>${body}`
}

/** A moment in the clock of the organisation. */
const shownMoment = (at: number, language: Language): string =>
  `${new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  }).format(at)} (GMT+8)`
