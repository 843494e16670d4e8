import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { providedVersions } from '@yanshu/build'
import { type Candidate, type Manifest, type Rollout, resolve, rolloutUser, userHash } from '@yanshu/discovery'
import { withContext } from '../../server/src/cli/withContext.ts'
import { createDepartment, insertAccount } from '../../server/src/store/accounts/accounts.ts'
import { hashGenerated } from '../../server/src/store/accounts/password.ts'
import { DOMAIN, PASSWORD } from '../support/api.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { enter, fillLogin, goTo, type Person } from '../support/people.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'
import { defaultOf, withCandidates } from './brokenBuild.ts'
import { buildNext, NEXT, NEXT_REMOTES, waiting } from './nextBuild.ts'
import { WITHOUT_MOVEMENT } from './still.ts'

test.use(WITHOUT_MOVEMENT)

const REMOTE_NAMES: readonly string[] = NEXT_REMOTES

const HOST = path.resolve(import.meta.dirname, '../../host')
const PEOPLE = 50
const TRIAL = '试点中心 / 试点一组'

interface Someone {
  readonly user: string
  readonly department: string
}
type Versions = Readonly<Record<string, string>>

const people: readonly Someone[] = Array.from({ length: PEOPLE }, (_, at) => ({
  user: `canary${at}`,
  department: at % 5 === 0 ? TRIAL : '财务部',
}))

/** Makes the people as an operator does, in two departments, one of them below another. */
const makePeople = (server: OwnServer) =>
  withContext({ data: server.dataFolder }, async (context) => {
    const center = await createDepartment(context, { name: '试点中心', parentId: null })
    const departments: Readonly<Record<string, number>> = {
      [TRIAL]: await createDepartment(context, { name: '试点一组', parentId: center }),
      财务部: await createDepartment(context, { name: '财务部', parentId: null }),
    }
    // Quick to compare: all people log in.
    const hash = await hashGenerated(PASSWORD)
    for (const { user, department } of people) {
      const account = {
        address: `${user}@${DOMAIN}`,
        name: user,
        password: PASSWORD,
        deptId: departments[department] ?? null,
      }
      await context.store.db.transaction().execute((trx) => insertAccount(trx, context, account, hash))
    }
  })

let next: ReadonlyMap<string, Candidate> = new Map()

test.beforeAll(async ({ ownServer }) => {
  const builds = new Map<string, Candidate>()
  for (const remote of NEXT_REMOTES) builds.set(remote, waiting(await buildNext(ownServer.client, remote)))
  next = builds
  await makePeople(ownServer)
})
test.afterAll(({ ownServer }) => unpublish(ownServer))

/** The manifest of the build, with the next version of every remote beside its default one. */
function withNext(revision: number, traffic: number, rollout: (remote: string) => Omit<Rollout, 'salt'>): Manifest {
  const built = builtManifest()
  const beside = REMOTE_NAMES.reduce((manifest, remote) => {
    const candidate = next.get(remote)
    if (!candidate) throw new Error(`${remote} was not built`)
    const extras = { ...candidate.extras, rollout: { salt: 'k7', ...rollout(remote) } }
    return withCandidates(manifest, remote, [
      defaultOf(built, remote),
      { ...candidate, deployment: { traffic, default: false }, extras },
    ])
  }, built)
  return { ...beside, revision: built.revision + revision, ttlSeconds: 600 }
}

/** The versions that the rules of the manifest give a person. */
function meantFor({ user, department }: Someone, manifest: Manifest, server: OwnServer): Versions {
  const resolution = resolve(manifest, {
    hostVersion: manifest.minHost,
    provided: providedVersions(HOST),
    base: server.url,
    origins: [server.url],
    user: rolloutUser(`${user}@${DOMAIN}`, department),
  })
  return Object.fromEntries(
    REMOTE_NAMES.map((remote) => {
      const chosen = resolution.get(remote)
      return [remote, chosen && 'version' in chosen ? chosen.version : 'none']
    }),
  )
}

/** The people whose pages are opened: the first two of the fifty for each set of versions that the manifest resolves to. */
function someOfEach(manifest: Manifest, server: OwnServer): readonly Someone[] {
  const bySet = Map.groupBy(people, (someone) => JSON.stringify(meantFor(someone, manifest, server)))
  return [...bySet.values()].flatMap((alike) => alike.slice(0, 2))
}

/** Opens places of the three remotes, no further than their entries, and answers whose entries the page fetched. */
async function versionsOn(page: Page): Promise<Versions> {
  await goTo(page, '/write/nowhere')
  const entries = await page.waitForFunction((names) => {
    const found = new Map<string, Set<string>>()
    for (const { name } of performance.getEntriesByType('resource')) {
      const [, remote, version] = /\/r\/(remote-\w+)\/([\d.]+)-\w+\/remoteEntry/.exec(name) ?? []
      // Others come by themselves, to say what is due for instance.
      if (remote && version && names.includes(remote)) found.set(remote, (found.get(remote) ?? new Set()).add(version))
    }
    // The quick search has brought remote-mail; what is open now has brought remote-compose.
    if (found.has('remote-compose') && location.hash === '#/write/nowhere') location.hash = '#/set/no/where'
    return found.size === names.length && [...found].map(([remote, versions]) => [remote, [...versions].join(' and ')])
  }, REMOTE_NAMES)
  return Object.fromEntries((await entries.jsonValue()) || [])
}

