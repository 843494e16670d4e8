import { besideOf, go, intents, type Shortcut, tabs, tabsHost, useSettings, useT, useTabs } from '@yanshu/shell-api'
import { notify, undoLast } from '@yanshu/ui'
import { useFolderNames } from '../layout/useFolderNames.ts'
import { askToLock } from '../on-demand/onDemand.tsx'

interface FrameCommands {
  openPalette: () => void
  openSheet: () => void
  toggleSidebar: () => void
}

/** The shortcuts of the frame: going to places, writing, views, help. */
export function useFrameShortcuts({ openPalette, openSheet, toggleSidebar }: FrameCommands): readonly Shortcut[] {
  const say = useT('shell')
  const { nameOf, byRole } = useFolderNames()
  const { activeId, split } = useTabs()
  const { islockscreen } = useSettings()
  const group = { general: say('shortcuts.general'), go: say('shortcuts.go') }
  const folder = (role: 'inbox' | 'sent' | 'drafts', fallback: string) => {
    const found = byRole(role)
    return found ? nameOf(found) : fallback
  }
  const step = (by: number) => {
    const list = tabs.list()
    const at = list.findIndex((tab) => tab.id === activeId)
    const next = list[(at + by + list.length) % list.length]
    if (next) go(next.path)
  }
  const to = (keys: string, label: string, path: string): Shortcut => ({
    keys,
    label,
    group: group.go,
    run: () => go(path),
  })
  return [
    {
      keys: 'c',
      label: say('shortcuts.compose'),
      group: group.general,
      run: () => {
        intents.send('compose.open', { kind: 'new' }).catch(() => undefined)
      },
    },
    { keys: 'Mod+K', label: say('shortcuts.palette'), group: group.general, allowInInput: true, run: openPalette },
    {
      keys: 'Mod+Z',
      label: say('shortcuts.undo'),
      group: group.general,
      run: () => {
        const undone = undoLast()
        if (undone) notify.info(say('shortcuts.undone', { what: undone }))
        else notify.info(say('shortcuts.nothingToUndo'))
      },
    },
    { keys: '?', label: say('shortcuts.sheet'), group: group.general, run: openSheet },
    { keys: '[', label: say('shortcuts.sidebar'), group: group.general, run: toggleSidebar },
    ...(islockscreen
      ? [{ keys: 'Alt+l', label: say('topBar.lock'), group: group.general, allowInInput: true, run: askToLock }]
      : []),
    {
      keys: 'Alt+w',
      label: say('shortcuts.closeTab'),
      group: group.general,
      allowInInput: true,
      run: () => {
        if (activeId) void tabsHost.close(activeId)
      },
    },
    {
      keys: 'Alt+ArrowDown',
      label: say('shortcuts.nextTab'),
      group: group.general,
      run: () => step(1),
    },
    {
      keys: 'Alt+ArrowUp',
      label: say('shortcuts.previousTab'),
      group: group.general,
      run: () => step(-1),
    },
    {
      keys: 'Mod+\\',
      label: say('shortcuts.split'),
      group: group.general,
      allowInInput: true,
      run: () => {
        if (split) tabsHost.endSplit()
        else if (activeId && !tabsHost.putBeside(activeId)) notify.info(say('shortcuts.splitNeedsTwo'))
      },
    },
    {
      keys: 'F6',
      label: say('shortcuts.otherHalf'),
      group: group.general,
      allowInInput: true,
      when: () => split !== null,
      run: () => {
        const other = tabs.list().find(({ id }) => id === besideOf(split, activeId))
        if (other) go(other.path, { replace: true })
      },
    },
    to('g i', folder('inbox', say('shortcuts.inbox')), '/inbox'),
    to('g t', folder('sent', say('shortcuts.sent')), '/outbox'),
    to('g d', folder('drafts', say('shortcuts.drafts')), '/draftbox'),
    to('g s', say('shortcuts.favorite'), '/favorite'),
    to('g ,', say('shortcuts.settings'), '/set/normalset'),
  ]
}
