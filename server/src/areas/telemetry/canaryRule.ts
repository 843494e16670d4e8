import type { CanaryLimit } from '../../platform/config/values.ts'
import type { Context } from '../../store/context/context.ts'
import { transact } from '../../store/database/transact.ts'
import { deployedVersions, haltCanary, offeredSince } from '../deployments/index.ts'
import { type Tried, triedVersions } from './beacon.repository.ts'
import type { Failing } from './beaconCounts.ts'
import { type Alert, operatorsMail } from './operatorsMail.ts'

/** A canary fails when it fails for so many times more people than the version of all other accounts. */
const TIMES_WORSE = 2
/** What was begun and not finished by a process that ended is done after this time. */
const AGAIN_MS = 60_000

const rateOf = ({ tried, failed }: Tried) => (tried === 0 ? 0 : failed / tried)

/**
 * Whether a canary has to be taken back: it fails for more than `percent` of at least `tried` people, and clearly more
 * often than the version that all other accounts have, which fails too when it is the network that does.
 */
export const isFailing = (canary: Tried, others: Tried, { percent, tried }: CanaryLimit): boolean =>
  canary.tried >= tried && rateOf(canary) * 100 > percent && rateOf(canary) > TIMES_WORSE * rateOf(others)

/** Checks canaries that have just failed for an account, and takes back those that fail for too many. */
export async function watchCanaries(context: Context, failing: readonly Failing[]): Promise<void> {
  const limit = context.config.canaryRule
  if (limit === null || failing.length === 0) return
  const deployed = await deployedVersions(context)
  const versions = [...(deployed?.byBuild.values() ?? [])]
  for (const { remote, version } of failing) {
    if (!versions.some((one) => one.isCanary && one.remote === remote && one.label === version)) continue
    const since = await offeredSince(context, remote, version)
    if (!since) continue
    const tried = await triedVersions(context, remote, since)
    const canary = tried.get(version) ?? { tried: 0, failed: 0 }
    const usual = versions.find((one) => one.isDefault && one.remote === remote)?.label ?? ''
    if (!isFailing(canary, tried.get(usual) ?? { tried: 0, failed: 0 }, limit)) continue
    await takeBack(context, { remote, version, ...canary, limit, signed: isOutOfReach(context) }, since)
  }
}

/** Whether manifests must be signed and this server has no key to stop a version. */
const isOutOfReach = ({ config }: Context) => config.manifestKeys !== null && config.manifestStopKey === null

/** Notifies the operators once, and takes the canary from all accounts; where manifests are signed, only they can. */
async function takeBack(context: Context, alert: Alert, { revision }: { readonly revision: number }): Promise<void> {
  const { remote, version, tried, failed, signed } = alert
  const send = await operatorsMail(context, alert)
  const at = context.now()
  const state = await transact(context, async (trx) => {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('canary_alert')
      .values({ remote, version, revision, at })
      .onConflict((conflict) => conflict.columns(['remote', 'version', 'revision']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) {
      await send(trx)
      return 'told'
    }
    // Only one process a minute tries again.
    const { numUpdatedRows } = await trx
      .updateTable('canary_alert')
      .set({ at })
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where('revision', '=', revision)
      .where('at', '<', at - AGAIN_MS)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? 'again' : 'known'
  })
  if (state === 'known' || signed) return
  const reason = `it failed for ${failed} of ${tried} people`
  const { written, why } = await haltCanary(context, remote, version, reason)
  if (written) context.log.warn({ remote, version, tried, failed }, 'A canary that failed was taken from everybody')
  else context.log.error({ remote, version, tried, failed, why }, 'A canary that fails could not be taken back')
}
