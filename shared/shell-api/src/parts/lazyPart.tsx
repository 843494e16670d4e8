import { Component, type ComponentType, createContext, lazy, type ReactNode, useContext, useState } from 'react'
import { fetchPart, PartError, partErrorOf } from './fetchPart.ts'

/** What the frame does about parts of a view that cannot be had. */
export interface PartHost {
  /** A part is missing: the frame may put another version in the view's place. */
  failed(error: PartError): void
  /** What stands where the part should be and offers to ask for it again. */
  card(error: unknown, onRetry: () => void): ReactNode
}

/** Outside of a view nothing is shown in place of a missing part. */
export const PartHostContext = createContext<PartHost>({ failed: () => undefined, card: () => null })

/** Given by the frame around each view. */
export const PartHostProvider = PartHostContext.Provider

interface BoundaryProps {
  host: PartHost
  onLost: () => void
  onRetry: () => void
  children: ReactNode
}

/** Shows the frame's card for a part that did not come; what a part throws on the screen goes on to the view's boundary. */
class PartBoundary extends Component<BoundaryProps, { caught: { error: unknown } | null }> {
  override state: { caught: { error: unknown } | null } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartError)) return
    this.props.onLost()
    this.props.host.failed(error)
  }

  override render() {
    const { caught } = this.state
    const { host, onRetry, children } = this.props
    if (!caught) return children
    if (!(caught.error instanceof PartError)) throw caught.error
    return host.card(caught.error, onRetry)
  }
}

/**
 * A component whose code comes when it is first shown, asked for again when it is lost on the way (see
 * {@link fetchPart}). While it comes the nearest `Suspense` shows its fallback; when it cannot be had, the frame's card
 * stands in its place, and both its retry and the next time it is shown ask the network again.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const begin = () =>
    lazy<ComponentType<P>>(() =>
      fetchPart(load).catch(async (error: unknown) => {
        throw await partErrorOf(error)
      }),
    )
  let latest = begin()

  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at module scope, as React's own lazy
  return function Part(props: P) {
    const host = useContext(PartHostContext)
    const [{ Shown, attempt }, setShown] = useState(() => ({ Shown: latest, attempt: 0 }))
    return (
      <PartBoundary
        key={attempt}
        host={host}
        // React keeps a failed promise for ever, so the next time the part is shown a new one is made.
        onLost={() => {
          if (latest === Shown) latest = begin()
        }}
        onRetry={() => setShown({ Shown: latest, attempt: attempt + 1 })}
      >
        <Shown {...props} />
      </PartBoundary>
    )
  }
}
