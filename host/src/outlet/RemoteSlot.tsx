import type { RemoteViews } from '@yanshu/contracts'
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useFederation } from '../federation-state/federationState.ts'
import { readyRemote } from '../federation-state/remotes.ts'

/** A place that stays empty when its view fails: the page does without it. */
class Quiet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
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
  const [shown, setShown] = useState<{ view: ComponentType } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a build that was withdrawn takes its view with it
  useEffect(() => {
    if (!federation) return
    let current = true
    const load = async () => {
      const loaded = await readyRemote(federation, remote)
      const part = loaded.module.views?.[view]
      if (!part) return
      const found = await federation.loadPart(remote, part)
      if (current) setShown({ view: found.default })
    }
    // The outlet says what is wrong with the remote; here it is only missing.
    load().catch(() => current && setShown(null))
    return () => {
      current = false
    }
  }, [federation, remote, view, running])
  if (!shown) return null
  const View = shown.view
  return (
    <Quiet>
      <View />
    </Quiet>
  )
}
