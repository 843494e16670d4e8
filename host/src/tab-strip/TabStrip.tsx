import { besideOf, go, tabsHost, useT, useTabs } from '@yanshu/shell-api'
import { MenuButton, ViewTabs } from '@yanshu/ui'
import { memo, useState } from 'react'
import { TabMenu } from '../on-demand/onDemand.tsx'
import type { TabMenuProps } from './TabMenu.tsx'

interface TabStripProps {
  panelId: (id: string) => string
}

/** The strip of opened views, with a list of all of them when they do not fit. */
export const TabStrip = memo(function TabStrip({ panelId }: TabStripProps) {
  const say = useT('shell')
  const { tabs, activeId, split } = useTabs()
  const beside = besideOf(split, activeId)
  const [menu, setMenu] = useState<TabMenuProps['at'] | null>(null)
  const show = (id: string) => {
    const tab = tabs.find((one) => one.id === id)
    if (tab) go(tab.path)
  }
  return (
    <>
      <ViewTabs
        label={say('tabs.label')}
        tabs={tabs}
        activeId={activeId ?? ''}
        besideId={beside ?? undefined}
        onActivate={show}
        onClose={(id) => void tabsHost.close(id)}
        onMove={tabsHost.move}
        onContextMenu={(id, point) => setMenu({ id, point })}
        panelId={panelId}
        after={
          tabs.length > 4 ? (
            <MenuButton
              icon="chevron-down"
              size="small"
              label={say('tabs.all')}
              items={tabs.map((tab) => ({
                id: tab.id,
                label: tab.dirty ? `${tab.title} •` : tab.title,
                checked: tab.id === activeId,
                radio: true,
                onSelect: () => show(tab.id),
              }))}
            />
          ) : undefined
        }
      />
      {menu && <TabMenu at={menu} onClose={() => setMenu(null)} />}
    </>
  )
})
