import type { Language } from '@yanshu/contracts'
import { publicPage, publicPageHeaders } from '../../platform/http/publicPage.ts'
import { endOf, type Judging, type LinkRow, stateOf } from './links.service.ts'
import { shownDay, shownSize } from './shown.ts'

const DAY_MS = 24 * 60 * 60_000

const WORDS = {
  zh: {
    title: '大附件',
    days: (days: number, day: string) => `还有 ${days} 天（${day} 前有效）`,
    download: '下载',
    expired: '文件已过期。您可以请发件人重新开放。',
    ask: '请发件人重新开放',
    asked: '已通知发件人。发件人重新开放后，用原来的链接即可下载。',
    ended: '发件人已停止分享这个文件。需要时请联系发件人。',
    login: '按本组织的分享规定，登录本组织的邮箱后才能下载。',
    unknown: '链接无效，或文件已被删除。请核对链接，或联系发件人。',
  },
  en: {
    title: 'Large attachment',
    days: (days: number, day: string) => `${days} ${days === 1 ? 'day' : 'days'} left (until ${day})`,
    download: 'Download',
    expired: 'The time of this file is over. You can ask the sender to open it again.',
    ask: 'Ask the sender to open it again',
    asked: 'The sender was told. Once it is open again, the same link works.',
    ended: 'The sender has ended this link. Ask the sender for the file.',
    login: 'By a rule of the organisation, this file is downloaded after a login to its mail alone.',
    unknown: 'The link is wrong, or the file was deleted. Check the link, or ask the sender.',
  },
} as const

export const LINK_PAGE_HEADERS = publicPageHeaders('allow-downloads allow-forms')

interface Shown extends Judging {
  readonly link: LinkRow | null
  /** Whether who opens it may fetch the file, by the rule of the organisation. */
  readonly open: boolean
  readonly language: Language
  /** The path of the page. */
  readonly here: string
  /** Whether its reader has just asked for it. */
  readonly asked?: boolean
}

/** The page of a link: the file, its size and its days, or why there is none. */
export function linkPage({ link, open, now, rule, language, here, asked = false }: Shown): string {
  const words = WORDS[language]
  const page = (heading: string, content: string) => publicPage({ language, here, heading, content })
  if (!link) return page(words.title, `<p>${words.unknown}</p>`)
  const state = stateOf(link, { now, rule })
  if (state === 'ended') return page(words.title, `<p>${words.ended}</p>`)
  const size = shownSize(link.size)
  if (state === 'expired') {
    const form = `<form method="post" enctype="multipart/form-data" action="/api/file/link/${link.token}/ask?language=${language}"><button>${words.ask}</button></form>`
    return page(
      link.name,
      `<p>${size}</p><p role="status">${asked ? words.asked : words.expired}</p>${asked ? '' : form}`,
    )
  }
  const endsAt = endOf(link, rule)
  const days = Math.ceil((endsAt - now) / DAY_MS)
  const facts = `${size} · ${words.days(days, shownDay(endsAt, language))}`
  if (!open) return page(link.name, `<p>${facts}</p><p role="status">${words.login}</p>`)
  return page(link.name, `<p>${facts}</p><a href="/api/file/linked/${link.token}" download>${words.download}</a>`)
}
