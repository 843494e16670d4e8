import { TOOL_ICONS } from '../icons/toolIcons.ts'
import type { MenuEntry } from '../menu/entries.ts'
import type { Say, UiLanguage } from '../messages/language.ts'
import { DEFAULT_SIZE, FONTS, fontOf, SIZES } from './choices.ts'
import { commands, type Facts } from './commands.ts'
import type { LetterEditor } from './createEditor.ts'
import { SPACINGS } from './port.ts'
import { ALIGNMENTS } from './schema.ts'
import type { ToolbarProps } from './toolbarProps.ts'
import type { WORDS } from './words.ts'

/** What the menus of the tools need. */
export interface MenuParts {
  readonly say: Say<keyof typeof WORDS.zh>
  readonly language: UiLanguage
  readonly facts: Facts
  readonly run: LetterEditor['run']
}

/** Fonts, and the name of the one at the cursor. */
export function fontMenu({ say, language, facts, run }: MenuParts): { value: string; items: MenuEntry[] } {
  const font = fontOf(facts.font)
  return {
    value: font ? font[language] : say('fontDefault'),
    items: [
      {
        id: 'none',
        label: say('fontDefault'),
        radio: true,
        checked: facts.font === null,
        onSelect: () => run(commands.font(null)),
      },
      ...FONTS.map((one) => ({
        id: one.id,
        label: one[language],
        radio: true,
        checked: font?.id === one.id,
        onSelect: () => run(commands.font(one.family)),
      })),
    ],
  }
}

/** Sizes, and the one at the cursor. */
export function sizeMenu({ facts, run }: MenuParts): { value: string; items: MenuEntry[] } {
  const size = facts.size ?? DEFAULT_SIZE
  return {
    value: size.replace('px', ''),
    items: SIZES.map((one) => ({
      id: one,
      label: one.replace('px', ''),
      radio: true,
      checked: size === one,
      onSelect: () => run(commands.size(one === DEFAULT_SIZE ? null : one)),
    })),
  }
}

const HEADINGS = [0, 1, 2, 3] as const
const headingWord = (level: number) => `heading${HEADINGS.find((one) => one === level) ?? 0}` as const

/** Kinds of lines, and the one of the line at the cursor. */
export function headingMenu({ say, facts, run }: MenuParts): { value: string; items: MenuEntry[] } {
  return {
    value: say(headingWord(facts.heading)),
    items: HEADINGS.map((level) => ({
      id: `h${level}`,
      label: say(headingWord(level)),
      radio: true,
      checked: facts.heading === level,
      onSelect: () => run(commands.heading(level)),
    })),
  }
}

/** The sides that lines keep to. */
export const alignMenu = ({ say, facts, run }: MenuParts): MenuEntry[] =>
  ALIGNMENTS.map((align) => ({
    id: align,
    label: say(align),
    icon: TOOL_ICONS[`align-${align}`],
    radio: true,
    checked: (facts.align ?? 'left') === align,
    onSelect: () => run(commands.align(align)),
  }))

const TABLE_COMMANDS = [
  'rowAfter',
  'columnAfter',
  'mergeCells',
  'splitCell',
  'headerRow',
  'deleteRow',
  'deleteColumn',
  'deleteTable',
] as const

/** Cells over several rows or columns: they need attributes, which a text of structure alone does not keep. */
const JOINED: readonly string[] = ['mergeCells', 'splitCell']

/** What can be done with the table at the cursor. */
export const tableMenu = ({ say, run }: MenuParts, structureOnly = false): MenuEntry[] =>
  TABLE_COMMANDS.filter((name) => !structureOnly || !JOINED.includes(name)).map((name) => ({
    id: name,
    label: say(name),
    danger: name === 'deleteTable',
    onSelect: () => run(commands[name]),
  }))

/** What concerns the whole text. */
export function moreMenu(
  { say, run }: MenuParts,
  { spacing, onSpacing, onPlain, onTool }: Pick<ToolbarProps, 'spacing' | 'onSpacing' | 'onPlain' | 'onTool'>,
): MenuEntry[] {
  return [
    { kind: 'heading', id: 'spacing', label: say('spacing') },
    ...SPACINGS.map((one) => ({
      id: one,
      label: say(one),
      radio: true,
      checked: spacing === one,
      onSelect: () => onSpacing(one),
    })),
    { kind: 'separator', id: 'line' },
    { id: 'rule', label: say('rule'), onSelect: () => run(commands.rule) },
    { id: 'find', label: say('find'), shortcut: 'Mod+Shift+H', onSelect: () => onTool('find') },
    { id: 'count', label: say('wordCount'), onSelect: () => onTool('count') },
    { id: 'source', label: say('source'), onSelect: () => onTool('source') },
    { id: 'plain', label: say('plain'), onSelect: onPlain },
  ]
}
