import type { RemoteModule } from '@yanshu/contracts'
import { Component, type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import { PartHostProvider } from '../parts/lazyPart.tsx'
import { push } from '../socket/push.ts'

type Load<P> = () => Promise<{ default: ComponentType<P> }>

/** A component of a running remote. */
export interface LoadedPart<P> {
  /** Unique per build of the remote. */
  readonly build: string
  readonly Part: ComponentType<P>
  /** Reports to the host that it failed on the screen; another version may replace it then. */
  failed(error: unknown): void
}

/**
 * The host's way to load a component of a remote; null where the running build has none of the kind. Rejects when no
 * version of the remote can give it.
 */
export type LoadRemotePart = <P>(
  remote: string,
  pick: (module: RemoteModule) => Load<P> | undefined,
) => Promise<LoadedPart<P> | null>

let load: LoadRemotePart = () => Promise.reject(new Error('No host loads remotes here'))

/** For the host and for tests. */
export function setPartLoader(loader: LoadRemotePart): void {
  load = loader
}

interface BoundaryProps {
  onError: (error: unknown) => void
  children: ReactNode
}

/** Catches what its children throw: its place stays empty, and `onError` is called. */
export class SilentBoundary extends Component<BoundaryProps, { failed: boolean }> {
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

export interface RemotePartProps<P extends object> {
  remote: string
  /** The build that runs; another one, or none, is shown anew. */
  running: string | undefined
  /** What `pick` depends on; it is asked anew when this changes. */
  name: string
  pick: (module: RemoteModule) => Load<P> | undefined
  props: P
  /** Around what is shown; not called while there is nothing. */
  wrap?: ((part: ReactNode) => ReactNode) | undefined
  /** Until it is there. */
  waiting?: ReactNode
  /** In its place when it cannot be had, failed on the screen, or when a part of it cannot be had; nothing by default. */
  card?: ((error: unknown, onRetry: () => void) => ReactNode) | undefined
}

/** Nothing, and asks again when the network is back: what was lost on the way must not be missing until a reload. */
function WhenBack({ again }: { again: () => void }) {
  useEffect(() => {
    const stop = push.onReconnect(again)
    addEventListener('online', again)
    return () => {
      stop()
      removeEventListener('online', again)
    }
  }, [again])
  return null
}

type Asked<P> = { readonly part: LoadedPart<P> } | { readonly error: unknown; readonly lost?: boolean } | null

/**
 * A component of another remote, loaded when it is shown. When it fails, the components around it keep working, and the
 * failure is reported to the host.
 */
export function RemotePart<P extends object>({
  remote,
  running,
  name,
  pick,
  props,
  wrap,
  waiting = null,
  card,
}: RemotePartProps<P>) {
  const [asked, setAsked] = useState<Asked<P>>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part of a withdrawn build is dropped, an attempt asks again
  useEffect(() => {
    let current = true
    load(remote, pick).then(
      (part) => current && setAsked(part && { part }),
      (error: unknown) => current && setAsked({ error, lost: true }),
    )
    return () => {
      current = false
    }
  }, [remote, running, name, attempt])
  const part = asked && 'part' in asked ? asked.part : null
  const again = () => {
    setAsked(null)
    setAttempt((now) => now + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `card` is a new function each time and does the same
  const host = useMemo(
    () => ({
      failed: (error: unknown) => part?.failed(error),
      card: (error: unknown, onRetry: () => void) => card?.(error, onRetry) ?? <WhenBack again={onRetry} />,
    }),
    [part],
  )
  if (asked && 'error' in asked) {
    return (
      <>
        {card?.(asked.error, again)}
        {asked.lost && <WhenBack again={again} />}
      </>
    )
  }
  if (!part) return waiting
  const { build, Part } = part
  const shown = (
    <SilentBoundary
      key={`${build} ${attempt}`}
      onError={(error) => {
        part.failed(error)
        setAsked({ error })
      }}
    >
      <PartHostProvider value={host}>
        <Part {...props} />
      </PartHostProvider>
    </SilentBoundary>
  )
  return wrap ? wrap(shown) : shown
}
