import { type Language, type SharingRule, sharingRefusal } from '@yanshu/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asBlob, languageOfPage } from '../../platform/http/publicPage.ts'
import { publicRoute, route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { readSharingRule, SharingRefusedError } from '../../store/sharing/sharingRule.ts'
import { FileNotFoundError } from './fileErrors.ts'
import { mailAsked } from './linkMails.ts'
import { LINK_PAGE_HEADERS, linkPage } from './linkPage.ts'
import { countFetch, endLink, findLink, linksOfMail, noteAsked, prolongLink, stateOf } from './links.service.ts'
import { sendBlob } from './sendBlob.ts'

/** Large files of letters: what who has the link gets without a login, and what the sender does with it. */
export function linkRoutes(app: FastifyInstance, context: Context): void {
  const find = (params: Readonly<Record<string, string | undefined>>, { ip }: FastifyRequest) =>
    findLink(context, { token: params.token ?? '', ip })
  /** Whose login a request has, null for none that is open. */
  const readerOf = (request: FastifyRequest) =>
    app.authenticate(request, true, {}).then(
      ({ accountId }) => accountId,
      () => null,
    )
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    page: Pick<Parameters<typeof linkPage>[0], 'link' | 'asked'>,
    language: Language,
  ) => {
    const here = `/api/file/link/${encodeURIComponent(token)}`
    const rule = await readSharingRule(context.store.db)
    const open = refusalFor(rule, await readerOf(request)) === null
    const html = linkPage({ ...page, open, rule, now: context.now(), language, here })
    reply.code(page.link ? 200 : 404).headers(LINK_PAGE_HEADERS)
    return asBlob(html)
  }

  publicRoute(app, 'GET', 'file/link/{token}', async ({ params, query: { language }, request, reply }) =>
    show(
      request,
      reply,
      params.token ?? '',
      { link: await find(params, request) },
      languageOfPage(request, reply, language),
    ),
  )
  publicRoute(app, 'GET', 'file/linked/{token}', async ({ params, request, reply }) => {
    const link = await find(params, request)
    const rule = await readSharingRule(context.store.db)
    if (!link || stateOf(link, { now: context.now(), rule }) !== 'normal') throw new FileNotFoundError()
    const readerId = await readerOf(request)
    const refusal = refusalFor(rule, readerId)
    if (refusal) throw new SharingRefusedError(refusal)
    const { name, size, blob_hash: hash, content_type: contentType } = link
    const content = await sendBlob(context.blobs, request, reply, {
      ...{ name, size, hash, contentType },
      disposition: 'attachment',
    })
    await countFetch(context, link, request, readerId)
    return content
  })
  publicRoute(app, 'POST', 'file/link/{token}/ask', async ({ params, query: { language }, request, reply }) => {
    const link = await find(params, request)
    if (link && (await noteAsked(context, link))) await mailAsked(context, link)
    // The call of a form comes from a page without an origin and brings no cookie.
    return show(request, reply, params.token ?? '', { link, asked: true }, language ?? languageOfPage(request, reply))
  })
  route(app, 'POST', 'file/link/ofMail', async ({ caller, body }) => ({
    list: await linksOfMail(context, caller, body.mailId),
  }))
  route(app, 'POST', 'file/link/prolong', ({ caller, body }) => prolongLink(context, caller.accountId, body.linkId))
  route(app, 'POST', 'file/link/end', async ({ caller, body }) => {
    await endLink(context, caller.accountId, body.linkId)
    return {}
  })
}

/** Why the rule of the organisation keeps a file of a letter from who has its link. */
const refusalFor = (rule: SharingRule, readerId: number | null) =>
  sharingRefusal(rule, readerId === null ? 'letterLinkFetched' : 'letterLinkFetchedInside')
