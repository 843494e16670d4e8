import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../button/Button.tsx'
import { useMediaQuery } from '../hooks/useMediaQuery.ts'
import type { IconName } from '../icons/paths.ts'
import { TOOL_ICONS } from '../icons/toolIcons.ts'
import { MenuButton } from '../menu/Menu.tsx'
import { useUiLanguage, useWords } from '../messages/language.ts'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from './choices.ts'
import { commands } from './commands.ts'
import type { LetterEditor } from './createEditor.ts'
import css from './editor.module.css'
import { InsertTools } from './InsertTools.tsx'
import { ColorGrid } from './panels.tsx'
import type { ToolbarProps } from './toolbarProps.ts'
import { alignMenu, fontMenu, headingMenu, type MenuParts, moreMenu, sizeMenu } from './toolMenus.ts'
import { Choice, Panel, walkTools } from './toolParts.tsx'
import { WORDS } from './words.ts'

/** Groups that a narrow window opens one at a time. */
const FOLDED = [
  ['text', TOOL_ICONS['font-size'], 'textTools'],
  ['paragraph', TOOL_ICONS['align-left'], 'paragraphTools'],
  ['insert', 'plus', 'insertTools'],
] as const satisfies readonly (readonly [string, IconName, keyof typeof WORDS.zh])[]
type Folded = (typeof FOLDED)[number][0]

/** Everything that can be done with the text: in one line, or by groups where there is no room. */
export function Toolbar(props: ToolbarProps) {
  const { editor, facts, spacing, onSpacing, onPlain, onTool, linking, structureOnly } = props
  const say = useWords(WORDS)
  const language = useUiLanguage()
  const narrow = useMediaQuery('(max-width: 499px)')
  const [opened, setOpened] = useState<Folded | null>(null)
  const id = useId()
  const run: LetterEditor['run'] = (command) => editor.run(command)
  const menus: MenuParts = { say, language, facts, run }
  /** Without indented lines there are only points of lists to move. */
  const listsOnly = structureOnly === true && facts.list === null

  const tool = (
    icon: IconName,
    name: keyof typeof WORDS.zh,
    command: Parameters<LetterEditor['run']>[0],
    more: { pressed?: boolean; shortcut?: string; disabled?: boolean } = {},
  ) => (
    <IconButton
      key={name}
      icon={icon}
      label={say(name)}
      size="small"
      {...more}
      // The text keeps its selection while a tool is pressed.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    />
  )

  const clear = tool(TOOL_ICONS['clear-format'], 'clearFormat', commands.clearFormat, { shortcut: 'Mod+\\' })
  const history = (
    <Group>
      {tool('undo', 'undo', commands.undo, { shortcut: 'Mod+Z', disabled: !facts.canUndo })}
      {tool(TOOL_ICONS.redo, 'redo', commands.redo, { shortcut: 'Mod+Y', disabled: !facts.canRedo })}
      {!narrow && clear}
    </Group>
  )
  const heading = <Choice label={say('heading')} {...headingMenu(menus)} />
  const looks = (
    <>
      {tool(TOOL_ICONS.bold, 'bold', commands.bold, { pressed: facts.bold, shortcut: 'Mod+B' })}
      {tool(TOOL_ICONS.italic, 'italic', commands.italic, { pressed: facts.italic, shortcut: 'Mod+I' })}
      {tool(TOOL_ICONS.underline, 'underline', commands.underline, { pressed: facts.underline, shortcut: 'Mod+U' })}
      {tool(TOOL_ICONS.strike, 'strike', commands.strike, { pressed: facts.strike, shortcut: 'Mod+Shift+X' })}
      {!structureOnly && <Colours facts={facts} run={run} say={say} />}
    </>
  )
  const lines = (
    <>
      {tool(TOOL_ICONS['list-bullet'], 'bulletList', commands.bulletList, {
        pressed: facts.list === 'bullet',
        shortcut: 'Mod+Shift+8',
      })}
      {tool(TOOL_ICONS['list-number'], 'numberList', commands.numberList, {
        pressed: facts.list === 'number',
        shortcut: 'Mod+Shift+7',
      })}
      {tool('chevron-left', 'outdent', commands.outdent, { shortcut: 'Mod+[', disabled: listsOnly })}
      {tool('chevron-right', 'indent', commands.indent, { shortcut: 'Mod+]', disabled: listsOnly })}
      {!structureOnly && (
        <MenuButton
          icon={TOOL_ICONS[`align-${facts.align ?? 'left'}`]}
          size="small"
          label={say('align')}
          items={alignMenu(menus)}
          placement="bottom-start"
          onPointerDown={(event) => event.preventDefault()}
        />
      )}
      {tool(TOOL_ICONS.quote, 'quote', commands.quote, { pressed: facts.quote, shortcut: 'Mod+Shift+9' })}
    </>
  )
  const insert = <InsertTools {...props} menus={menus} />
  const fonts = !structureOnly && (
    <>
      <Choice label={say('font')} {...fontMenu(menus)} wide />
      <Choice label={say('size')} {...sizeMenu(menus)} />
    </>
  )
  const more = props.short ? null : (
    <MenuButton
      icon="more"
      size="small"
      label={say('more')}
      items={moreMenu(menus, { spacing, onSpacing, onPlain, onTool })}
    />
  )

  if (!narrow) {
    return (
      <div role="toolbar" aria-label={say('tools')} className={css.toolbar} onKeyDown={walkTools}>
        {history}
        <Group>
          {fonts}
          {heading}
        </Group>
        <Group>{looks}</Group>
        <Group>{lines}</Group>
        <Group>
          {insert}
          {more}
        </Group>
      </div>
    )
  }
  // The keyboard can ask for the link's panel while its group is closed.
  const shown = linking ? 'insert' : opened
  const [, , shownWord] = FOLDED.find(([name]) => name === shown) ?? []
  return (
    <div role="toolbar" aria-label={say('tools')} className={css.toolbar} onKeyDown={walkTools}>
      {history}
      <Group>
        {FOLDED.map(([name, icon, word]) => (
          <IconButton
            key={name}
            icon={icon}
            size="small"
            label={say(word)}
            aria-expanded={shown === name}
            aria-controls={shown === name ? id : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setOpened(shown === name ? null : name)}
          />
        ))}
      </Group>
      {more}
      {shownWord && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are tools of the bar
        <div id={id} role="group" aria-label={say(shownWord)} className={css.opened}>
          {shown === 'text' && (
            <>
              {fonts}
              {looks}
              {clear}
            </>
          )}
          {shown === 'paragraph' && (
            <>
              {heading}
              {lines}
            </>
          )}
          {shown === 'insert' && insert}
        </div>
      )}
    </div>
  )
}

/** What the text is coloured with. */
function Colours({ facts, run, say }: Pick<MenuParts, 'facts' | 'run' | 'say'>) {
  return (
    <>
      <Panel icon={TOOL_ICONS.color} label={say('color')}>
        {(close) => (
          <ColorGrid
            rows={TEXT_COLORS}
            value={facts.color}
            none={say('colorNone')}
            onPick={(value) => {
              close()
              run(commands.color(value))
            }}
          />
        )}
      </Panel>
      <Panel icon={TOOL_ICONS.highlight} label={say('highlight')}>
        {(close) => (
          <ColorGrid
            rows={HIGHLIGHT_COLORS}
            value={facts.highlight}
            none={say('highlightNone')}
            onPick={(value) => {
              close()
              run(commands.highlight(value))
            }}
          />
        )}
      </Panel>
    </>
  )
}

function Group({ children }: { children: ReactNode }) {
  return <div className={css.group}>{children}</div>
}
