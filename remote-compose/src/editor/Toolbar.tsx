import { useLanguage, useStore, useT } from '@yanshu/shell-api'
import { IconButton, type IconName, Menu, MenuButton, type MenuEntry, Popover } from '@yanshu/ui'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { SPACINGS } from '../quote/letterParts.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import { DEFAULT_SIZE, EMOJI, FONTS, fontOf, HIGHLIGHT_COLORS, SIZES, TEXT_COLORS } from './choices.ts'
import { commands, type Facts, setLink } from './commands.ts'
import type { LetterEditor } from './createEditor.ts'
import css from './editor.module.css'
import { ColorGrid, EmojiGrid, LinkForm, TableGrid } from './panels.tsx'

export interface ToolbarProps {
  composer: Composer
  editor: LetterEditor
  facts: Facts
  linking: boolean
  onLinking: (open: boolean) => void
  onPlain: () => void
  /** Whether the text stands on white in a dark application; null where it does anyway. */
  whitePaper: boolean | null
  onWhitePaper: (white: boolean) => void
}

/** Walks the tools with the arrow keys (WAI-ARIA toolbar). */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const steps = new Map([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
  ])
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = tools.findIndex((tool) => tool.matches(':focus'))
  const step = steps.get(event.key)
  const to =
    event.key === 'Home'
      ? 0
      : event.key === 'End'
        ? tools.length - 1
        : step
          ? (at + step + tools.length) % tools.length
          : -1
  if (to < 0 || at < 0) return
  event.preventDefault()
  tools[to]?.focus()
}

