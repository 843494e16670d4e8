import { createHash, randomInt } from 'node:crypto'
import {
  CLIENT_CODE_PER_DAY,
  type ClientDetail,
  type ClientScope,
  type ClientServer,
  type Device,
} from '@yanshu/contracts'
import { clientScope } from '@yanshu/contracts/schemas'
import type { CodeActor, SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError, TooManyRequestsError } from '../../platform/http/errors.ts'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import { lockAccount } from '../../store/accounts/accountEntries.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { endSessions } from '../../store/sessions/end/endSessions.ts'
import { noteLogin } from '../../store/sessions/loginLog.ts'
import { isMakerEntitled } from '../../store/sessions/rights.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { deviceName } from './deviceName.ts'
import { networkName } from './networks.ts'

const DAY = 86_400_000
/** Letters and digits that are not taken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 16
/** Last use is written down so often at most: a client calls some hundred times. */
const USE_NOTED_EVERY_MS = 5 * 60_000

/** Protocols that answer by HTTP, each with its path. */
const PATHS: Readonly<Partial<Record<ClientScope, string>>> = {
  ...{ carddav: '/dav/', caldav: '/dav/' },
  files: '/dav/files/',
}

const LISTENING: RuntimePart<ReadonlyMap<ClientScope, readonly ClientServer[]>> = { name: 'ports of mail programs' }

/** Announces where a protocol answers on ports of its own; nowhere when the list is empty. */
export function announceServers(
  { runtime }: Pick<Context, 'runtime'>,
  scope: ClientScope,
  servers: readonly ClientServer[],
) {
  runtime.keep(LISTENING, new Map([...(runtime.find(LISTENING) ?? []), [scope, servers]]))
}

const serversOf = ({ runtime }: Pick<Context, 'runtime'>, scope: ClientScope): readonly ClientServer[] =>
  runtime.find(LISTENING)?.get(scope) ?? []

/** The protocols that answer here, that of the document center where an account has one. */
async function offered(context: Pick<Context, 'runtime' | 'store'>, accountId: number): Promise<ClientScope[]> {
  const { netdiskEnable } = await switchesOf(context.store.db, accountId)
  return clientScope.options.filter(
    (scope) =>
      (PATHS[scope] !== undefined || serversOf(context, scope).length > 0) && (scope !== 'files' || netdiskEnable),
  )
}

const hashOf = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest('base64url')

/** 16 letters in four groups: 79 bits, so that its hash needs no slow function. */
function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? 'a').join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

const scopesOf = (text: string): ClientScope[] =>
  text.split(',').flatMap((one) => {
    const fits = clientScope.safeParse(one)
    return fits.success ? [fits.data] : []
  })

async function protocolsOf(
  { store }: Pick<Context, 'store'>,
  accountId: number,
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await store.db
    .selectFrom('client_protocol')
    .select(['scope', 'enabled'])
    .where('account_id', '=', accountId)
    .execute()
  return new Map(rows.map(({ scope, enabled }) => [scope, enabled === 1]))
}

