import type { RemoteViews } from '@yanshu/contracts'
import { PartHostProvider } from '@yanshu/shell-api'
import { Component, type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { LoadedRemote } from '../federation/index.ts'
import { tellOfFailure, useFederation } from '../federation-state/federationState.ts'
import { withReadyRemote } from '../federation-state/remotes.ts'

interface BoundaryProps {
  onError: (error: unknown) => void
  children: ReactNode
}

/** A place that stays empty when its view fails: the page does without it. */
class SilentBoundary extends Component<BoundaryProps, { failed: boolean }> {
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

interface RemoteSlotProps {
  remote: string
  view: keyof RemoteViews
}

/** A place of the frame that a remote fills, such as the quick search. Nothing until it is there. */
export function RemoteSlot({ remote, view }: RemoteSlotProps) {
  const state = useFederation()
  const federation = state.status === 'ready' ? state.federation : null
  const running = federation?.loaded(remote)?.mfName
  const [shown, setShown] = useState<{ filler: LoadedRemote; View: ComponentType } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a build that was withdrawn takes its view with it
  useEffect(() => {
    if (!federation) return
    let current = true
    const load = withReadyRemote(federation, remote, async (filler) => {
      const part = filler.module.views?.[view]
      return part ? { filler, View: (await federation.loadPart(remote, part)).default } : null
    })
    // The outlet says what is wrong with the remote; here it is only missing.
    load.then(
      (found) => current && setShown(found),
      () => current && setShown(null),
    )
    return () => {
      current = false
    }
  }, [federation, remote, view, running])
  const filler = shown?.filler
  const host = useMemo(
    () => ({ failed: (error: unknown) => void (filler && tellOfFailure(filler, error)), card: () => null }),
    [filler],
  )
  if (!shown) return null
  const { View } = shown
  return (
    <SilentBoundary key={shown.filler.mfName} onError={host.failed}>
      <PartHostProvider value={host}>
        <View />
      </PartHostProvider>
    </SilentBoundary>
  )
}
