import type { SettingsPageProps } from '@yanshu/contracts'
import type { SettingsPageClaim } from '@yanshu/discovery'
import { type ReactNode, useContext, useMemo } from 'react'
import { PartHostContext } from '../parts/lazyPart.tsx'
import { useSettings } from '../settings/settings.ts'
import { type Contributed, offeredOf, useContributions } from './contributions.ts'
import { RemotePart } from './remoteParts.tsx'

/** A page of the settings, with the remote that shows it. */
export type ContributedSettingsPage = Contributed<SettingsPageClaim>

/** The pages of all remotes that are offered, in their order. */
export function useSettingsPages(): readonly ContributedSettingsPage[] {
  const all = useContributions()
  const switches = useSettings()
  return useMemo(() => offeredOf(all, switches, ({ settings }) => settings), [all, switches])
}

interface SettingsPageViewProps extends SettingsPageProps {
  page: ContributedSettingsPage
  waiting: ReactNode
}

/** Shows a page of the settings by the remote that owns it; where it cannot be had, the frame's card. */
export function SettingsPage({ page: { remote, running, page }, waiting, at }: SettingsPageViewProps) {
  const host = useContext(PartHostContext)
  return (
    <RemotePart<SettingsPageProps>
      key={`${remote} ${page}`}
      remote={remote}
      running={running}
      name={page}
      pick={({ settings }) => settings?.[page]}
      props={{ at }}
      waiting={waiting}
      card={host.card}
    />
  )
}
