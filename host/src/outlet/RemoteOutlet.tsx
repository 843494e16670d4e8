import type { RemoteRoute, TabHandle, ViewProps } from '@yanshu/contracts'
import { PartHostProvider, SilentBoundary, tabs, useOffered, useT } from '@yanshu/shell-api'
import { Button, ErrorCard, Skeleton } from '@yanshu/ui'
import { type ComponentType, memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { externalSystemOf } from '../external-links/externalSystem.ts'
import type { Federation, LoadedRemote } from '../federation/index.ts'
import { reportRemoteFailure, startFederation, useFederation } from '../federation-state/federationState.ts'
import { isConnected, matchRoute, withReadyRemote } from '../federation-state/remotes.ts'
import { AbsentPage, ExternalLink, FailureCard, KeptNotice, LostPage, QrConfirm } from '../on-demand/onDemand.tsx'
import { qrCodeOf } from '../qr-login/qrCodeOf.ts'
import { viewStands } from './firstView.ts'
import css from './outlet.module.css'

/** After this time a view that still loads shows a notice (DESIGN: skeleton at 200 ms, notice at 8 s). */
const SLOW_MS = 8_000

interface View {
  readonly remote: LoadedRemote
  readonly route: RemoteRoute
  readonly params: Readonly<Record<string, string>>
  readonly show: ComponentType<ViewProps>
}

/** Components of views that were loaded before, so that they are shown without an empty frame in between. */
const shown = new WeakMap<RemoteRoute, ComponentType<ViewProps>>()

/** The view of a path, when everything it needs is on the page already. */
function viewAtHand(federation: Federation, name: string, pathname: string): View | null {
  const remote = federation.loaded(name)
  const match = remote && matchRoute(remote.module.routes, pathname)
  // Without its words a view would show their keys for a moment.
  const show = match && (shown.get(match.route) ?? (isConnected(remote) ? match.route.loaded?.() : undefined))
  return remote && match && show ? { remote, ...match, show } : null
}

class Lost extends Error {}

const loadView = (federation: Federation, name: string, pathname: string): Promise<View> =>
  withReadyRemote(federation, name, async (remote) => {
    const match = matchRoute(remote.module.routes, pathname)
    if (!match) throw new Lost(pathname)
    const part = await federation.loadPart(name, match.route.load)
    shown.set(match.route, part.default)
    return { remote, ...match, show: part.default }
  })

function Loading() {
  const say = useT('shell')
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={css.loading} role="status" aria-label={say('outlet.loading')}>
      <Skeleton lines={8} />
      {slow && <p className={css.slow}>{say('outlet.slow')}</p>}
    </div>
  )
}

interface RemoteOutletProps {
  tab: TabHandle
  /** Another one shows the view afresh. */
  generation: number
  /** Path with query. */
  path: string
  active: boolean
  /** Whether the frame shows the sidebar of its area. */
  inArea?: boolean
  /** Outside the frame and without a login: only for what the manifest calls public. */
  isPublic?: boolean
}

/** Shows a path by the remote that owns it: waits with a skeleton, explains a failure, tries the next version. */
export const RemoteOutlet = memo(function RemoteOutlet({
  tab,
  generation,
  path,
  active,
  inArea = false,
  isPublic = false,
}: RemoteOutletProps) {
  const say = useT('shell')
  const state = useFederation()
  const offered = useOffered()
  if (state.status === 'loading') return <Loading />
  if (state.status === 'failed') {
    const unsigned = Reflect.get(Object(state.error), 'code') === 'manifest-signature'
    return (
      <div className={css.failure}>
        <ErrorCard
          what={say('outlet.manifest')}
          why={say(unsigned ? 'outlet.signatureWhy' : 'outlet.manifestWhy')}
          advice={say(unsigned ? 'outlet.signatureAdvice' : 'outlet.manifestAdvice')}
          code={unsigned ? 'MF-SIGNATURE' : 'MF-MANIFEST'}
          onRetry={() => void startFederation().catch(() => undefined)}
          actions={
            <Button size="small" onClick={() => location.reload()}>
              {say('outlet.refresh')}
            </Button>
          }
        />
      </div>
    )
  }
  const owner = state.federation.ownerOf(path)
  const qrCode = owner ? '' : qrCodeOf(path)
  if (qrCode) return <QrConfirm code={qrCode} />
  const system = owner ? null : externalSystemOf(path)
  if (system) return <ExternalLink system={system} />
  // What a switch has turned off is not there (§3).
  if (owner ? !offered(owner) : !isPublic) return <LostPage />
  if (!owner || (isPublic && !owner.public)) return <AbsentPage path={path} />
  return (
    <OwnedOutlet
      federation={state.federation}
      name={owner.remote}
      tab={tab}
      generation={generation}
      path={path}
      active={active}
      inArea={inArea}
    />
  )
})