test('given a canary of every remote, then people get what the manifest means for them, and a larger one keeps the first', async ({
  browser,
  ownServer,
}) => {
  test.setTimeout(240_000)
  const tenPercent = withNext(10, 10, () => ({ stage: 'canary' }))
  const fiftyPercent = withNext(11, 50, () => ({ stage: 'canary' }))
  publish(ownServer, tenPercent)
  const context = await browser.newContext({ baseURL: ownServer.url })
  const page = await context.newPage()
  const first: { someone: Someone; remotes: readonly string[] }[] = []
  for (const someone of someOfEach(tenPercent, ownServer)) {
    const meant = meantFor(someone, tenPercent, ownServer)
    await enter(page, someone.user, '/write/nowhere')
    expect(await versionsOn(page), someone.user).toEqual(meant)
    const remotes = REMOTE_NAMES.filter((remote) => meant[remote] === NEXT)
    if (remotes.length === 0) continue
    await page.reload()
    expect(await versionsOn(page), `${someone.user} after a reload`).toEqual(meant)
    first.push({ someone, remotes })
  }
  for (const remote of REMOTE_NAMES)
    expect(
      first.some(({ remotes }) => remotes.includes(remote)),
      remote,
    ).toBe(true)
  const isInCanary = (someone: Someone) => Object.values(meantFor(someone, tenPercent, ownServer)).includes(NEXT)
  expect(people.filter(isInCanary).length).toBeLessThan(PEOPLE)

  publish(ownServer, fiftyPercent)
  for (const { someone, remotes } of first) {
    await enter(page, someone.user, '/write/nowhere')
    const got = await versionsOn(page)
    expect(got, someone.user).toEqual(meantFor(someone, fiftyPercent, ownServer))
    for (const remote of remotes) expect(got[remote], `${someone.user} keeps ${remote}`).toBe(NEXT)
  }
  await context.close()
})

/** Which versions are on the page: the next one of each remote shows a word of its own. */
async function speakingOn({ page }: Person): Promise<Versions> {
  await goTo(page, '/set/normalset')
  const title = page.getByRole('heading', { level: 1, name: /^常规设置/ }).filter({ visible: true })
  const search = page.getByPlaceholder(/^搜索邮件/).filter({ visible: true })
  const settings = (await title.textContent()) ?? ''
  const mail = (await search.getAttribute('placeholder')) ?? ''
  await goTo(page, '/write/new/0')
  const subject = page.getByLabel(/^主题/).filter({ visible: true })
  await expect(subject).toBeVisible()
  const next = await page.getByLabel(`主题${NEXT}`).filter({ visible: true }).count()
  const versionOf = (isNext: boolean) => (isNext ? NEXT : 'default')
  return {
    'remote-mail': versionOf(mail.endsWith(NEXT)),
    'remote-compose': versionOf(next > 0),
    'remote-settings': versionOf(settings.endsWith(NEXT)),
  }
}

const all = (version: string): Versions => Object.fromEntries(REMOTE_NAMES.map((remote) => [remote, version]))

async function signOut({ page, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.shell.topBar.more, exact: true }).first().click()
  await page.getByRole('menuitem', { name: words.shell.topBar.signOut }).click()
  await expect(page.getByLabel(words.login.password, { exact: true })).toBeVisible()
}

/** Another person logs in on the same page. */
async function goOnAs(person: Person, user: string): Promise<void> {
  await signOut(person)
  await fillLogin({ ...person, user })
  await expect(person.page.getByRole('tree')).toBeVisible()
}

test('given rules by department and by person, when people log in one after the other on one page, then each gets theirs; a rollback reaches all', async ({
  ownServer,
  someone,
}) => {
  const named = `canary1@${DOMAIN}`
  const ruled = withNext(20, 0, () => ({
    rules: [
      { users: [userHash('k7', named)], use: true },
      { depts: ['试点中心'], use: true },
    ],
  }))
  publish(ownServer, ruled)
  const person = await someone({ user: 'canary0', path: '/set/normalset', server: ownServer.url })
  const { page } = person
  expect(await speakingOn(person), 'of the department').toEqual(all(NEXT))

  await goOnAs(person, 'canary2')
  expect(await speakingOn(person), 'of no rule').toEqual(all('default'))

  await goOnAs(person, 'canary1')
  expect(await speakingOn(person), 'named').toEqual(all(NEXT))
  await page.reload()
  expect(await speakingOn(person), 'named, after a reload').toEqual(all(NEXT))

  publish(
    ownServer,
    withNext(21, 0, () => ({ stage: 'disabled', rules: [{ depts: ['试点中心'], use: true }] })),
  )
  await page.reload()
  expect(await speakingOn(person), 'after the rollback').toEqual(all('default'))
  await goOnAs(person, 'canary5')
  expect(await speakingOn(person), 'of the department, after the rollback').toEqual(all('default'))
  expect(person.seen.violations).toEqual([])
})
