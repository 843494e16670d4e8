import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { DEMO_DOMAIN, DEMO_PASSWORD, MAIN_ACCOUNTS } from '@yanshu/demo/organisation'
import { readMailTransportOptions } from './mailflow/startMailTransport.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { lineLog } from './platform/log/log.ts'
import { withoutRepeats } from './platform/log/withoutRepeats.ts'
import { start } from './start.ts'
import { startFailure } from './startFailure.ts'

/** How long an orderly stop may take before the process goes anyway; what was acknowledged is on disk. */
const STOP_WITHIN_MS = 10_000
/** A terminal or service manager and the process that started this one signal the same stop one after the other. */
const SAME_STOP_MS = 1_000

const say = (line: string) => process.stdout.write(`${line}\n`)

function sayDemo(done: number): void {
  const line = `Making the demonstration organisation … ${Math.round(done * 100)} %`
  process.stdout.write(
    process.stdout.isTTY ? `\r${line}${done === 1 ? '\n' : ''}` : done === 0 || done === 1 ? `${line}\n` : '',
  )
}

let config: Config | null = null
try {
  config = readConfig(process.env)
  const running = await start({
    config,
    mailTransport: readMailTransportOptions(process.env),
    log: withoutRepeats(lineLog({ level: config.logLevel })),
    onDemo: sayDemo,
  })
  let stoppingSince: number | null = null
  const stop = () => {
    const now = performance.now()
    if (stoppingSince !== null) {
      // Asked again, or taking too long: go.
      if (now - stoppingSince > SAME_STOP_MS) process.exit(1)
      return
    }
    stoppingSince = now
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  // `npm run package` writes the commands there; a checkout has none.
  const isInstallation = existsSync(path.resolve(import.meta.dirname, '../../bin/yanshu'))
  const { db } = running.context.store
  const demo = await db.selectFrom('domain').select('id').where('name', '=', DEMO_DOMAIN).executeTakeFirst()

  say('')
  say(`Yanshu 雁书   http://localhost:${running.httpPort}`)
  say(`Mail in       smtp://localhost:${running.smtpPort}`)
  if (running.submissionPort !== null) say(`Programs send smtp://localhost:${running.submissionPort} (STARTTLS)`)
  if (running.submissionsPort !== null) say(`Programs send smtps://localhost:${running.submissionsPort}`)
  say(`Data          ${config.dataFolder}${running.context.store.engine === 'postgres' ? ' (store: PostgreSQL)' : ''}`)
  if (demo) {
    const accounts = MAIN_ACCOUNTS.map((account) => `${account}@${DEMO_DOMAIN}`).join(', ')
    say(`Accounts      ${accounts}   password ${DEMO_PASSWORD}`)
  } else if (running.empty) {
    say('There is nobody yet. In another terminal:')
    const command = isInstallation ? 'yanshu' : 'npm run yanshu --'
    say(`  ${command} domain add example.org`)
    say(`  ${command} user add you@example.org --name "Your Name"`)
  }
  say('Ctrl-C stops it.')
  // Else it would be written by an orderly stop alone.
  flushCompileCache()
} catch (error) {
  console.error(startFailure(error, config) ?? error)
  process.exitCode = 1
}