/** Programs of others, as their owner lets them in. */
export async function clientDetail(context: Context, accountId: number): Promise<ClientDetail> {
  const protocols = await protocolsOf(context, accountId)
  const codes = await context.store.db
    .selectFrom('client_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return {
    enabled: protocols.get('') ?? true,
    protocols: (await offered(context, accountId)).map((scope) => ({
      scope,
      enabled: protocols.get(scope) ?? true,
      address: PATHS[scope] ?? '',
      servers: [...serversOf(context, scope)],
    })),
    codes: codes.map((row) => ({
      codeId: row.id,
      name: row.name,
      scopes: scopesOf(row.scopes),
      enabled: row.enabled === 1,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    left: Math.max(0, CLIENT_CODE_PER_DAY - (await madeToday(context, accountId))),
  }
}

async function madeToday({ store, now }: Pick<Context, 'store' | 'now'>, accountId: number): Promise<number> {
  const { count } = await store.db
    .selectFrom('client_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', now() - DAY)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Makes a code, and answers it this once. Revoked ones count among the three of 24 hours (§9).
 */
export async function makeCode(
  context: Context,
  { accountId, personId }: SessionActor,
  { name, scopes }: { readonly name: string; readonly scopes: string },
): Promise<{ code: string; detail: ClientDetail }> {
  const code = newCode()
  const answering = await offered(context, accountId)
  const wanted = scopesOf(scopes).filter((scope) => answering.includes(scope))
  await transact(context, async (trx) => {
    // Two calls at the same moment wait for each other here.
    await lockAccount(trx, accountId)
    const { count, first } = await trx
      .selectFrom('client_code')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('first')])
      .where('account_id', '=', accountId)
      .where('created_at', '>', context.now() - DAY)
      .executeTakeFirstOrThrow()
    if (Number(count) >= CLIENT_CODE_PER_DAY) {
      throw new TooManyRequestsError(Math.ceil((Number(first) + DAY - context.now()) / 1_000))
    }
    await trx
      .insertInto('client_code')
      .values({
        account_id: accountId,
        made_by: personId === accountId ? null : personId,
        name,
        scopes: (wanted.length > 0 ? wanted : answering).join(','),
        code_hash: hashOf(code),
        created_at: context.now(),
      })
      .execute()
  })
  return { code, detail: await clientDetail(context, accountId) }
}

/** Revokes a code; a program that uses it is refused at the next call. */
export async function revokeCode(context: Context, accountId: number, codeId: number): Promise<ClientDetail> {
  const gone = await context.store.db
    .updateTable('client_code')
    .set({ revoked_at: context.now() })
    .where('id', '=', codeId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new NotFoundError()
  return clientDetail(context, accountId)
}

/** Switches a code off or on again. Throws `NotFoundError`, also for one that was revoked. */
export async function switchCode(
  context: Context,
  accountId: number,
  { codeId, enabled }: { readonly codeId: number; readonly enabled: boolean },
): Promise<ClientDetail> {
  const code = await context.store.db
    .updateTable('client_code')
    .set({ enabled: enabled ? 1 : 0 })
    .where('id', '=', codeId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!code) throw new NotFoundError()
  return clientDetail(context, accountId)
}

/** Switches a protocol on or off; '' is all of them. */
export async function setProtocol(
  context: Context,
  accountId: number,
  scope: ClientScope | '',
  enabled: boolean,
): Promise<ClientDetail> {
  const value = enabled ? 1 : 0
  await context.store.db
    .insertInto('client_protocol')
    .values({ account_id: accountId, scope, enabled: value })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope']).doUpdateSet({ enabled: value }))
    .execute()
  return clientDetail(context, accountId)
}

/** Whether the code of a program may still be used for a protocol: it may have been revoked or switched off since the login. */
export async function stillMay(context: Context, codeId: number, scope: ClientScope): Promise<boolean> {
  const row = await context.store.db
    .selectFrom('client_code')
    .innerJoin('account', 'account.id', 'client_code.account_id')
    .select(['client_code.account_id', 'client_code.scopes', 'client_code.made_by'])
    .where('client_code.id', '=', codeId)
    .where('revoked_at', 'is', null)
    .where('client_code.enabled', '=', 1)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row || !(await isCodeEntitled(context, row))) return false
  return scopesOf(row.scopes).includes(scope) && isLetIn(context, row.account_id, scope)
}

/** Whether who made a code may still make one: a code of an administrator ends with their right. */
const isCodeEntitled = (context: Context, row: { readonly account_id: number; readonly made_by: number | null }) =>
  isMakerEntitled(context, { accountId: row.account_id, personId: row.made_by ?? row.account_id })

/** Whether organisation and owner let programs of others in by this protocol. */
async function isLetIn(context: Context, accountId: number, scope: ClientScope): Promise<boolean> {
  if (!(await switchesOf(context.store.db, accountId)).clientSwitch) return false
  const protocols = await protocolsOf(context, accountId)
  return protocols.get('') !== false && protocols.get(scope) !== false
}

/** Who acts by a code, when it may be used for this protocol now; null else. */
export async function actorByCode(
  context: Context,
  {
    code,
    scope,
    ip,
    userAgent,
  }: { readonly code: string; readonly scope: ClientScope; readonly ip: string; readonly userAgent: string },
): Promise<CodeActor | null> {
  const row = await context.store.db
    .selectFrom('client_code')
    .innerJoin('account', 'account.id', 'client_code.account_id')
    .select(['client_code.id', 'client_code.account_id', 'client_code.scopes', 'client_code.last_used_at'])
    .select(['account.address', 'client_code.made_by'])
    .where('code_hash', '=', hashOf(code))
    .where('revoked_at', 'is', null)
    .where('client_code.enabled', '=', 1)
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (
    !row ||
    !(await isCodeEntitled(context, row)) ||
    !scopesOf(row.scopes).includes(scope) ||
    !(await isLetIn(context, row.account_id, scope))
  )
    return null
  const now = context.now()
  if (row.last_used_at === null || now - row.last_used_at > USE_NOTED_EVERY_MS) {
    await context.store.db
      .updateTable('client_code')
      .set({ last_used_at: now, last_ip: ip, last_agent: userAgent.slice(0, 300) })
      .where('id', '=', row.id)
      .execute()
    if (row.last_used_at === null || now - row.last_used_at > DAY) {
      const note = { accountId: row.account_id, at: now, ip, userAgent, way: 'client', result: 'ok' } as const
      await noteLogin(context.store.db, note)
    }
  }
  return {
    via: 'code',
    scopes: new Set([scope]),
    accountId: row.account_id,
    personId: row.made_by ?? row.account_id,
    // A program has no way to enter the password of a folder.
    openFolders: 'none',
    address: row.address,
    codeId: row.id,
  }
}

/** Where the account is in use: open sessions, and codes that were used. */
export async function listDevices(context: Context, accountId: number, sessionId: string): Promise<Device[]> {
  const { db } = context.store
  const sessions = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('refresh_expires_at', '>', context.now())
    .orderBy('last_used_at', 'desc')
    .execute()
  const codes = await db
    .selectFrom('client_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return [
    ...sessions.map((row) => ({
      deviceId: row.id,
      kind: 'session' as const,
      name: '',
      device: deviceName(row.user_agent),
      ip: row.ip,
      network: networkName(context.config.networks, row.ip),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: row.id === sessionId,
    })),
    ...codes.map((row) => ({
      deviceId: `code-${row.id}`,
      kind: 'client' as const,
      name: row.name,
      device: deviceName(row.last_agent),
      ip: row.last_ip,
      network: networkName(context.config.networks, row.last_ip),
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      current: false,
    })),
  ]
}

/** Signs one device out, or with `all` every session but this one. */
export async function signOut(
  context: Context,
  accountId: number,
  sessionId: string,
  deviceId: string,
): Promise<Device[]> {
  const { db } = context.store
  const code = /^code-(\d{1,15})$/.exec(deviceId)?.[1]
  if (code) {
    const gone = await db
      .updateTable('client_code')
      .set({ revoked_at: context.now() })
      .where('id', '=', Number(code))
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new NotFoundError()
    return listDevices(context, accountId, sessionId)
  }
  const ended = await endSessions(db, accountId, deviceId === 'all' ? { except: sessionId } : { only: deviceId })
  if (ended === 0 && deviceId !== 'all') throw new NotFoundError()
  return listDevices(context, accountId, sessionId)
}
