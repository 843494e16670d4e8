import { besideOf, go, tabsHost, useT, useTabs } from '@yanshu/shell-api'
import { confirm, Menu, MenuButton, type MenuEntry, ViewTabs } from '@yanshu/ui'
import { memo, useState } from 'react'

interface TabStripProps {
  panelId: (id: string) => string
}

/** The strip of opened views, with a list of all of them when they do not fit. */
export const TabStrip = memo(function TabStrip({ panelId }: TabStripProps) {
  const say = useT('shell')
  const { tabs, activeId, split } = useTabs()
  const beside = besideOf(split, activeId)
  const [menu, setMenu] = useState<{ id: string; point: { x: number; y: number } } | null>(null)
  const show = (id: string) => {
    const tab = tabs.find((one) => one.id === id)
    if (tab) go(tab.path)
  }
  const closable = (ids: readonly { id: string; closable: boolean }[]) =>
    ids.filter((tab) => tab.closable).map((tab) => tab.id)
  const others = closable(tabs.filter((tab) => tab.id !== menu?.id))
  const all = closable(tabs)
  /** Asks once for all of them; each letter then is saved as a draft, or stays with a word about why. */
  const closeMany = async (ids: readonly string[]) => {
    const unsaved = tabs.filter(({ id, dirty }) => dirty && ids.includes(id)).length
    const sure =
      unsaved === 0 ||
      (await confirm({
        title: say('tabs.closeQuestion', { count: ids.length }),
        text: say('tabs.closeText', { count: unsaved }),
        yes: say('tabs.closeYes'),
      }))
    if (sure) await tabsHost.closeAll(ids)
  }
  const at = tabs.findIndex((tab) => tab.id === menu?.id)
  const items: MenuEntry[] = menu
    ? [
        ...(tabsHost.canReopen()
          ? ([
              { id: 'reopen', label: say('tabs.reopen'), icon: 'undo', onSelect: tabsHost.reopen },
              { kind: 'separator', id: 'reopen-line' },
            ] satisfies MenuEntry[])
          : []),
        {
          id: 'left',
          label: say('tabs.moveLeft'),
          disabled: at <= 0,
          onSelect: () => tabsHost.move(menu.id, at - 1),
        },
        {
          id: 'right',
          label: say('tabs.moveRight'),
          disabled: at < 0 || at === tabs.length - 1,
          onSelect: () => tabsHost.move(menu.id, at + 1),
        },
        beside !== null && (menu.id === beside || menu.id === activeId)
          ? { id: 'split', label: say('tabs.endSplit'), onSelect: tabsHost.endSplit }
          : {
              id: 'split',
              label: say('tabs.beside'),
              disabled: tabs.length < 2,
              onSelect: () => tabsHost.putBeside(menu.id),
            },
        { kind: 'separator', id: 'move-line' },
        {
          id: 'close',
          label: say('tabs.close'),
          icon: 'close',
          disabled: !all.includes(menu.id),
          onSelect: () => void tabsHost.close(menu.id),
        },
        {
          id: 'others',
          label: say('tabs.closeOthers'),
          disabled: others.length === 0,
          onSelect: () => void closeMany(others),
        },
        {
          id: 'all',
          label: say('tabs.closeAll'),
          disabled: all.length === 0,
          onSelect: () => void closeMany(all),
        },
      ]
    : []
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
      <Menu
        open={menu !== null}
        anchor={menu?.point ?? null}
        items={items}
        label={say('tabs.label')}
        onClose={() => setMenu(null)}
      />
    </>
  )
})
