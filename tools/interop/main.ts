import { startPostgresServer } from '../../server/src/testing/postgresServer.ts'
import { runDavClients } from './davClients.ts'
import { databaseByThePage, installByThePage, serveByThePage, upgradeByThePage } from './installing.ts'
import { InteropRun } from './interopRun.ts'
import { exchangeMail } from './mailPrograms.ts'
import { changePeople, keepMail } from './operating.ts'
import { startOrganisation } from './organisation.ts'
import { loadFromOtherOrigin } from './otherOrigin.ts'
import { ensurePrograms } from './packages.ts'
import { PageMachine } from './pageMachine.ts'
import { switchRemotes } from './remotesByTool.ts'
import { serveByNginx } from './serving.ts'

/**
 * `npm run interop`: takes an empty folder to a running organisation by the commands of docs/operations.md, with programs
 * of others around it. PostgreSQL of Debian holds the store, Postfix hands mail in by LMTP and takes it on as the relay,
 * swaks and msmtp send, nginx stands in front, Chromium loads remotes from another origin, vdirsyncer, khal and khard read
 * and write calendars and addresses. Prints what it did, and ends with 1 when a single thing fails or a command of the
 * page was not run.
 */
const run = new InteropRun()
await run.whole(async () => {
  const { step, folder } = run
  const { postgres } = await step(
    'Debian has Postfix, swaks, msmtp, nginx, PostgreSQL, vdirsyncer, khal and khard',
    ensurePrograms,
  )
  process.env.PATH = `${postgres}:${process.env.PATH}`
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
  await keepMail(run, organisation)
  await switchRemotes(run, page)
  await upgradeByThePage(run, page)
  await loadFromOtherOrigin(run, organisation)
  await serveByNginx(run, organisation)
  await serveByThePage(run, organisation)
  await step('Every command of docs/operations.md was run', () => page.requireAll())
})
