import type { Certificate } from '@yanshu/cms'
import type { EnrolmentService } from '../../platform/config/enrolment.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { transact } from '../../store/database/transact.ts'
import { enqueue, type JobAgain, type JobKind } from '../../store/jobs/index.ts'
import { askEnrolment, ENROLMENT } from './askEnrolment.ts'
import { trustedRoots } from './certificateStatus.service.ts'
import { fetchCms, nameKey } from './readKeyParts.ts'
import { handOutCertificate, type KeyRequest, keyRequest, keyRequests } from './requests.service.ts'

/** What the person is shown of a request that the service was asked with. */
type Standing = 'waits' | 'unreachable' | 'refused' | 'unusable'

const USES = ['signing', 'encrypting'] as const

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A request that nothing came of for so long is left to the operator (`yanshu ca requests`). */
const ASKED_FOR_MS = 60 * DAY_MS

/** Keys of one person that are asked for within a day: no page makes the server send requests without end. */
const DAILY_MAX = 10

/** When a service is asked again. */
const AGAIN = {
  /** Where it names no time, and the shortest and longest that it may name. */
  waits: { usual: HOUR_MS, least: 10_000, most: 7 * DAY_MS },
  /** Half of the time that has passed since, so that it is asked often at first and rarely later. */
  unreachable: { least: MINUTE_MS, most: 6 * HOUR_MS },
  /** Its operator may have put right what it was for. */
  refused: DAY_MS,
  unusable: DAY_MS,
} as const

/** Asks the enrolment service for the certificate of one key, until it is there. */
export const enrolmentJob: JobKind = {
  name: ENROLMENT,
  atOnce: 2,
  limitMs: MINUTE_MS,
  retryAt: (attempts, _, now) => (attempts < 20 ? now + attempts * MINUTE_MS : null),
  run: async (context, { key, signal }) => {
    const service = context.config.enrolment
    if (!service) return undefined
    const request = await keyRequest(context, Number(key))
    return request ? enrol(context, service, request, signal) : undefined
  },
}

/** Asks for all keys that wait, at once: those of before the service was named, and those that it had refused. */
export async function enrolAll(context: Context): Promise<number> {
  const requests = await keyRequests(context)
  await transact(context, (trx) =>
    enqueue(
      trx,
      context,
      ENROLMENT,
      requests.map(({ keyId }) => ({ key: `${keyId}` })),
    ),
  )
  return requests.length
}

async function enrol(
  context: Context,
  service: EnrolmentService,
  request: KeyRequest,
  signal: AbortSignal,
): Promise<JobAgain | undefined> {
  const { keyId, createdAt } = request
  const now = context.now()
  const again = async (standing: Standing, afterMs: number): Promise<JobAgain | undefined> => {
    await noteStanding(context, request, standing)
    return now - createdAt < ASKED_FOR_MS ? { at: now + afterMs } : undefined
  }
  // A service certifies what the server asks for: no page may ask in the name of another person.
  if (!(await areOwn(context, request, await addressesAsked(request)))) {
    context.log.warn({ keyId }, 'a request names addresses that are not its person: the enrolment service is not asked')
    return again('refused', AGAIN.refused)
  }
  if ((await madeToday(context, request)) > DAILY_MAX) return again('waits', DAY_MS)
  const answer = await askEnrolment(service, request.request, { signal, now })
  if (answer.kind === 'waits') {
    const { usual, least, most } = AGAIN.waits
    return again('waits', Math.min(most, Math.max(least, answer.afterMs ?? usual)))
  }
  if (answer.kind !== 'issued') {
    const isRefusal = answer.kind === 'refused'
    context.log.warn(
      { keyId, why: answer.why },
      `the enrolment service ${isRefusal ? 'refused' : 'did not answer'} a request`,
    )
    if (isRefusal) return again('refused', AGAIN.refused)
    const { least, most } = AGAIN.unreachable
    return again('unreachable', Math.min(most, Math.max(least, (now - createdAt) / 2)))
  }
  const found = await usableIn(context, request, answer.certificates)
  if ('why' in found) {
    context.log.warn({ keyId, why: found.why }, 'the enrolment service has issued what is of no use')
    return again('unusable', AGAIN.unusable)
  }
  await handOutCertificate(context, keyId, found.certificate)
  return undefined
}

/** How many keys the person has made within a day, this one and those before it; removed ones count. */
async function madeToday({ store, now }: Pick<Context, 'store' | 'now'>, { accountId, keyId }: KeyRequest) {
  const { count } = await store.db
    .selectFrom('mail_key')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', now() - DAY_MS)
    .where('id', '<=', keyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function addressesAsked({ request }: KeyRequest): Promise<readonly string[]> {
  const { readRequest, CmsError } = await fetchCms()
  try {
    return (await readRequest(request)).addresses
  } catch (error) {
    if (error instanceof CmsError) return []
    throw error
  }
}

/** Whether all of these addresses are the person's, and there is one. */
async function areOwn(
  { store }: Pick<Context, 'store'>,
  { accountId }: KeyRequest,
  addresses: readonly string[],
): Promise<boolean> {
  for (const address of addresses) if ((await findAccount(store.db, address))?.id !== accountId) return false
  return addresses.length > 0
}

/** The certificate of the key among those that came, checked as people's pages will; or why there is none. */
async function usableIn(
  context: Context,
  asked: KeyRequest,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ readonly certificate: Certificate } | { readonly why: string }> {
  const cms = await fetchCms()
  let all: readonly Certificate[]
  let wanted: string
  try {
    const data = cms.readCms(bytes)
    all = data.type === 'signed' ? data.certificates : []
    wanted = (await nameKey((await cms.readRequest(asked.request)).publicKey)).publicHash
  } catch (error) {
    if (error instanceof cms.CmsError) return { why: 'it cannot be read' }
    throw error
  }
  const at = new Date(context.now())
  const roots = await trustedRoots(context)
  for (const certificate of all) {
    if ((await cms.publicKeyHash(certificate.publicKey)) !== wanted) continue
    if (!(await areOwn(context, asked, certificate.addresses))) return { why: 'it names other addresses' }
    const isForMail = USES.some((use) => cms.purposeOf(certificate, use) === 'fits')
    if (!isForMail) return { why: 'it is not for mail' }
    const { trust } = await cms.judgeChain(certificate, { certificates: [], roots, at })
    return trust === 'trusted' ? { certificate } : { why: `its authority is not trusted here (${trust})` }
  }
  return { why: 'it is of another key' }
}

/** Writes down what the person is shown; open pages are drawn again where it has changed. */
async function noteStanding(context: Context, { keyId, accountId }: KeyRequest, enrolment: Standing): Promise<void> {
  await transact(context, async (trx) => {
    const changed = await trx
      .updateTable('mail_key')
      .set({ enrolment })
      .where('id', '=', keyId)
      .where('request', '<>', '')
      .where('enrolment', '<>', enrolment)
      .returning('id')
      .executeTakeFirst()
    if (changed) noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
  })
}
