import type { RemoteRoute, TabHandle, ViewProps } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Button, ErrorCard, Skeleton } from '@yanshu/ui'
import { Component, type ComponentType, memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { type Federation, type LoadedRemote, RemoteError } from '../federation/index.ts'
import { startFederation, useFederation } from '../federation-state/federationState.ts'
import { matchRoute, readyRemote } from '../federation-state/remotes.ts'
import { AbsentPage, LostPage } from '../public-pages/Pages.tsx'
import css from './outlet.module.css'

/** From here on a view that loads says that it takes long (DESIGN: skeleton at 200 ms, notice at 8 s). */
const SLOW_MS = 8_000

interface View {
  readonly remote: LoadedRemote
  readonly route: RemoteRoute
  readonly params: Readonly<Record<string, string>>
  readonly show: ComponentType<ViewProps>
}

/** Views that were loaded before are shown without a moment of nothing. */
const shown = new WeakMap<RemoteRoute, ComponentType<ViewProps>>()

/** The view of a path, when everything it needs is on the page already. */
function viewAtHand(federation: Federation, name: string, pathname: string): View | null {
  const remote = federation.loaded(name)
  const match = remote && matchRoute(remote.module.routes, pathname)
  const show = match && shown.get(match.route)
  return remote && match && show ? { remote, ...match, show } : null
}

class Lost extends Error {}

async function loadView(federation: Federation, name: string, pathname: string): Promise<View> {
  const remote = await readyRemote(federation, name)
  const match = matchRoute(remote.module.routes, pathname)
  if (!match) throw new Lost(pathname)
  const part = await federation.loadPart(name, match.route.load)
  shown.set(match.route, part.default)
  return { remote, ...match, show: part.default }
}

interface BoundaryProps {
  onError: (error: unknown) => void
  children: ReactNode
}

/** Keeps what a view throws away from everything else. */
class OutletBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

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

interface FailureProps {
  error: unknown
  title: string
  onRetry: () => void
}

function Failure({ error, title, onRetry }: FailureProps) {
  const say = useT('shell')
  const kind = error instanceof RemoteError ? error.class : 'evaluate'
  const version = error instanceof RemoteError ? `${error.remote}${error.version ? ` ${error.version}` : ''}` : ''
  const refreshFirst = kind === 'contract' || kind === 'integrity' || kind === 'compat'
  return (
    <div className={css.failure}>
      <ErrorCard
        what={say(`outlet.${kind}`, { title })}
        why={say(`outlet.${kind}Why`)}
        advice={say(`outlet.${kind}Advice`)}
        code={`MF-${kind.toUpperCase()} ${version} · host ${__HOST_VERSION__}`}
        onRetry={onRetry}
        actions={
          <Button size="small" variant={refreshFirst ? 'primary' : 'default'} onClick={() => location.reload()}>
            {say('outlet.refresh')}
          </Button>
        }
      />
    </div>
  )
}

interface RemoteOutletProps {
  tab: TabHandle
  /** Another one shows the view afresh. */
  generation: number
  /** Path with query. */
  path: string
  title: string
  active: boolean
}

/** Shows a path by the remote that owns it: waits with a skeleton, explains a failure, tries the next version. */
export const RemoteOutlet = memo(function RemoteOutlet({ tab, generation, path, title, active }: RemoteOutletProps) {
  const say = useT('shell')
  const state = useFederation()
  if (state.status === 'loading') return <Loading />
  if (state.status === 'failed') {
    return (
      <div className={css.failure}>
        <ErrorCard
          what={say('outlet.manifest')}
          why={say('outlet.manifestWhy')}
          advice={say('outlet.manifestAdvice')}
          code="MF-MANIFEST"
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
  if (!owner) return KNOWN.has(path.split(/[/?]/)[1] ?? '') ? <AbsentPage /> : <LostPage />
  return (
    <OwnedOutlet
      federation={state.federation}
      name={owner.remote}
      tab={tab}
      generation={generation}
      path={path}
      title={title}
      active={active}
    />
  )
})

/** Prefixes of §2: without a remote that fills them they are switched off, not unknown. */
const KNOWN: ReadonlySet<string> = new Set(
  'dashboard inbox outbox draftbox recyclebin spam custombox favorite approval pending otherfolders otherfolders2 documentcenter mailmig guidang wangguan set reply appreply noread readed write inboxct search addressbook calendar'.split(
    ' ',
  ),
)

interface OwnedOutletProps extends RemoteOutletProps {
  federation: Federation
  name: string
}

function OwnedOutlet({ federation, name, tab, generation, path, title, active }: OwnedOutletProps) {
  const [pathname = '', search = ''] = path.split('?')
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<{ path: string; view: View } | null>(null)
  const [failure, setFailure] = useState<{ path: string; error: unknown } | null>(null)
  const query = useMemo(() => new URLSearchParams(search), [search])
  const atHand = viewAtHand(federation, name, pathname)
  // Another one, or none for a moment, when the build that ran was withdrawn or given up.
  const running = federation.loaded(name)?.mfName

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again for the same, and so does a build that left
  useEffect(() => {
    let current = true
    loadView(federation, name, pathname).then(
      (view) => current && setLoaded({ path: pathname, view }),
      (error: unknown) => current && setFailure({ path: pathname, error }),
    )
    return () => {
      current = false
    }
  }, [federation, name, pathname, attempt, running])

  const again = () => {
    setFailure(null)
    setLoaded(null)
    setAttempt((now) => now + 1)
  }

  if (failure?.path === pathname) {
    return failure.error instanceof Lost ? (
      <LostPage />
    ) : (
      <Failure error={failure.error} title={title} onRetry={again} />
    )
  }
  const fits = loaded?.path === pathname && loaded.view.remote.mfName === running
  const view = atHand ?? (fits ? loaded.view : null)
  if (!view) return <Loading />
  const Show = view.show
  return (
    <OutletBoundary
      key={`${view.remote.mfName} ${view.route.path} ${attempt} ${generation}`}
      onError={(cause) => {
        const { error, replaced } = federation.renderFailed(name, cause)
        if (replaced) again()
        else setFailure({ path: pathname, error })
      }}
    >
      <Show params={view.params} query={query} tab={tab} active={active} />
    </OutletBoundary>
  )
}
