import { go, listShortcuts, showKeys, tabs, tabsHost, useFolders, useSettings, useT } from '@yanshu/shell-api'
import { cx, Dialog, optionClass, type TreeNode, useActiveOption } from '@yanshu/ui'
import { useMemo, useState } from 'react'
import type { Layer } from '../layout/layers.ts'
import { useNav, useSidebarNav } from '../layout/useNav.ts'
import { sidebarContent } from '../sidebar/places.ts'
import { type Command, eachOnce, matchCommands } from './matchCommands.ts'
import css from './palette.module.css'
import { REOPEN_KEYS } from './reopenKeys.ts'
import { type LoadRemote, useLiveCommands, useRemoteCommands } from './useRemoteCommands.ts'

/** Every place of the sidebar; a folder in others goes by its path. */
const namedPlaces = (nodes: readonly TreeNode[], before = ''): { id: string; label: string }[] =>
  nodes.flatMap(({ id, label, group, children = [] }) =>
    group ? namedPlaces(children) : [{ id, label: before + label }, ...namedPlaces(children, `${before}${label}/`)],
  )

function useCommands(loadRemote: LoadRemote, onLayer: (layer: Layer) => void): readonly Command[] {
  const say = useT('shell')
  const tree = useFolders()
  const nav = useSidebarNav()
  const views = useNav('more')
  const { privateEnable } = useSettings()
  const ofRemotes = useRemoteCommands(loadRemote)
  return useMemo(() => {
    const folders: Command[] = []
    if (tree.lists) {
      const { nodes, places } = sidebarContent(tree.lists, tree.nameOf, nav, say)
      for (const { id, label } of namedPlaces(nodes)) {
        const path = places.get(id)?.path
        if (path) folders.push({ id, label, group: say('palette.folders'), run: () => go(path) })
      }
    }
    const open = tabs.list().map(
      (tab): Command => ({
        id: `tab:${tab.id}`,
        label: tab.title,
        group: say('palette.pages'),
        run: () => go(tab.path),
      }),
    )
    const actions = listShortcuts()
      // Places are listed by themselves.
      .filter(({ keys }) => keys !== 'Mod+K' && keys !== REOPEN_KEYS)
      .filter((shortcut) => shortcut.group !== say('shortcuts.go'))
      .map(
        (shortcut): Command => ({
          id: `key:${shortcut.keys}`,
          label: shortcut.label,
          group: shortcut.group,
          keys: shortcut.keys,
          // By then the palette is closed, and the focus is where the shortcut applies.
          run: () => shortcut.run(new KeyboardEvent('keydown')),
        }),
      )
    const known = new Set([...folders, ...open].map(({ label }) => label))
    const places = views
      .filter(({ label }) => !known.has(label))
      .map(
        ({ path, label }): Command => ({ id: `view:${path}`, label, group: say('palette.goTo'), run: () => go(path) }),
      )
    const layer = (id: Layer, label: string, words: readonly string[]): Command => ({
      id: `layer:${id}`,
      label,
      group: say('shortcuts.general'),
      words,
      run: () => onLayer(id),
    })
    const frame = [
      layer('help', say('help.title'), ['help', 'bang zhu']),
      layer('offline', say('offline.title'), ['offline', 'outbox', 'li xian', 'fa jian xiang']),
      ...(privateEnable === 0 ? [layer('feedback', say('feedback.title'), ['feedback', 'yi jian fan kui'])] : []),
      ...(tabsHost.canReopen()
        ? [
            {
              id: 'tab:reopen',
              label: say('tabs.reopen'),
              group: say('palette.pages'),
              keys: REOPEN_KEYS,
              words: ['reopen', 'chong xin da kai'],
              run: () => tabsHost.reopen(),
            },
          ]
        : []),
    ]
    return [...eachOnce(actions), ...frame, ...folders, ...places, ...open, ...ofRemotes]
  }, [tree, nav, views, privateEnable, say, ofRemotes, onLayer])
}

interface CommandPaletteProps {
  loadRemote: LoadRemote
  /** Opens another layer of the frame in place of this one. */
  onLayer: (layer: Layer) => void
  onClose: () => void
}

/** Everything that can be done and gone to, found by typing (Ctrl/⌘ K). */
export function CommandPalette({ loadRemote, onLayer, onClose }: CommandPaletteProps) {
  const say = useT('shell')
  const commands = useCommands(loadRemote, onLayer)
  const [typed, setTyped] = useState('')
  // Text that is being composed is searched when the composition ends: half a syllable would find something else.
  const [sought, setSought] = useState('')
  const live = useLiveCommands(loadRemote, sought)
  const found = useMemo(() => [...matchCommands(commands, sought), ...live], [commands, sought, live])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    // Closing returns the focus first.
    setTimeout(() => command.run(), 0)
  }
  const cursor = useActiveOption(true, found.length, (at) => run(found[at]), true)
  const seek = (text: string) => {
    setSought(text)
    cursor.setActive(undefined)
  }

  return (
    <Dialog open light wide bare title={say('palette.title')} onClose={onClose}>
      <div className={css.palette}>
        <input
          className={css.input}
          {...cursor.box}
          aria-label={say('palette.placeholder')}
          placeholder={say('palette.placeholder')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            if (!('isComposing' in event.nativeEvent && event.nativeEvent.isComposing)) seek(event.target.value)
          }}
          onCompositionEnd={(event) => seek(event.currentTarget.value)}
          onKeyDown={cursor.onKeyDown}
          data-autofocus
          spellCheck={false}
        />
        <div id={cursor.listId} role="listbox" aria-label={say('palette.results')} className={css.list}>
          {found.map((command, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, this is its active descendant
            <div
              key={command.id}
              role="option"
              {...cursor.option(index)}
              className={cx(optionClass, css.option)}
              onClick={() => run(command)}
            >
              <span className={css.label}>{command.label}</span>
              <span className={css.group}>{command.keys ? showKeys(command.keys) : command.group}</span>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={css.nothing} role="status">
            {say('palette.nothing')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
