import path from 'node:path'
import { startPostgresServer } from '../../server/src/testing/postgresServer.ts'
import { ARCHITECTURE } from '../package/debian.ts'
import { WITHOUT_BARE } from './bareMachine.ts'
import { installOnBareMachine, withBareMachine } from './bareOperations.ts'
import { upgradeBareMachine } from './bareUpgrade.ts'
import { runDavClients } from './davClients.ts'
import { runFileClients } from './fileClients.ts'
import { databaseByThePage, installByThePage, serveByThePage, upgradeByThePage } from './installing.ts'
import { InteropRun } from './interopRun.ts'
import { showRemoteFromOutside } from './kitOutside.ts'
import { exchangeMail } from './mailPrograms.ts'
import { changePeople, keepMail } from './operating.ts'
import { startOrganisation } from './organisation.ts'
import { bringOldMailbox } from './otherMailbox.ts'
import { loadFromOtherOrigin } from './otherOrigin.ts'
import { installPackages } from './packaged.ts'
import { ensurePrograms } from './packages.ts'
import { PageMachine } from './pageMachine.ts'
import { switchRemotes } from './remotesByTool.ts'
import { serveByNginx } from './serving.ts'
import { exchangeSmime } from './smime.ts'
import { makeTwoBuilds } from './twoBuilds.ts'
import { readOnTheOtherSide } from './wireMail.ts'

/**
 * `npm run interop`: takes an empty folder to a running organisation by the commands of docs/operations.md, with programs
 * of others around it. PostgreSQL of Debian holds the store, Postfix hands mail in by LMTP and takes it on as the relay,
 * swaks and msmtp send, nginx stands in front, Chromium loads remotes from another origin, vdirsyncer, khal and khard read
 * and write calendars and addresses. What is written here is read from a Dovecot behind a Postfix. openssl and shared/cms read each other's signed and encrypted mail. Where the run may
 * mount, root then follows the page from the first command on a bare Debian with systemd, to an upgrade between two builds
 * and back, and docs/packages.md on another one. Prints what it did, and ends with 1 when a single thing fails or a command of the page was not run.
 */
const run = new InteropRun()
/** `--old-mailbox=20000`: only an old mailbox of so many mails is brought, which takes a while. */
const OLD_MAILBOX = '--old-mailbox='
const oldMails = process.argv.find((word) => word.startsWith(OLD_MAILBOX))?.slice(OLD_MAILBOX.length)
await run.whole(() => (oldMails === undefined ? runAll() : bringOldMailbox(run, Number(oldMails))))

async function runAll(): Promise<void> {
  const { step, folder } = run
  const { postgres } = await step(
    'Debian has Postfix, swaks, msmtp, nginx, openssl, PostgreSQL, vdirsyncer, khal and khard',
    ensurePrograms,
  )
  process.env.PATH = `${postgres}:${process.env.PATH}`
  await exchangeSmime(step, folder)
  const page = new PageMachine(folder)
  await installByThePage(run, page)
  const database = await step(`PostgreSQL of Debian runs (${postgres})`, async () => {
    const server = await startPostgresServer(postgres)
    run.atEnd(() => server.stop())
    return server.address
  })
  const store = await databaseByThePage(run, page, database)
  const organisation = await startOrganisation(run, page, { database, store })
  await exchangeMail(run, organisation)
  await changePeople(run, organisation)
  await runDavClients(step, { front: organisation.front, folder, person: organisation.weiClient })
  page.command('yanshu switch set netdiskEnable on')
  await runFileClients(step, { front: organisation.front, folder, person: organisation.weiClient })
  await keepMail(run, organisation)
  await bringOldMailbox(run)
  await readOnTheOtherSide(run)
  await switchRemotes(run, page)
  await showRemoteFromOutside(run, organisation)
  await upgradeByThePage(run, page)
  await loadFromOtherOrigin(run, organisation)
  await serveByNginx(run, organisation)
  await serveByThePage(run, organisation)
  const refused = await followOnBareMachine(page)
  if (refused !== null) console.log(`   Not on a bare machine, which needs the right to mount: ${refused}`)
  await step('Every command of docs/operations.md was run', () => page.requireAll())
}

/** Answers why there is no bare machine; null where the page was followed on one. */
async function followOnBareMachine(page: PageMachine): Promise<string | null> {
  if (process.argv.includes(WITHOUT_BARE)) return WITHOUT_BARE
  const refused = await withBareMachine(run, async (operator) => {
    const builds = await run.step('A second build is made, with another version of a remote', () =>
      makeTwoBuilds(page.at('/tmp/yanshu'), path.join(run.folder, 'builds')),
    )
    await installOnBareMachine(run, operator, builds)
    await upgradeBareMachine(run, operator, builds)
  })
  if (refused !== null) return refused
  const packages = {
    debian: page.at(`/tmp/yanshu_0.1.0_${ARCHITECTURE}.deb`),
    image: page.at(`/tmp/yanshu_0.1.0_${ARCHITECTURE}.oci.tar`),
  }
  return withBareMachine(run, ({ machine }) => installPackages(run, machine, packages))
}
