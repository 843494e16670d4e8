import { REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { platform, session, storeOf, tabStorage, useStore } from '@yanshu/shell-api'
import { createFederation, type Federation, readOverrides } from '../federation/index.ts'
import { hostShared } from '../federation/sharedModules.ts'

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
  const allowOverride = platform().allowOverride
  starting = createFederation({
    shared: hostShared,
    provided: __PROVIDED_VERSIONS__,
    hostVersion: __HOST_VERSION__,
    contractMajor: REMOTE_CONTRACT_MAJOR,
    allowOverride,
    overrides: allowOverride ? readOverrides(tabStorage()) : {},
    report: (report) => {
      if (report.type !== 'load') console.error(report.error)
    },
  }).then(
    (federation) => {
      store.set({ status: 'ready', federation, changes: 0 })
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

/** Says that routes may have changed. */
export function routesMayHaveChanged(): void {
  const now = store.get()
  if (now.status === 'ready') store.set({ ...now, changes: now.changes + 1 })
}

/** Tells the federation who is logged in, so that a rollout finds them. */
export function tellFederationUser(): void {
  const state = session.state()
  const now = store.get()
  if (now.status !== 'ready') return
  const user = state.status === 'open' ? state.user : null
  now.federation.setUser(user ? { key: user.uuid, depts: user.deptName.split(' / ').filter(Boolean) } : undefined)
  routesMayHaveChanged()
}

export const federationState = store
export const useFederation = (): FederationState => useStore(store)
