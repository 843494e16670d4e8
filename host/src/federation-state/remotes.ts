import type { RemoteRoute } from '@yanshu/contracts'
import type { RouteClaim } from '@yanshu/discovery'
import {
  addMessages,
  answererOf,
  contributions,
  intents,
  type LoadRemotePart,
  language,
  onGo,
  onLanguage,
  setPartLoader,
} from '@yanshu/shell-api'
import { type Federation, type LoadedRemote, type OwnedRoute, withRemote } from '../federation/index.ts'
import {
  federationState,
  reportRemoteFailure,
  routesMayHaveChanged,
  startFederation,
  untilUserKnown,
} from './federationState.ts'

const majorsOf = (remote: string) => contributions.list().find((one) => one.remote === remote)?.contributes.intents

/** What was set up for the running build of a remote. It is undone when another build runs instead. */
const connected = new Map<string, { readonly mfName: string; readonly disconnect: () => void }>()

async function loadMessages(federation: Federation, remote: LoadedRemote, next: 'zh' | 'en'): Promise<void> {
  const { ns, load } = remote.module.i18n
  const { default: messages } = await federation.loadPart(remote.name, () => load(next))
  addMessages(ns, next, messages)
}

/** Whether the words of a running remote are there and it answers its intents. */
export const isConnected = ({ name, mfName }: LoadedRemote): boolean => connected.get(name)?.mfName === mfName

/** Loads the words of a running remote in the user's language and lets it answer its intents. */
async function connect(federation: Federation, remote: LoadedRemote): Promise<void> {
  const { name } = remote
  const known = connected.get(name)
  if (known?.mfName === remote.mfName) return
  known?.disconnect()
  connected.delete(name)
  // Registered first: the language may change while the first words are on their way.
  const stopListening = onLanguage((next) => loadMessages(federation, remote, next))
  try {
    await loadMessages(federation, remote, language())
  } catch (error) {
    stopListening()
    throw error
  }
  const stops = [
    stopListening,
    ...(remote.module.intents ? [intents.provide(name, remote.module.intents, majorsOf(name))] : []),
    // A version that was left answers no intents any more: the next intent loads the version that replaced it.
    federation.on('left', (left) => {
      if (left.remote !== name) return
      disconnect()
      connected.delete(name)
    }),
  ]
  const disconnect = () => {
    for (const stop of stops) stop()
  }
  connected.set(name, { mfName: remote.mfName, disconnect })
}

/**
 * Loads a remote and does something with it, and answers when its words are there too; cheap when it is there already.
 * Where the code for that cannot be had, the next candidate of the manifest is asked (see {@link withRemote}).
 */
export async function withReadyRemote<T>(
  federation: Federation,
  name: string,
  use: (remote: LoadedRemote) => Promise<T>,
): Promise<T> {
  await untilUserKnown()
  const before = federation.loaded(name)?.mfName
  try {
    return await withRemote(federation, name, async (remote) => {
      // Neither waits for the other to begin: each may be a way over the network.
      const spoken = connect(federation, remote)
      const done = use(remote)
      await Promise.allSettled([spoken, done])
      await spoken
      return done
    })
  } finally {
    // Another version runs now: views that show the former one are rendered again.
    if (before && federation.loaded(name)?.mfName !== before) routesMayHaveChanged()
  }
}

/** A component of a remote for a slot or a page of the settings. */
const loadPart: LoadRemotePart = async (name, pick) => {
  const federation = await startFederation()
  return withReadyRemote(federation, name, async (remote) => {
    const part = pick(remote.module)
    if (!part) return null
    const { default: Part } = await federation.loadPart(name, part)
    return { build: remote.mfName, Part, failed: (error) => void reportRemoteFailure(remote, error) }
  })
}

/** Loads a remote for one that asks what it offers beside its screens. */
export const loadRemote = async (name: string): Promise<LoadedRemote> =>
  withReadyRemote(await startFederation(), name, async (remote) => remote)

/** Lets slots and intents load the remotes that fill and answer them, and views ask when they are gone to. */
export function connectSeams(): void {
  setPartLoader(loadPart)
  onGo(askForView)
  intents.setLoader(async (name, major) => {
    // Who answers is known with the manifest.
    const federation = await startFederation()
    const remote = answererOf(name, major)
    if (remote) await withReadyRemote(federation, remote, async () => undefined)
  })
}

/** A route of a remote with the values of its parameters. */
export interface RouteMatch {
  readonly route: RemoteRoute
  readonly params: Readonly<Record<string, string>>
}

/** How specific a pattern is: fixed parts before parameters, so that `write/draft/:id` wins over `write/:type/:id`. */
const rank = (pattern: string) =>
  pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '1' : '0'))
    .join('')

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index]
    const optional = part.endsWith('?')
    if (part === '*') return params
    if (value === undefined) {
      if (optional) continue
      return null
    }
    if (part.startsWith(':')) {
      try {
        params[part.slice(1).replace(/\?$/, '')] = decodeURIComponent(value)
      } catch {
        return null
      }
    } else if (part !== value) return null
  }
  return given.length > wanted.length ? null : params
}

