import assert from 'node:assert/strict'
import path from 'node:path'
import { startPostgresServer } from '../../server/src/testing/postgresServer.ts'
import { ARCHITECTURE } from '../package/debian.ts'
import { WITHOUT_BARE } from './bareMachine.ts'
import { installOnBareMachine, withBareMachine } from './bareOperations.ts'
import { upgradeBareMachine } from './bareUpgrade.ts'
import { runDavClients } from './davClients.ts'
import { ensureDovecotOwner } from './dovecot.ts'
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
import { PART_NAMES, type Part, partIn, startPart } from './parts.ts'
import { switchRemotes } from './remotesByTool.ts'
import { serveByNginx } from './serving.ts'
import { exchangeSmime } from './smime.ts'
import { makeTwoBuilds } from './twoBuilds.ts'
import { readOnTheOtherSide } from './wireMail.ts'

/**
 * `npm run interop`: makes a running organisation of an empty folder by the commands of docs/operations.md, with programs
 * of others around it. PostgreSQL of Debian holds the store, Postfix hands mail in by LMTP and sends it on as the relay,
 * swaks and msmtp send, nginx stands in front, Chromium loads remotes from another origin, vdirsyncer, khal and khard read
 * and write calendars and addresses. What is written here is read from a Dovecot behind a Postfix. openssl and shared/cms read each other's signed and encrypted mail. Where the run may
 * mount, root then follows the page from the first command on a bare Debian with systemd, to an upgrade between two builds
 * and back, and docs/packages.md on another one. Parts that need nothing of the organisation run beside it. Prints what it
 * did, and ends with 1 when a single thing fails or a command of the page was not run.
 */
const run = new InteropRun()
/** `--old-mailbox=20000`: only an old mailbox of so many mails is brought, which lasts a while. */
const OLD_MAILBOX = '--old-mailbox='
const oldMails = process.argv.find((word) => word.startsWith(OLD_MAILBOX))?.slice(OLD_MAILBOX.length)
const part = partIn(process.argv)
await run.whole(() => {
  if (oldMails !== undefined) return bringOldMailbox(run, Number(oldMails))
  return part ? runPart(part) : runAll()
})

async function runAll(): Promise<void> {
  const { step, folder } = run
  const { postgres } = await step(
    'Debian has Postfix, swaks, msmtp, nginx, openssl, PostgreSQL, vdirsyncer, khal and khard',
    ensurePrograms,
  )
  process.env.PATH = `${postgres}:${process.env.PATH}`
  const page = new PageMachine(folder)
  await installByThePage(run, page)
  // A part makes this account where it is missing; none may change the machine while another one compares it.
  ensureDovecotOwner()
  // Not sooner: the installation is built in the folder of the sources, whose client the servers of the parts have.
  const parts = PART_NAMES.map((name) => startPart({ name, beside: folder, made: page.at('/tmp') }))
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
  await switchRemotes(run, page)
  await showRemoteFromOutside(run, organisation)
  await upgradeByThePage(run, page)
  await loadFromOtherOrigin(run, organisation)
  await serveByNginx(run, organisation)
  await serveByThePage(run, organisation)
  await step('Every command of docs/operations.md was run', () => page.requireAll())
  for (const { name, ended } of parts) assert.ok(await ended, `the part “${name}” failed: see above`)
}

async function runPart({ name, beside, made }: Part): Promise<void> {
  if (name === 'other-servers') {
    await exchangeSmime(run.step, run.folder)
    await bringOldMailbox(run)
    return readOnTheOtherSide(run)
  }
  const refused = process.argv.includes(WITHOUT_BARE) ? WITHOUT_BARE : await followOnBareMachines(beside, made)
  if (refused !== null) console.log(`   Not on a bare machine, which needs the right to mount: ${refused}`)
}

/**
 * Follows the page and docs/packages.md with what the run has made in a folder. Answers why there is no bare machine; null
 * where both were followed.
 */
async function followOnBareMachines(beside: string, made: string): Promise<string | null> {
  const refused = await withBareMachine(run, beside, async (operator) => {
    const builds = await run.step('A second build is made, with another version of a remote', () =>
      makeTwoBuilds(path.join(made, 'yanshu'), path.join(run.folder, 'builds')),
    )
    await installOnBareMachine(run, operator, builds)
    await upgradeBareMachine(run, operator, builds)
  })
  if (refused !== null) return refused
  const packages = {
    debian: path.join(made, `yanshu_0.1.0_${ARCHITECTURE}.deb`),
    image: path.join(made, `yanshu_0.1.0_${ARCHITECTURE}.oci.tar`),
  }
  return withBareMachine(run, beside, ({ machine }) => installPackages(run, machine, packages))
}
