import { Readable } from 'node:stream'
import { type Language, PUBLIC_LANGUAGE_NOTE, PUBLIC_LANGUAGE_SECONDS, preferredLanguage } from '@yanshu/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../mime/escapeHtml.ts'

/*
 * Pages that the server writes for people without a login: HTML alone, in the language of the browser or the one that was
 * chosen on them. Nothing in them runs or loads, and they have no origin, so that nothing in them acts with a login.
 */

const STYLE =
  'body{margin:0;font:16px/1.6 system-ui,sans-serif;background:#f4f6f9;color:#1d2129}' +
  'main{max-width:26rem;margin:12vh auto 0;padding:2rem;background:#fff;border-radius:12px}' +
  'h1{margin:0 0 .5rem;font-size:1.1rem;overflow-wrap:anywhere}p{margin:.25rem 0 1rem;color:#4e5969}' +
  'a,button{display:inline-block;padding:.5rem 1.5rem;border:0;border-radius:8px;background:#165dff;color:#fff;' +
  'font:inherit;text-decoration:none;cursor:pointer}' +
  'a:focus-visible,button:focus-visible{outline:3px solid #1d2129;outline-offset:2px}' +
  'nav{max-width:26rem;margin:2vh auto 0;text-align:end}nav a{padding:.5rem;background:none;color:inherit;text-decoration:underline}' +
  '@media(prefers-color-scheme:dark){body{background:#17171a;color:#f2f3f5}main{background:#232324}p{color:#c9cdd4}' +
  'a:focus-visible,button:focus-visible{outline-color:#f2f3f5}}'

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/**
 * @param sandbox what the page may do besides being shown
 * @param more what its policy narrows beside that of all pages
 */
export const publicPageHeaders = (sandbox: string, more = '') =>
  ({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `sandbox ${sandbox}; ${POLICY}${more === '' ? '' : `; ${more}`}`,
    'x-robots-tag': 'noindex, nofollow',
  }) as const

interface PublicPage {
  readonly language: Language
  /** The path of the page, where the way to the other language leads; null where it offers none. */
  readonly here: string | null
  readonly heading: string
  /** HTML. */
  readonly content: string
  /** CSS beside that of all pages. */
  readonly style?: string
}

export const publicPage = ({ language, here, heading, content, style = '' }: PublicPage): string =>
  `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title><style>${STYLE}${style}</style></head>` +
  `<body>${here === null ? '' : otherLanguage(language, here)}<main><h1>${escapeHtml(heading)}</h1>${content}</main></body></html>`

const OTHER = {
  zh: { language: 'en', tag: 'en', name: 'English' },
  en: { language: 'zh', tag: 'zh-CN', name: '中文' },
} as const

/** The way to the same page in the other language. */
function otherLanguage(shown: Language, here: string): string {
  const { language, tag, name } = OTHER[shown]
  return `<nav aria-label="语言 / Language"><a href="${escapeHtml(here)}?language=${language}" lang="${tag}" hreflang="${tag}">${name}</a></nav>`
}

const COOKIE = `yanshu.${PUBLIC_LANGUAGE_NOTE}`

/**
 * The language of a page: the one that is chosen now, which a cookie keeps for all such pages, or was chosen in this browser,
 * or else one that the browser prefers.
 */
export function languageOfPage(request: FastifyRequest, reply: FastifyReply, chosen?: Language): Language {
  // Sent with links of mails in other sites as well, which `Strict` would not do. It holds no secret.
  if (chosen)
    reply.header(
      'set-cookie',
      `${COOKIE}=${chosen}; Max-Age=${PUBLIC_LANGUAGE_SECONDS}; Path=/; SameSite=Lax${secureOf(request)}`,
    )
  return chosen ?? keptLanguage(request) ?? preferredLanguage(tagsOf(request.headers['accept-language']))
}

/** What ends a cookie that goes by TLS alone where the site has TLS. */
export const secureOf = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? '; Secure' : '')

/** A cookie of a request; undefined where it has none of the name. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const kept = (headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`))
  return kept?.slice(name.length + 1)
}

function keptLanguage(request: FastifyRequest): Language | undefined {
  const language = cookieOf(request, COOKIE)
  return language === 'zh' || language === 'en' ? language : undefined
}

/** Languages of a header by their weight, the preferred one first (RFC 9110 §12.5.4). */
const tagsOf = (header = ''): string[] =>
  header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]{1,6})\s*$/i.exec(one)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: Number(weight ?? 1) }
    })
    .filter(({ tag, weight }) => tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)

/** HTML as calls answer it that are no JSON. */
export const asBlob = (html: string): Readable => Readable.from([Buffer.from(html)], { objectMode: false })

/** Characters of a field of such a form. */
const FIELD_MAX = 1_000

/** A field of the form that a page sends; '' where there is none, or no whole form. */
export async function formField(request: FastifyRequest, name: string): Promise<string> {
  if (!request.isMultipart()) return ''
  let value = ''
  try {
    for await (const part of request.parts({ limits: { files: 0, fields: 4, fieldSize: FIELD_MAX, parts: 4 } })) {
      if (part.type === 'field' && part.fieldname === name && typeof part.value === 'string') value = part.value
    }
  } catch {
    // The rest runs out, because a client may read the answer only then.
    request.raw.resume()
    return ''
  }
  return value
}
