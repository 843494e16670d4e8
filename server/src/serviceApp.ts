import { access, constants } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { assistantNote } from './areas/assistant/index.ts'
import { manifestNote, serveManifest } from './areas/deployments/index.ts'
import { noteSettingChange, notifyWindows } from './areas/security/index.ts'
import { beaconCounters } from './areas/telemetry/index.ts'
import { mailTransportOf } from './mailflow/mailTransport.ts'
import { countOutgoing } from './mailflow/outgoing/countOutgoing.ts'
import { sendingGauges } from './mailflow/sendingRate/sendingFigures.ts'
import { smtpCounters } from './mailflow/smtp/smtpFigures.ts'
import { mailWorkOf } from './mailflow/workers/mailWork.ts'
import { diskGauges, diskNote } from './platform/health/diskFigures.ts'
import { healthRoutes } from './platform/health/health.routes.ts'
import { buildGauges, poolGauges } from './platform/health/processFigures.ts'
import { buildApp } from './platform/http/app.ts'
import { type CallError, FileDamagedError, StoreSilentError } from './platform/http/errors.ts'
import { routes } from './routes.ts'
import { sessionStart } from './sessionStart.ts'
import { organisationName } from './store/accounts/departments.ts'
import { BlobMissingError, isBucketSilent } from './store/blobs/errors.ts'
import { requireBlobPlace } from './store/blobs/openBlobStore.ts'
import type { Context } from './store/context/context.ts'
import { isStatementEnded, isStoreSilent } from './store/database/isStoreSilent.ts'
import { jobCounters, jobGauges } from './store/jobs/measureJobs.ts'
import { requireOpen } from './store/mailbox/index.ts'
import { indexGauges } from './store/search/indexFigures.ts'
import { authenticate } from './store/sessions/authenticate.ts'
import { endAtLock } from './store/sessions/endAtLock.ts'
import { organisationSwitches } from './store/switches/switches.ts'

/** A person types the domain where there are more than a list can offer. */
const DOMAINS_OFFERED = 50

async function domainsOffered(db: Context['store']['db']): Promise<string[]> {
  const rows = await db.selectFrom('domain').select('name').orderBy('id').limit(DOMAINS_OFFERED).execute()
  return rows.map(({ name }) => name)
}

/** What the floors below HTTP say, as an answer; null for what is answered like any other failure. */
function causeOf(error: unknown): CallError | null {
  if (error instanceof BlobMissingError) return new FileDamagedError()
  // The file is there; the bucket that keeps it gives no answer now.
  if (isBucketSilent(error)) return new StoreSilentError()
  // A statement that took too long would take as long again.
  return isStoreSilent(error) && !isStatementEnded(error) ? new StoreSilentError() : null
}

/** The HTTP side with everything that the service answers: calls, the push socket, health, the client and its manifest. */
export function buildServiceApp(context: Context): Promise<FastifyInstance> {
  const { config, log, store } = context
  let manifest: Awaited<ReturnType<typeof serveManifest>> | null = null
  return buildApp({
    config,
    log,
    authenticate: (request, byCookie, allowed) => authenticate(context, request, byCookie, allowed),
    admit: (caller, named) => requireOpen(context, caller, named),
    noteCall: async (call) => {
      await noteSettingChange(context, call)
      await notifyWindows(context, call)
    },
    followFile: endAtLock(context),
    startOf: (address) => sessionStart(context, address),
    causeOf,
    pageWords: async () => ({
      organisation: await organisationName(store.db),
      copyright: (await organisationSwitches(store.db)).systemCopyright,
      // While the built manifest is served, nothing is signed: it belongs to the release, as the page does.
      manifestKeys: (await manifest?.read())?.keys ?? [],
      remotesOrigin: config.remotesUrl === null ? '' : new URL(config.remotesUrl).origin,
      allowOverride: config.allowOverride,
      sms: config.sms !== null,
      sso: config.sso !== null,
      domains: await domainsOffered(store.db),
      helpHost: config.helpHost,
      mobileUrl: config.mobileUrl ?? '',
    }),
    addRoutes: async (app) => {
      // Before the calls, which it measures.
      await healthRoutes(app, {
        log,
        metricsToken: config.metricsToken,
        checks: {
          store: () => sql`select 1`.execute(store.db),
          files: async () => {
            await access(config.dataFolder, constants.R_OK | constants.W_OK)
            await requireBlobPlace(config)
          },
          // A service without a client has no remotes.
          ...(config.clientFolder
            ? {
                remotes: async () => {
                  await manifest?.read()
                  const { missing } = manifest?.state() ?? { missing: [] }
                  if (missing.length > 0) throw new Error(`the entries of ${missing.join(', ')} are missing`)
                },
              }
            : {}),
        },
        notes: async () => ({
          ...(manifest ? manifestNote(manifest.state()) : {}),
          ...(await assistantNote(context)),
          ...(await diskNote(config.dataFolder)),
        }),
        countOutgoing: () => countOutgoing(context),
        outgoingPause: () => mailTransportOf(context).dispatcher.pause(),
        counters: [...beaconCounters(context), ...jobCounters(context), ...smtpCounters(context)],
        gauges: [
          ...jobGauges(context),
          ...indexGauges(store.db),
          ...sendingGauges(context),
          ...diskGauges(config.dataFolder),
          ...poolGauges(() => [...store.pools(), ...mailWorkOf(context).pools()]),
          ...buildGauges(store.engine),
        ],
      })
      for (const addRoutes of routes) addRoutes(app, context)
      if (config.clientFolder) manifest = await serveManifest(app, context, config.clientFolder)
    },
  })
}
