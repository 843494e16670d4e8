import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { languageOf } from '../../platform/http/envelope.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Context } from '../../store/context/context.ts'
import { countTries } from '../../store/throttle/throttle.ts'
import type { AddRoutes } from '../addRoutes.ts'
import { contentDisposition } from '../files/index.ts'
import { beginFiles } from './beginFiles.ts'
import { beginOut } from './beginOut.ts'
import {
  beginMigration,
  changeMigration,
  listMigrations,
  ownMigration,
  roomOf,
  testServer,
} from './migrations.service.ts'
import { otherRules } from './otherRules.service.ts'
import { receiptOf } from './receipt.ts'
import { findServer } from './server/findServer.ts'

/** The receipt loads and runs nothing, wherever it is opened. */
const RECEIPT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** Mail that people bring from other servers, and copy to them. */
export const migrationRoutes: AddRoutes = (app, context) => {
  route(app, 'GET', 'mail/mailMig/getCode', async ({ caller, query }) => {
    await limitServers(context, caller.accountId)
    return findServer(query.emailAddr)
  })
  route(app, 'POST', 'mail/mailMig/test', async ({ caller, body }) => {
    await limitServers(context, caller.accountId)
    return testServer(context, body)
  })
  route(app, 'POST', 'mail/mailMig/save', async ({ caller, body }) => {
    await limitServers(context, caller.accountId)
    return beginMigration(context, caller.accountId, body)
  })
  route(app, 'POST', 'mail/mailMig/out', async ({ caller, body }) => {
    await limitServers(context, caller.accountId)
    return beginOut(context, caller, body)
  })
  route(app, 'POST', 'mail/mailMig/files', ({ caller, body }) => beginFiles(context, caller, body))
  route(app, 'POST', 'mail/mailMig/update', async ({ caller, body }) => {
    await changeMigration(context, caller.accountId, body, caller)
    return {}
  })
  route(app, 'POST', 'mail/mailMig/rules', async ({ caller, body }) => {
    await limitServers(context, caller.accountId)
    return otherRules(context, caller.accountId, body)
  })
  route(app, 'GET', 'mail/mailMig/get', async ({ caller }) => ({
    list: await listMigrations(context, caller.accountId),
    room: await roomOf(context, caller.accountId),
  }))
  const sendReceipt = async (caller: SessionActor, id: number, request: FastifyRequest, reply: FastifyReply) => {
    const migration = await ownMigration(context.store.db, caller.accountId, id)
    const page = await receiptOf(context, migration, caller, languageOf(request.headers['accept-language']))
    const name = `migration-${new Date(migration.created_at).toISOString().slice(0, 10)}.html`
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': contentDisposition('attachment', name),
      'content-security-policy': RECEIPT_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    return page
  }
  route(app, 'GET', 'mail/mailMig/getFile', ({ caller, query, request, reply }) =>
    sendReceipt(caller, query.id, request, reply),
  )
  route(app, 'GET', 'file/migration/{migrationId}', ({ caller, params, request, reply }) => {
    const id = Number(params.migrationId)
    if (!Number.isSafeInteger(id)) throw new NotFoundError()
    return sendReceipt(caller, id, request, reply)
  })
}

/** Names of servers to be asked for, and servers to be connected to: enough for a person, too few to try passwords. */
const limitServers = (context: Context, accountId: number) =>
  countTries(context, [{ scope: `migration:${accountId}`, free: 20, longestS: 300 }])