/** Everything that can be done with the text. */
export function Toolbar(props: ToolbarProps) {
  const { composer, editor, facts, linking, onLinking, onPlain, whitePaper, onWhitePaper } = props
  const say = useT(NS)
  const spoken = useLanguage()
  const { spacing } = useStore(composer.state)
  const picker = useRef<HTMLInputElement>(null)
  const link = useRef<HTMLButtonElement>(null)
  const run = (command: Parameters<LetterEditor['run']>[0]) => editor.run(command)

  const tool = (
    icon: IconName,
    name: string,
    command: Parameters<LetterEditor['run']>[0],
    more: { pressed?: boolean; shortcut?: string; disabled?: boolean } = {},
  ) => (
    <IconButton
      key={name}
      icon={icon}
      label={say(`editor.${name}`)}
      size="small"
      {...more}
      // The text keeps its selection while a tool is pressed.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => run(command)}
    />
  )

  const fonts: MenuEntry[] = [
    {
      id: 'none',
      label: say('editor.fontDefault'),
      radio: true,
      checked: facts.font === null,
      onSelect: () => run(commands.font(null)),
    },
    ...FONTS.map(({ id, zh, en, family }) => ({
      id,
      label: spoken === 'zh' ? zh : en,
      radio: true,
      checked: fontOf(facts.font)?.id === id,
      onSelect: () => run(commands.font(family)),
    })),
  ]
  const size = facts.size ?? DEFAULT_SIZE
  const sizes: MenuEntry[] = SIZES.map((value) => ({
    id: value,
    label: value.replace('px', ''),
    radio: true,
    checked: size === value,
    onSelect: () => run(commands.size(value === DEFAULT_SIZE ? null : value)),
  }))
  const font = fontOf(facts.font)
  const headings: MenuEntry[] = [0, 1, 2, 3].map((level) => ({
    id: `h${level}`,
    label: say(`editor.heading${level}`),
    radio: true,
    checked: facts.heading === level,
    onSelect: () => run(commands.heading(level)),
  }))
  const table: MenuEntry[] = (
    [
      'rowAfter',
      'columnAfter',
      'mergeCells',
      'splitCell',
      'headerRow',
      'deleteRow',
      'deleteColumn',
      'deleteTable',
    ] as const
  ).map((name) => ({
    id: name,
    label: say(`editor.${name}`),
    danger: name === 'deleteTable',
    onSelect: () => run(commands[name]),
  }))
  const more: MenuEntry[] = [
    { kind: 'heading', id: 'spacing', label: say('editor.spacing') },
    ...SPACINGS.map((value) => ({
      id: value,
      label: say(`editor.spacing-${value}`),
      radio: true,
      checked: spacing === value,
      onSelect: () => composer.change({ spacing: value }),
    })),
    { kind: 'separator', id: 'line' },
    { id: 'rule', label: say('editor.rule'), onSelect: () => run(commands.rule) },
    { id: 'plain', label: say('editor.plain'), onSelect: onPlain },
  ]

  return (
    <div role="toolbar" aria-label={say('editor.tools')} className={css.toolbar} onKeyDown={walk}>
      <Group>
        {tool('undo', 'undo', commands.undo, { shortcut: 'Mod+Z', disabled: !facts.canUndo })}
        {tool('redo', 'redo', commands.redo, { shortcut: 'Mod+Y', disabled: !facts.canRedo })}
        {tool('clear-format', 'clearFormat', commands.clearFormat, { shortcut: 'Mod+\\' })}
      </Group>
      <Group>
        <Choice
          label={say('editor.font')}
          value={font ? (spoken === 'zh' ? font.zh : font.en) : say('editor.fontDefault')}
          items={fonts}
          wide
        />
        <Choice label={say('editor.size')} value={size.replace('px', '')} items={sizes} />
        <Choice label={say('editor.heading')} value={say(`editor.heading${facts.heading}`)} items={headings} />
      </Group>
      <Group>
        {tool('bold', 'bold', commands.bold, { pressed: facts.bold, shortcut: 'Mod+B' })}
        {tool('italic', 'italic', commands.italic, { pressed: facts.italic, shortcut: 'Mod+I' })}
        {tool('underline', 'underline', commands.underline, { pressed: facts.underline, shortcut: 'Mod+U' })}
        {tool('strike', 'strike', commands.strike, { pressed: facts.strike, shortcut: 'Mod+Shift+X' })}
        <Panel icon="color" label={say('editor.color')}>
          {(close) => (
            <ColorGrid
              rows={TEXT_COLORS}
              value={facts.color}
              none={say('editor.colorNone')}
              onPick={(value) => {
                close()
                run(commands.color(value))
              }}
            />
          )}
        </Panel>
        <Panel icon="highlight" label={say('editor.highlight')}>
          {(close) => (
            <ColorGrid
              rows={HIGHLIGHT_COLORS}
              value={facts.highlight}
              none={say('editor.highlightNone')}
              onPick={(value) => {
                close()
                run(commands.highlight(value))
              }}
            />
          )}
        </Panel>
      </Group>
      <Group>
        {tool('list-bullet', 'bulletList', commands.bulletList, {
          pressed: facts.list === 'bullet',
          shortcut: 'Mod+Shift+8',
        })}
        {tool('list-number', 'numberList', commands.numberList, {
          pressed: facts.list === 'number',
          shortcut: 'Mod+Shift+7',
        })}
        {tool('chevron-left', 'outdent', commands.outdent, { shortcut: 'Mod+[' })}
        {tool('chevron-right', 'indent', commands.indent, { shortcut: 'Mod+]' })}
        {(['left', 'center', 'right', 'justify'] as const).map((align) =>
          tool(`align-${align}`, `align-${align}`, commands.align(align), {
            pressed: (facts.align ?? 'left') === align,
          }),
        )}
        {tool('quote', 'quote', commands.quote, { pressed: facts.quote, shortcut: 'Mod+Shift+9' })}
      </Group>
      <Group>
        <IconButton
          ref={link}
          icon="link"
          size="small"
          label={say('editor.link')}
          shortcut="Mod+K"
          pressed={facts.link !== null}
          aria-haspopup="dialog"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onLinking(true)}
        />
        <Popover open={linking} anchor={link} label={say('editor.link')} onClose={() => onLinking(false)}>
          <LinkForm
            href={facts.link ?? ''}
            onLink={(href) => {
              onLinking(false)
              run(setLink(href))
            }}
          />
        </Popover>
        <IconButton
          icon="image-add"
          size="small"
          label={say('editor.picture')}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp"
          multiple
          hidden
          aria-label={say('editor.picture')}
          onChange={(event) => {
            editor.insertPictures([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        {facts.table ? (
          <MenuButton icon="table" size="small" label={say('editor.table')} items={table} placement="bottom-start" />
        ) : (
          <Panel icon="table" label={say('editor.table')}>
            {(close) => (
              <TableGrid
                onPick={(rows, columns) => {
                  close()
                  run(commands.insertTable(rows, columns))
                }}
              />
            )}
          </Panel>
        )}
        <Panel icon="emoji" label={say('editor.emoji')}>
          {(close) => (
            <EmojiGrid
              signs={EMOJI}
              onPick={(sign) => {
                close()
                editor.insertText(sign)
                editor.focus()
              }}
            />
          )}
        </Panel>
        {whitePaper !== null && (
          <IconButton
            icon={whitePaper ? 'moon' : 'sun'}
            size="small"
            label={say('editor.whitePaper')}
            pressed={whitePaper}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onWhitePaper(!whitePaper)}
          />
        )}
        <MenuButton icon="more" size="small" label={say('editor.more')} items={more} />
      </Group>
    </div>
  )
}

function Group({ children }: { children: ReactNode }) {
  return <div className={css.group}>{children}</div>
}

interface ChoiceProps {
  label: string
  value: string
  items: readonly MenuEntry[]
  wide?: boolean
}

/** What is chosen, as a button that opens the list of what can be. */
function Choice({ label, value, items, wide = false }: ChoiceProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.choice}
        data-wide={wide ? '' : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${label}: ${value}`}
        title={label}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      >
        <span className={css.choiceText}>{value}</span>
      </button>
      <Menu open={open} anchor={button} items={items} label={label} onClose={() => setOpen(false)} />
    </>
  )
}

interface PanelProps {
  icon: IconName
  label: string
  children: (close: () => void) => ReactNode
}

function Panel({ icon, label, children }: PanelProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        ref={button}
        icon={icon}
        size="small"
        label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => setOpen(!open)}
      />
      <Popover open={open} anchor={button} label={label} onClose={close}>
        {children(close)}
      </Popover>
    </>
  )
}