/** The title of a tab, read when it is needed, so that a new title does not draw the view again. */
const titleOf = (id: string): string => tabs.list().find((tab) => tab.id === id)?.title ?? ''

/** Whether a tab holds unsaved work. */
const useDirty = (id: string): boolean =>
  useSyncExternalStore(tabs.subscribe, () => tabs.list().some((tab) => tab.id === id && tab.dirty))

interface OwnedOutletProps extends RemoteOutletProps {
  federation: Federation
  name: string
}

function OwnedOutlet({ federation, name, tab, generation, path, active, inArea = false }: OwnedOutletProps) {
  const [pathname = '', search = ''] = path.split('?')
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ path: string; view: View } | null>(null)
  const [failure, setFailure] = useState<{ path: string; error: unknown } | null>(null)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const atHand = viewAtHand(federation, name, pathname)
  // Another one, or none for a moment, when the build that ran was withdrawn or given up.
  const running = federation.loaded(name)?.mfName
  const dirty = useDirty(tab.id)
  const here = loaded?.path === pathname ? loaded.view : null
  const left = here !== null && here.remote.mfName !== running
  // Unsaved work stays with the build that holds it, even when that build was left. Once it is saved, the page still
  // does not change by itself: the user chooses when.
  const [keeps, setKeeps] = useState(false)
  const kept = left && (dirty || keeps)
  if (kept !== keeps) setKeeps(kept)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again for the same, and so does a build that left
  useEffect(() => {
    if (kept) return
    let current = true
    loadView(federation, name, pathname).then(
      (view) => current && setLoaded({ path: pathname, view }),
      (error: unknown) => current && setFailure({ path: pathname, error }),
    )
    return () => {
      current = false
    }
  }, [federation, name, pathname, attempt, running, kept])

  const again = () => {
    setFailure(null)
    setLoaded(null)
    setAttempt((now) => now + 1)
  }

  if (failure?.path === pathname) {
    return failure.error instanceof Lost ? (
      <LostPage />
    ) : (
      <div className={css.failure}>
        <FailureCard error={failure.error} title={titleOf(tab.id)} onRetry={again} />
      </div>
    )
  }
  const view = kept ? here : (atHand ?? (here?.remote.mfName === running ? here : null))
  if (!view) return <Loading />
  return (
    <SilentBoundary
      key={`${view.remote.mfName} ${view.route.path} ${attempt} ${generation}`}
      onError={(cause) => {
        void reportRemoteFailure(view.remote, cause).then(({ error, replaced }) => {
          if (replaced) again()
          else setFailure({ path: pathname, error })
        })
      }}
    >
      {kept && (
        <div className={css.card}>
          <KeptNotice title={titleOf(tab.id)} onSwitch={dirty ? undefined : () => setKeeps(false)} />
        </div>
      )}
      <ShownView view={view} query={query} tab={tab} active={active} inArea={inArea} />
    </SilentBoundary>
  )
}

interface ShownViewProps {
  view: View
  query: URLSearchParams
  tab: TabHandle
  active: boolean
  inArea: boolean
}

/** A view with what the frame does about parts of it that cannot be had. */
function ShownView({ view, query, tab, active, inArea }: ShownViewProps) {
  const { remote, params, show: Show } = view
  useEffect(viewStands, [])
  const host = useMemo(
    () => ({
      failed: (error: unknown) => void reportRemoteFailure(remote, error),
      card: (error: unknown, onRetry: () => void) => (
        <div className={css.card}>
          <FailureCard error={error} remote={remote} title={titleOf(tab.id)} onRetry={onRetry} />
        </div>
      ),
    }),
    [remote, tab],
  )
  return (
    <PartHostProvider value={host}>
      <Show params={params} query={query} tab={tab} active={active} inArea={inArea} />
    </PartHostProvider>
  )
}
