import type { SettingsPageProps } from '@yanshu/contracts'
import { offeredOf, PartHostContext, RemotePart, useContributions, useSettings } from '@yanshu/shell-api'
import { type ReactNode, useContext, useMemo } from 'react'
import { hasExports } from '../export/hasExports.ts'
import { Pointed } from '../find/pointed.ts'

/** A page of the settings, with the remote that shows it. */
export type ContributedSettingsPage = ReturnType<typeof useSettingsPages>[number]

/** The pages of all remotes that are offered, in their order. There is nothing to export where no remote writes anything. */
export function useSettingsPages() {
  const all = useContributions()
  const switches = useSettings()
  return useMemo(() => {
    const exports = hasExports(all, switches)
    return offeredOf(all, switches, ({ settings }) => settings?.filter(({ page }) => exports || page !== 'export'))
  }, [all, switches])
}

interface ContributedPageProps extends SettingsPageProps {
  page: ContributedSettingsPage
  waiting: ReactNode
}

/** Shows a page by the remote that owns it; where it cannot be had, the frame's card. */
export function ContributedPage({ page: { remote, running, page }, waiting, at }: ContributedPageProps) {
  const host = useContext(PartHostContext)
  return (
    <Pointed value={at}>
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
    </Pointed>
  )
}
