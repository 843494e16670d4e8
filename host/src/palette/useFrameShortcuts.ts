import {
  besideOf,
  go,
  intents,
  offeredOf,
  type Shortcut,
  tabs,
  tabsHost,
  useContributions,
  useLanguage,
  useSettings,
  useT,
  useTabs,
} from '@yanshu/shell-api'
import { notify, undoLast } from '@yanshu/ui'
import { lockAtOnce } from '../on-demand/onDemand.tsx'
import { REOPEN_KEYS } from './reopenKeys.ts'

interface FrameCommands {
  openPalette: () => void
  openSheet: () => void
  toggleSidebar: () => void
}

/** The keys of remotes that lead to their views. */
function useContributedShortcuts(group: string): readonly Shortcut[] {
  const all = useContributions()
  const switches = useSettings()
  const language = useLanguage()
  return offeredOf(all, switches, ({ shortcuts }) => shortcuts).map(({ keys, path, title }) => ({
    keys,
    label: title[language],
    group,
    run: () => go(path),
  }))
}

/** The shortcuts of the frame: going to places, writing, views, help. */
export function useFrameShortcuts({ openPalette, openSheet, toggleSidebar }: FrameCommands): readonly Shortcut[] {
  const say = useT('shell')
  const places = useContributedShortcuts(say('shortcuts.go'))
  const { activeId, split } = useTabs()
  const { islockscreen } = useSettings()
  const general = say('shortcuts.general')
  const step = (by: number) => {
    const list = tabs.list()
    const at = list.findIndex((tab) => tab.id === activeId)
    const next = list[(at + by + list.length) % list.length]
    if (next) go(next.path)
  }
  return [
    {
      keys: 'c',
      label: say('shortcuts.compose'),
      group: general,
      run: () => {
        intents.send('compose.open', { kind: 'new' }).catch(() => undefined)
      },
    },
    { keys: 'Mod+K', label: say('shortcuts.palette'), group: general, allowInInput: true, run: openPalette },
    {
      keys: 'Mod+Z',
      label: say('shortcuts.undo'),
      group: general,
      run: () => {
        const undone = undoLast()
        if (undone) notify.info(say('shortcuts.undone', { what: undone }))
        else notify.info(say('shortcuts.nothingToUndo'))
      },
    },
    { keys: '?', label: say('shortcuts.sheet'), group: general, run: openSheet },
    { keys: '[', label: say('shortcuts.sidebar'), group: general, run: toggleSidebar },
    ...(islockscreen
      ? [{ keys: 'Alt+l', label: say('topBar.lock'), group: general, allowInInput: true, run: lockAtOnce }]
      : []),
    {
      keys: 'Alt+w',
      label: say('shortcuts.closeTab'),
      group: general,
      allowInInput: true,
      run: () => {
        if (activeId) void tabsHost.close(activeId)
      },
    },
    {
      keys: REOPEN_KEYS,
      label: say('tabs.reopen'),
      group: general,
      allowInInput: true,
      when: tabsHost.canReopen,
      run: () => tabsHost.reopen(),
    },
    {
      keys: 'Alt+ArrowDown',
      label: say('shortcuts.nextTab'),
      group: general,
      run: () => step(1),
    },
    {
      keys: 'Alt+ArrowUp',
      label: say('shortcuts.previousTab'),
      group: general,
      run: () => step(-1),
    },
    {
      keys: 'Mod+\\',
      label: say('shortcuts.split'),
      group: general,
      allowInInput: true,
      run: () => {
        if (split) tabsHost.endSplit()
        else if (activeId && !tabsHost.putBeside(activeId)) notify.info(say('shortcuts.splitNeedsTwo'))
      },
    },
    {
      keys: 'F6',
      label: say('shortcuts.otherHalf'),
      group: general,
      allowInInput: true,
      when: () => split !== null,
      run: () => {
        const other = tabs.list().find(({ id }) => id === besideOf(split, activeId))
        if (other) go(other.path, { replace: true })
      },
    },
    // Behind the frame's own: with the same keys the first counts.
    ...places,
  ]
}