/** The routes of a remote, the most specific first: each change of the address asks for them some ten times. */
const ranked = new WeakMap<readonly RemoteRoute[], readonly RemoteRoute[]>()

/** The route of a remote that shows a path (without query), the most specific first. */
export function matchRoute(routes: readonly RemoteRoute[], path: string): RouteMatch | null {
  const sorted = ranked.get(routes) ?? routes.toSorted((a, b) => rank(a.path).localeCompare(rank(b.path)))
  ranked.set(routes, sorted)
  for (const route of sorted) {
    const params = paramsOf(route.path, path)
    if (params) return { route, params }
  }
  return null
}

/** The route of a path of a remote that runs. */
function runningRoute(pathname: string): RouteMatch | null {
  const state = federationState.get()
  if (state.status !== 'ready') return null
  const { federation } = state
  const owner = federation.ownerOf(pathname)
  const remote = owner && federation.loaded(owner.remote)
  return remote ? matchRoute(remote.module.routes, pathname) : null
}

/** Whether the view of a path may stay as it is behind another one. */
export const staysDrawn = (path: string): boolean => runningRoute(path.split('?')[0] ?? '')?.route.staysDrawn === true

/**
 * Lets the remote of a path ask for what its view will show, before the view is drawn. Where it does not run yet, the
 * view asks. Answers what resolves when that is there; nothing where it already is.
 */
export function askForView(path: string): Promise<unknown> | undefined {
  const [pathname = '', search = ''] = path.split('?')
  const match = runningRoute(pathname)
  try {
    return match?.route.ask?.({ params: match.params, query: new URLSearchParams(search) })
  } catch (error) {
    // The view asks again, and shows an error.
    console.error(error)
    return undefined
  }
}

/** Where `/` leads: to the first of the routes that may be the home. */
export function homeOf(federation: Federation): string {
  const homes = federation.contributions().flatMap(({ contributes }) => contributes.routes.filter(isHome))
  const [first] = homes.toSorted((a, b) => a.home - b.home)
  return first ? `/${first.prefix}` : NO_HOME
}

/** Where no remote offers a home, `/` is a page that reports this. */
const NO_HOME = '/'

/** A route behind a switch is no home: the switches come later than the first view. */
const isHome = (route: RouteClaim): route is RouteClaim & { readonly home: number } =>
  route.home !== undefined && route.when === undefined

/** Where `/` leads, null while that is not known. */
export function homeNow(): string | null {
  const state = federationState.get()
  if (state.status === 'loading') return null
  return state.status === 'ready' ? homeOf(state.federation) : NO_HOME
}

/** The route of a path, undefined for one that no remote fills and while the manifest is not there. */
export function ownerNow(path: string): OwnedRoute | undefined {
  const state = federationState.get()
  return state.status === 'ready' ? state.federation.ownerOf(path) : undefined
}

/** What cannot be had now is asked for again when the view is opened, which shows an error. */
const ahead = (work: (federation: Federation) => Promise<void> | undefined): void =>
  void startFederation()
    .then(work)
    .catch(() => undefined)

/**
 * Fetches the view that the user is about to see, and lets its remote ask for what it will show: when its entry is pressed,
 * some time before the click. `asks` is false where the pointer only stays on it.
 */
export const preloadRoute = (path: string, asks = true): void =>
  ahead((federation) => {
    const wanted = path === '/' ? homeOf(federation) : path
    const [pathname = ''] = wanted.split('?')
    const owner = federation.ownerOf(wanted)
    return (
      owner &&
      withReadyRemote(federation, owner.remote, async ({ name, module }) => {
        if (asks) askForView(wanted)
        const match = matchRoute(module.routes, pathname)
        if (match) await federation.loadPart(name, match.route.load)
      })
    )
  })

/** Fetches the remote that answers an intent, and the code of the first view that it declares. */
export const preloadAnswerer = (intent: string, major: number): void =>
  ahead((federation) => {
    const remote = answererOf(intent, major)
    if (!remote) return
    return withReadyRemote(federation, remote, async ({ name, module: { routes } }) => {
      const [first] = routes
      if (first) await federation.loadPart(name, first.load)
    })
  })

/**
 * Fetches the code that a path will need after the login, and activates nothing. After the login another
 * version may be chosen for the user; no view has waited for this one.
 */
export async function fetchCodeOf(path: string): Promise<void> {
  const federation = await startFederation()
  const wanted = path === '/' ? homeOf(federation) : path
  const [pathname = ''] = wanted.split('?')
  const owner = federation.ownerOf(wanted)
  const module = owner && (await federation.fetch(owner.remote))
  if (!module) return
  const match = matchRoute(module.routes, pathname)
  await Promise.all([module.i18n.load(language()), match?.route.load()])
}
