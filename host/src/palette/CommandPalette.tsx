import { go, listShortcuts, showKeys, tabs, useFolders, useT } from '@yanshu/shell-api'
import { cx, Dialog, optionClass, useActiveOption } from '@yanshu/ui'
import { useMemo, useState } from 'react'
import { useSidebarNav } from '../layout/useNav.ts'
import { sidebarContent } from '../sidebar/places.ts'
import { type Command, eachOnce, matchCommands } from './matchCommands.ts'
import css from './palette.module.css'
import { type LoadRemote, useLiveCommands, useRemoteCommands } from './useRemoteCommands.ts'

function useCommands(loadRemote: LoadRemote): readonly Command[] {
  const say = useT('shell')
  const tree = useFolders()
  const nav = useSidebarNav()
  const ofRemotes = useRemoteCommands(loadRemote)
  return useMemo(() => {
    const folders: Command[] = []
    if (tree.lists) {
      const { nodes, places } = sidebarContent(tree.lists, tree.nameOf, nav, say)
      for (const node of nodes.flatMap((one) => (one.group ? (one.children ?? []) : [one]))) {
        const path = places.get(node.id)?.path
        if (path) folders.push({ id: node.id, label: node.label, group: say('palette.folders'), run: () => go(path) })
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
      .filter((shortcut) => shortcut.keys !== 'Mod+K' && !shortcut.keys.startsWith('g '))
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
    return [...eachOnce(actions), ...folders, ...open, ...ofRemotes]
  }, [tree, nav, say, ofRemotes])
}

/** Everything that can be done and gone to, found by typing (Ctrl/⌘ K). */
export function CommandPalette({ loadRemote, onClose }: { loadRemote: LoadRemote; onClose: () => void }) {
  const say = useT('shell')
  const commands = useCommands(loadRemote)
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
    <Dialog open light wide title={say('palette.title')} onClose={onClose}>
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
