import { REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { rolloutUser } from '@yanshu/discovery'
import {
  contributions,
  knownUser,
  language,
  onLoginChange,
  platform,
  session,
  storeOf,
  tabStorage,
  useStore,
} from '@yanshu/shell-api'
import { note } from '../beacons/noted.ts'
import {
  createFederation,
  type FailureVerdict,
  type Federation,
  type LoadedRemote,
  readOverrides,
} from '../federation/index.ts'
import { hostShared } from '../federation/sharedModules.ts'
import { followRevisions } from './revisions.ts'

export type FederationState =
  | { readonly status: 'loading' }
  /** `changes` counts what may have changed the routes, so that views look again. */
  | { readonly status: 'ready'; readonly federation: Federation; readonly changes: number }
  | { readonly status: 'failed'; readonly error: unknown }

const store = storeOf<FederationState>(() => ({ status: 'loading' }))
let starting: Promise<Federation> | null = null

/** Starts the federation of this page once; after a failure it may be started again. */
export function startFederation(): Promise<Federation> {
  if (starting) return starting
  store.set({ status: 'loading' })
  window.addEventListener('error', note)
  window.addEventListener('unhandledrejection', note)
  const { allowOverride, remotesOrigin } = platform()
  starting = createFederation({
    shared: hostShared,
    provided: __PROVIDED_VERSIONS__,
    hostVersion: __HOST_VERSION__,
    contractMajor: REMOTE_CONTRACT_MAJOR,
    allowOverride,
    origins: remotesOrigin ? [remotesOrigin] : [],
    overrides: allowOverride ? readOverrides(tabStorage()) : {},
    onModule: ({ i18n }) => {
      // Fetched in parallel with the remote. A view that needs the messages loads them again and shows an error.
      i18n.load(language()).catch(() => undefined)
    },
    report: (report) => {
      note(report)
      if (report.type !== 'load') console.error(report.error)
    },
  }).then(
    (federation) => {
      const updateUser = () => {
        const user = knownUser()
        if (!user) return
        federation.setUser(rolloutUser(user.userMail, user.deptName))
        routesMayHaveChanged()
      }
      updateUser()
      session.subscribe(updateUser)
      onLoginChange(() => {
        federation.endLogin()
        routesMayHaveChanged()
      })
      followRevisions(federation, routesMayHaveChanged)
      setReady(federation, 0)
      return federation
    },
    (error: unknown) => {
      starting = null
      store.set({ status: 'failed', error })
      throw error
    },
  )
  return starting
}

/** Contributions are known when the routes are, and change with them. */
function setReady(federation: Federation, changes: number): void {
  contributions.set(
    federation.contributions().map((one) => ({ ...one, running: federation.loaded(one.remote)?.mfName })),
  )
  store.set({ status: 'ready', federation, changes })
}

/** Notifies that routes may have changed. */
export function routesMayHaveChanged(): void {
  const now = store.get()
  if (now.status === 'ready') setReady(now.federation, now.changes + 1)
}

/** Reports to the federation what failed on the screen. When another version runs then, all views look again. */
export async function reportRemoteFailure(remote: LoadedRemote, error: unknown): Promise<FailureVerdict> {
  const verdict = await (await startFederation()).failed(remote, error)
  if (verdict.replaced) routesMayHaveChanged()
  return verdict
}

/**
 * Waits until it is known for whom versions are chosen: at once after a login and after a reload, by asking the server
 * where nothing was kept. When it does not answer, versions are chosen as for a user without a rollout.
 */
export async function untilUserKnown(): Promise<void> {
  if (session.state().status === 'open' && !knownUser()) await session.loadUser().catch(() => undefined)
}

export const federationState = store
export const useFederation = (): FederationState => useStore(store)
