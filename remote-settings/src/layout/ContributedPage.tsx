import type { SettingsPageProps } from '@yanshu/contracts'
import { offeredOf, PartHostContext, RemotePart, useContributions, useFillers, useSettings } from '@yanshu/shell-api'
import { type ReactNode, useContext, useMemo } from 'react'

/** A page of the settings, with the remote that shows it. */
export type ContributedSettingsPage = ReturnType<typeof useSettingsPages>[number]

/** The pages of all remotes that are offered, in their order. There is nothing to export where no remote writes anything. */
export function useSettingsPages() {
  const all = useContributions()
  const switches = useSettings()
  const exports = useFillers('settings.export').length > 0
  return useMemo(
    () => offeredOf(all, switches, ({ settings }) => settings?.filter(({ page }) => exports || page !== 'export')),
    [all, switches, exports],
  )
}

interface ContributedPageProps extends SettingsPageProps {
  page: ContributedSettingsPage
  waiting: ReactNode
}

/** Shows a page by the remote that owns it; where it cannot be had, the frame's card. */
export function ContributedPage({ page: { remote, running, page }, waiting, at }: ContributedPageProps) {
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
