/** A colour in both modes. */
export interface Pair {
  readonly light: string
  readonly dark: string
}

const pair = (light: string, dark: string): Pair => ({ light, dark })

/** Grounds, text, lines and the four meanings. Names become `--name`. */
export const NEUTRALS = {
  'surface-1': pair('#ffffff', '#16181d'),
  'surface-2': pair('#f6f7f9', '#1b1e24'),
  'surface-3': pair('#eef0f3', '#242830'),
  'surface-4': pair('#e2e5ea', '#2f343d'),
  'surface-raised': pair('#ffffff', '#22262d'),
  'text-1': pair('#1b1f26', '#eceef2'),
  'text-2': pair('#454c58', '#c3c8d1'),
  'text-3': pair('#5f6774', '#a1a8b4'),
  'text-4': pair('#7d8592', '#828a97'),
  'line-1': pair('#e6e8ec', '#2b2f37'),
  'line-2': pair('#d3d7de', '#3b414b'),
  'line-control': pair('#878e9a', '#737b88'),
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
  star: pair('#c47a00', '#f0b23e'),
  'on-accent': pair('#ffffff', '#ffffff'),
  inverse: pair('#23272f', '#eceef2'),
  'on-inverse': pair('#ffffff', '#1b1f26'),
  'inverse-accent': pair('#a9c4ff', '#1746c5'),
  scrim: pair('#10131a73', '#05060999'),
} as const satisfies Record<string, Pair>

/** Festival skin: warm paper instead of the neutral grounds, in light mode. */
export const PAPER: Readonly<Record<string, string>> = {
  'surface-1': '#fffdf8',
  'surface-2': '#fbf6ec',
  'surface-3': '#f5eddf',
  'surface-4': '#eadfcc',
  'line-1': '#efe6d6',
  'line-2': '#e0d4be',
  'text-3': '#66604f',
}

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
