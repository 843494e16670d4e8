// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import 'fake-indexeddb/auto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../src/settings/defaults.ts'
import { type ApiServer, answer, type Seen, startApiServer } from './apiServer.ts'
import { openWindow, writePlatform } from './window.ts'

/** Mulberry32: the same story for the same seed. */
function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

const PEOPLE = ['li', 'wang'] as const
type Who = (typeof PEOPLE)[number]
const mailOf = (who: string) => `${who}@yanshu.test`

/**
 * A server of two people that answers when the story lets it, in any order. Tokens name their owner, so that what a
 * page shows can be distinguished: every name, text and setting of a person carries theirs.
 */
function serveTwoPeople(server: ApiServer, below: (limit: number) => number) {
  const held: (() => void)[] = []
  const dead = new Set<string>()
  let made = 0
  const tokens = (who: string) => {
    made += 1
    return { accessToken: `${who}-a${made}`, refreshToken: `${who}-r${made}`, expiresIn: 900 }
  }
  const later = (path: string, reply: (seen: Seen, response: ServerResponse) => void) =>
    server.on(path, (seen, response) => void held.push(() => response.writable && reply(seen, response)))
  const asPerson = (path: string, data: (who: string) => unknown) =>
    later(path, (seen, response) => {
      const token = /^Bearer (.*)$/.exec(seen.headers.authorization ?? '')?.[1]
      const owner = token?.split('-')[0]
      if (!token || !owner || dead.has(token)) answer(response, null, 401_001, 401, 'expired')
      else answer(response, data(owner))
    })
  later('mail/apilogin/userLogin', (seen, response) => {
    const { account }: { account: string } = JSON.parse(seen.body)
    answer(response, { ...tokens(account), secondVerified: false, userMail: mailOf(account), user: null })
  })
  later('oauth/token', (seen, response) => {
    const { refreshToken }: { refreshToken: string } = JSON.parse(seen.body)
    if (dead.has(refreshToken)) answer(response, null, 401_002, 401, 'spent')
    else answer(response, tokens(refreshToken.split('-')[0] ?? ''))
  })
  later('oauth/logout', (_, response) => answer(response, {}))
  asPerson('user/info', (who) => ({ emailAddr: mailOf(who), userName: who }))
  asPerson('user/journalKey', (who) => ({ key: btoa(who.padEnd(32, '-')) }))
  asPerson('mail/main/index', (who) => ({ ...defaultSettings(), systemCopyright: who }))
  asPerson('mail/main/quota/useInfo', (who) => ({ of: who }))
  asPerson('mail/main/folder/list', (who) => ({
    folderList: [],
    labelList: [],
    folderOutList: [],
    customList: [
      { folderId: 9, folderName: who, role: 'custom', mail: 0, unread: 0, spaceSize: 0, pwd: false, state: 0 },
    ],
  }))
  return {
    held,
    /** Lets one answer that is due go out, any of them. */
    release: () => held.splice(below(held.length), 1)[0]?.(),
    /** The tokens that are stored now are no longer good; with `all`, the refresh token neither. */
    kill(all: boolean) {
      dead.add(localStorage.getItem('accessToken') ?? '')
      if (all) dead.add(localStorage.getItem('refreshToken') ?? '')
    },
  }
}

let server: ApiServer

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  server = await startApiServer()
  writePlatform({ apiBase: server.base })
})
afterEach(() => server.close())

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1))
/** What was seen of whom in all stories: they prove nothing where nothing was shown. */
const sightings = new Set<string>()
const seeds = Array.from({ length: 25 }, (_, at) => at + 1)

test.each(seeds)(
  'given story %i of two people at one page, then neither ever sees anything of the other',
  async (seed) => {
    const below = dice(seed)
    const shell = await openWindow()
    const { endSession } = await import('../src/session/state.ts')
    const { queryClient } = await import('../src/query/index.ts')
    const { folders, http, journal, loginScope, perLogin, session, settings, tabs } = shell
    const people = serveTwoPeople(server, below)
    const notes = perLogin((login) => ({ owner: login.userMail, heard: [] as string[] }))
    const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
    const wrong: string[] = []

    /** Everything that is shown, kept and stored is of who is logged in, or of no one. */
    const check = (step: string) => {
      const state = session.state()
      const who = state.status === 'open' ? state.userMail.split('@')[0] : null
      const suspended = state.status === 'anonymous' ? (loginScope().userMail?.split('@')[0] ?? null) : null
      const allowed = who ?? suspended
      const seen = {
        folder: folders.tree().lists?.customList[0]?.folderName,
        setting: settings.current().systemCopyright || undefined,
        user: state.status === 'open' ? state.user?.userName : undefined,
        quota: queryClient().getQueryData<{ of: string }>(['quota'])?.of,
        note: notes().heard.at(-1),
        tab: tabs.list()[0]?.title,
        stored: localStorage.getItem('accessToken')?.split('-')[0],
        name: localStorage.getItem('accessToken') ? localStorage.getItem('userMail')?.split('@')[0] : undefined,
      }
      for (const [what, of] of Object.entries(seen)) {
        if (of !== undefined) sightings.add(`${what} of ${of}`)
        if (of !== undefined && of !== allowed) wrong.push(`${step}: ${what} of ${of} is shown to ${allowed}`)
      }
    }

    for (let step = 0; step < 60; step += 1) {
      const who: Who = PEOPLE[below(2)] ?? 'li'
      const state = session.state()
      const here = state.status === 'open' ? (state.userMail.split('@')[0] ?? '') : null
      const stories: readonly (() => void)[] = [
        () => (here === null ? quietly(session.login(who, 'Wild-Goose-7')) : quietly(session.logout())),
        () => quietly(folders.refresh()),
        () => quietly(settings.load()),
        () => quietly(session.loadUser()),
        () =>
          quietly(
            queryClient().fetchQuery({ queryKey: ['quota'], queryFn: () => http.get('mail/main/quota/useInfo') }),
          ),
        () => {
          // A view that waits, notes what it received, and asks for more.
          const own = notes()
          quietly(
            http.get('user/info', {}, { silent: true }).then(async (user) => {
              notes().heard.push(user.userName)
              own.heard.push(user.userName)
              await folders.refresh()
            }),
          )
        },
        () => here && tabs.open(`/reply/1/${step}`, { title: here, background: true }),
        () => here && quietly(journal<string>('compose').put('letter', here)),
        () => people.kill(below(2) === 0),
        () => session.forget(),
      ]
      stories[below(stories.length)]?.()
      for (let releases = below(4); releases > 0; releases -= 1) people.release()
      await turn()
      check(`story ${seed}, step ${step}`)
    }
    while (people.held.length > 0) {
      people.release()
      await turn()
      check(`story ${seed}, end`)
    }
    expect(wrong).toEqual([])

    for (const who of PEOPLE) {
      endSession()
      quietly(session.login(who, 'Wild-Goose-7'))
      for (let waits = 0; waits < 200 && session.state().status !== 'open'; waits += 1) {
        people.release()
        await turn()
      }
      const kept = journal<string>('compose').entries()
      const release = setInterval(people.release)
      for (const { value } of await kept) expect(value).toBe(who)
      clearInterval(release)
    }
  },
)

test('the stories showed everything of both', () => {
  for (const what of ['folder', 'setting', 'user', 'quota', 'note', 'tab', 'stored']) {
    for (const who of PEOPLE) expect([...sightings]).toContain(`${what} of ${who}`)
  }
})
