import { besideOf, tabsHost, useT, useTabs } from '@yanshu/shell-api'
import { confirm, Menu, type MenuEntry } from '@yanshu/ui'

export interface TabMenuProps {
  /** The tab that it is about, and where it was asked for. */
  at: { readonly id: string; readonly point: { x: number; y: number } }
  onClose: () => void
}

/** What can be done with a tab and with the others. */
export function TabMenu({ at, onClose }: TabMenuProps) {
  const say = useT('shell')
  const { tabs, activeId, split } = useTabs()
  const beside = besideOf(split, activeId)
  const closable = (ids: readonly { id: string; closable: boolean }[]) =>
    ids.filter((tab) => tab.closable).map((tab) => tab.id)
  const others = closable(tabs.filter((tab) => tab.id !== at.id))
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
  const place = tabs.findIndex((tab) => tab.id === at.id)
  const items: MenuEntry[] = [
    ...(tabsHost.canReopen()
      ? ([
          { id: 'reopen', label: say('tabs.reopen'), icon: 'undo', onSelect: tabsHost.reopen },
          { kind: 'separator', id: 'reopen-line' },
        ] satisfies MenuEntry[])
      : []),
    {
      id: 'left',
      label: say('tabs.moveLeft'),
      disabled: place <= 0,
      onSelect: () => tabsHost.move(at.id, place - 1),
    },
    {
      id: 'right',
      label: say('tabs.moveRight'),
      disabled: place < 0 || place === tabs.length - 1,
      onSelect: () => tabsHost.move(at.id, place + 1),
    },
    beside !== null && (at.id === beside || at.id === activeId)
      ? { id: 'split', label: say('tabs.endSplit'), onSelect: tabsHost.endSplit }
      : {
          id: 'split',
          label: say('tabs.beside'),
          disabled: tabs.length < 2,
          onSelect: () => tabsHost.putBeside(at.id),
        },
    { kind: 'separator', id: 'move-line' },
    {
      id: 'close',
      label: say('tabs.close'),
      icon: 'close',
      disabled: !all.includes(at.id),
      onSelect: () => void tabsHost.close(at.id),
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
  return <Menu open anchor={at.point} items={items} label={say('tabs.label')} onClose={onClose} />
}
