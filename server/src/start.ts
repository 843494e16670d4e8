import type { AddressInfo } from 'node:net'
import { startSubmission } from './areas/submission/index.ts'
import { startWebPush } from './areas/web-push/index.ts'
import { deliverySteps } from './deliverySteps.ts'
import { installDemoApart } from './demo-install/installDemoApart.ts'
import { clearUnfinishedDemo, untilWhole } from './demo-install/unfinishedDemo.ts'
import { jobKinds } from './jobKinds.ts'
import { mailTransportOf } from './mailflow/mailTransport.ts'
import { type MailTransportOptions, startMailTransport } from './mailflow/startMailTransport.ts'
import { collectWhenAlone } from './platform/collectWhenAlone.ts'
import type { Config } from './platform/config/config.ts'
import { lockDataFolder } from './platform/config/dataFolderLock.ts'
import { requireClient, requireDataFolder, requireExactPages, requireTls } from './platform/config/requireFiles.ts'
import type { Log } from './platform/log/log.ts'
import { releaseWhenIdle } from './platform/releaseWhenIdle.ts'
import { buildServiceApp } from './serviceApp.ts'
import { requireBlobPlace } from './store/blobs/openBlobStore.ts'
import type { Context } from './store/context/context.ts'
import { openContext } from './store/context/openContext.ts'
import { engineOf } from './store/database/engine.ts'
import { jobsOf } from './store/jobs/index.ts'
import { registerServer } from './store/servers/liveServers.ts'
import { submissionSteps } from './submissionSteps.ts'

export interface StartOptions {
  readonly config: Config
  readonly mailTransport: MailTransportOptions
  readonly log: Log
  readonly now?: () => number
  /** Called with how far the demonstration organisation is, from 0 to 1, while a first start makes it. */
  readonly onDemo?: (done: number) => void
}

export interface Running {
  readonly context: Context
  /** The ports taken, where 0 was asked for. */
  readonly httpPort: number
  readonly smtpPort: number
  readonly lmtpPort: number | null
  readonly submissionPort: number | null
  readonly submissionsPort: number | null
  /** Whether there is an organisation: a domain at least. */
  readonly empty: boolean
  /** Takes nothing new, finishes what was begun, closes everything. */
  stop(): Promise<void>
}

/**
 * Starts the whole service in this process. What was opened before a failure is closed again.
 * Throws `DataFolderTakenError` when another server works on the folder, and an `OperatorError` for what else the
 * operator can put right; `startFailure` has a sentence for the rest of what is known to happen.
 */
export async function start({
  config,
  mailTransport,
  log,
  now = Date.now,
  onDemo = () => {},
}: StartOptions): Promise<Running> {
  const opened: (() => unknown)[] = []
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close()
  }
  try {
    await requireDataFolder(config.dataFolder)
    await requireTls(config)
    await requireExactPages(config)
    await requireClient(config)
    await requireBlobPlace(config)
    const onPostgres = engineOf(config.database) === 'postgres'
    if (!onPostgres) opened.push(lockDataFolder(config.dataFolder))
    if (config.demo) await clearUnfinishedDemo(config, onPostgres ? 'postgres' : 'sqlite')
    const { context, close } = await openContext({ config, log, now, windows: true })
    opened.push(close)
    opened.push(await registerServer(context))

    let empty = (await context.store.db.selectFrom('domain').select('id').limit(1).executeTakeFirst()) === undefined
    if (empty && config.demo) {
      await untilWhole(config.dataFolder, () => installDemoApart({ config, now: now() }, onDemo))
      empty = false
    }
    const app = await buildServiceApp(context)
    opened.push(() => app.close())
    const mail = await startMailTransport(context, mailTransport, {
      delivery: deliverySteps,
      submission: submissionSteps,
    })
    opened.push(() => mail.stop())
    const submission = await startSubmission(context)
    opened.push(() => submission.stop())
    const jobs = jobsOf(mailTransportOf(context).background)
    jobs.register(jobKinds)
    opened.push(() => jobs.stop())
    await jobs.start()
    opened.push(startWebPush(context))
    await app.listen({ port: config.port, host: config.host })
    opened.push(collectWhenAlone(app.server))
    opened.push(releaseWhenIdle(context.store.releaseMemory))
    // A page that stays open must not delay the end of a server without a proxy.
    if (config.trustProxy) opened.push(() => app.leave())
    const { port } = app.server.address() as AddressInfo
    const { smtpPort, lmtpPort } = mail
    const { submissionPort, submissionsPort } = submission
    return { context, httpPort: port, smtpPort, lmtpPort, submissionPort, submissionsPort, empty, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
