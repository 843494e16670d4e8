/** A colour in both modes. */
export interface Pair {
  readonly light: string
  readonly dark: string
}

const pair = (light: string, dark: string): Pair => ({ light, dark })

/**
 * Grounds, text, lines and the four meanings. Names become `--name`.
 *
 * A page has three grounds, the lightest nearest to the person: `ground` (top bar, sidebar, tabs, what stands behind
 * cards), `list` (lists of mails), and `surface-1` (the reading pane, sheets, cards, fields: what is read and written
 * on). `surface-2` to `surface-4` fill things that stand on `surface-1`; `surface-raised` floats above the page.
 */
export const NEUTRALS = {
  ground: pair('#e9ecf1', '#0e1014'),
  list: pair('#f6f7f9', '#15181d'),
  'surface-1': pair('#ffffff', '#1d2127'),
  'surface-2': pair('#f6f7f9', '#232830'),
  'surface-3': pair('#eceef2', '#2a3039'),
  'surface-4': pair('#dfe3e9', '#353c47'),
  'surface-raised': pair('#ffffff', '#262b33'),
  'text-1': pair('#1b1f26', '#eceef2'),
  'text-2': pair('#454c58', '#c3c8d1'),
  'text-3': pair('#586070', '#abb2be'),
  'text-4': pair('#7a828f', '#8b93a0'),
  'line-1': pair('#dfe2e8', '#2c323b'),
  'line-2': pair('#cdd2da', '#404854'),
  'line-control': pair('#7e8591', '#7b8390'),
  danger: pair('#c42b28', '#fc8d81'),
  'danger-strong': pair('#ad1f1f', '#ffaba1'),
  'danger-soft': pair('#ffebe8', '#3e1f1b'),
  'on-danger': pair('#ffffff', '#2b0906'),
  warning: pair('#8f5500', '#dba570'),
  'warning-soft': pair('#fceddf', '#3a230b'),
  success: pair('#147037', '#85c292'),
  'success-soft': pair('#e5f5e7', '#15301b'),
  info: pair('#0069a0', '#78b9e7'),
  'info-soft': pair('#e2f3ff', '#0e2c3f'),
  star: pair('#b57000', '#f0b23e'),
  'on-accent': pair('#ffffff', '#ffffff'),
  inverse: pair('#23272f', '#eceef2'),
  'on-inverse': pair('#ffffff', '#1b1f26'),
  'inverse-accent': pair('#a9c4ff', '#1746c5'),
  scrim: pair('#10131a73', '#05060999'),
} as const satisfies Record<string, Pair>

/** Festival skin: warm paper instead of the neutral grounds, in light mode. */
export const PAPER: Readonly<Record<string, string>> = {
  ground: '#f1e8d8',
  list: '#faf5ea',
  'surface-1': '#fffdf8',
  'surface-2': '#fbf6ec',
  'surface-3': '#f5eddf',
  'surface-4': '#eadfcc',
  'line-1': '#e8dcc8',
  'line-2': '#d9cbb2',
  'line-control': '#8d8471',
  'text-3': '#615b4a',
}

/** A tint: so many percent of one colour, by mode, over another or over whatever lies below. */
export interface Tint {
  readonly of: 'text-1' | 'accent-5'
  readonly percent: Readonly<Record<keyof Pair, number>>
  readonly over?: 'list'
}

const tint = (of: Tint['of'], light: number, dark: number, over?: Tint['over']): Tint => ({
  of,
  percent: { light, dark },
  ...(over ? { over } : {}),
})

/**
 * What happens to a thing, on whichever ground it stands: the pointer is over it, it is pressed, it is the chosen one.
 * The rows of a list have opaque tints of their own, because tools lie over their text. Names become `--name`.
 */
export const TINTS = {
  hover: tint('text-1', 6, 8),
  pressed: tint('text-1', 9, 12),
  selected: tint('accent-5', 13, 20),
  'list-hover': tint('text-1', 4, 5, 'list'),
  'list-selected': tint('accent-5', 9, 12, 'list'),
  'list-open': tint('accent-5', 15, 22, 'list'),
} as const satisfies Record<string, Tint>

/** Stable tones for avatars and labels: ground, text on it, and the dot that stands for it. */
export interface Tone {
  readonly ground: Pair
  readonly text: Pair
  readonly dot: Pair
}

const tone = (ground: Pair, text: Pair, dot: Pair): Tone => ({ ground, text, dot })

/** Numbered from 1: `--tone-1-ground`, `--tone-1-text`, `--tone-1-dot` … */
export const TONES: readonly Tone[] = [
  tone(pair('#ffdfdc', '#4c2b28'), pair('#823330', '#fcc0ba'), pair('#d15c56', '#e47c75')),
  tone(pair('#ffe1d1', '#4a2d1d'), pair('#7e3a06', '#f8c4a8'), pair('#cb6620', '#de844f')),
  tone(pair('#fae4c7', '#443116'), pair('#6c4702', '#eccb9e'), pair('#a86f00', '#cd9130')),
  tone(pair('#e6ecca', '#343819'), pair('#4f5500', '#cfd7a3'), pair('#7b8600', '#9ca73e')),
  tone(pair('#d6f0d6', '#243c25'), pair('#1f5f26', '#b5deb5'), pair('#409d48', '#67b36a')),
  tone(pair('#caf2e6', '#133e34'), pair('#055e4d', '#a0e1ce'), pair('#138f76', '#0fb89a')),
  tone(pair('#c6f1f6', '#0c3d42'), pair('#015b63', '#9adfe7'), pair('#0b8d98', '#1db2c0')),
  tone(pair('#d0edfe', '#18394b'), pair('#04577a', '#a4d9f9'), pair('#1189be', '#37aae3')),
  tone(pair('#dce9fe', '#27354f'), pair('#2d4d8b', '#b9d2fe'), pair('#5283e0', '#719def')),
  tone(pair('#e7e4ff', '#35314d'), pair('#504387', '#d0cafd'), pair('#8673d9', '#9e8fe9')),
  tone(pair('#f6dffb', '#412d45'), pair('#6a3975', '#e6c3ee'), pair('#ad65be', '#c282d0')),
  tone(pair('#ffdde9', '#4a2a37'), pair('#7c3253', '#f7bfd3'), pair('#c95a8b', '#dd7aa2')),
]
