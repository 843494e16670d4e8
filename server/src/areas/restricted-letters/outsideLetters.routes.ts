import { type Language, READING_SITTING_MS } from '@yanshu/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asBlob, cookieOf, formField, languageOfPage, secureOf } from '../../platform/http/publicPage.ts'
import { publicRoute } from '../../platform/http/route.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { closeOutside, openOutside, shownOutside } from './outsideLetters.service.ts'
import { askPage, LETTER_PAGE_HEADERS, letterPage } from './outsidePage.ts'

const COOKIE = 'yanshu.letter'

/** The page on which a recipient outside reads a letter with conditions. */
export const outsideLetterRoutes: AddRoutes = (app, context) => {
  interface Asked {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly token: string
    /** The language of the page that a form stands on. */
    readonly language?: Language | undefined
    /** The one that is chosen now, and kept. */
    readonly chosen?: Language | undefined
  }
  const page = ({ request, reply, token, language, chosen }: Asked) => {
    reply.headers(LETTER_PAGE_HEADERS)
    return { language: language ?? languageOfPage(request, reply, chosen), here: pathOf(token) }
  }

  publicRoute(app, 'GET', 'letter/{token}', async ({ params, query, request, reply }) => {
    const token = params.token ?? ''
    const on = page({ request, reply, token, chosen: query.language })
    const ticket = cookieOf(request, COOKIE)
    const shown = ticket ? await shownOutside(context, { token, ticket }) : null
    return asBlob(shown && ticket ? letterPage(on, { shown, ticket }) : askPage(on, null))
  })
  publicRoute(app, 'POST', 'letter/{token}', async ({ params, query: { language }, request, reply }) => {
    const token = params.token ?? ''
    const password = await formField(request, 'password')
    const opened = await openOutside(context, { token, password, ip: request.ip })
    if (opened.kind === 'open') {
      // The page is asked for by its address, so that reloading it neither asks for the password again nor counts.
      const life = `Max-Age=${READING_SITTING_MS / 1_000}; Path=${pathOf(token)}; HttpOnly; SameSite=Lax`
      reply.header('set-cookie', `${COOKIE}=${opened.ticket}; ${life}${secureOf(request)}`)
      reply.code(303).header('location', pathOf(token))
      return asBlob('')
    }
    const on = page({ request, reply, token, language })
    if (opened.kind === 'over') return asBlob(letterPage(on, { shown: opened, ticket: null }))
    reply.code(STATUS[opened.kind])
    return asBlob(askPage(on, opened.kind))
  })
  publicRoute(app, 'POST', 'letter/{token}/close', async ({ params, query: { language }, request, reply }) => {
    const token = params.token ?? ''
    await closeOutside(context, await formField(request, 'ticket'))
    return asBlob(askPage(page({ request, reply, token, language }), 'ended'))
  })
}

const STATUS = { wrong: 403, wait: 429, busy: 503 } as const

const pathOf = (token: string): string => `/api/letter/${encodeURIComponent(token)}`
