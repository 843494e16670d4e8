import { ACCENTS } from './accents.ts'
import { FIXED, IN_ENGLISH, SCALED, SHADOWS } from './measures.ts'
import { NEUTRALS, PAPER, TINTS, type Tint, TONES } from './palette.ts'
import { SKINS, type SkinId } from './skinNames.ts'

export type Mode = 'light' | 'dark'

/** Every colour token of one skin in one mode, by name without the dashes: for the stylesheet and the contrast test. */
export function colourTokens(skin: SkinId, mode: Mode): Record<string, string> {
  const tokens = { ...neutralTokens(mode), ...accentTokens(skin, mode) }
  return skin === 'festival' && mode === 'light' ? { ...tokens, ...PAPER } : tokens
}

function neutralTokens(mode: Mode): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const [name, value] of Object.entries(NEUTRALS)) tokens[name] = value[mode]
  TONES.forEach((tone, index) => {
    tokens[`tone-${index + 1}-ground`] = tone.ground[mode]
    tokens[`tone-${index + 1}-text`] = tone.text[mode]
    tokens[`tone-${index + 1}-dot`] = tone.dot[mode]
  })
  return tokens
}

function accentTokens(skin: SkinId, mode: Mode): Record<string, string> {
  return Object.fromEntries(ACCENTS[skin][mode].map((value, index) => [`accent-${index + 1}`, value]))
}

/** The tints once for a mode: they follow the skin's accent and text by themselves. */
function tintTokens(mode: Mode): Record<string, string> {
  return Object.fromEntries(
    Object.entries<Tint>(TINTS).map(([name, { of, percent, over }]) => [
      name,
      `color-mix(in srgb, var(--${of}) ${percent[mode]}%, ${over ? `var(--${over})` : 'transparent'})`,
    ]),
  )
}

function block(selector: string, tokens: Record<string, string>, extra = ''): string {
  const lines = Object.entries(tokens).map(([name, value]) => `    --${name}: ${value};`)
  return `  ${selector} {\n${extra}${lines.join('\n')}\n  }\n`
}

/** The stylesheet of all tokens. Written to `styles/tokens.css` by `pnpm --filter @yanshu/ui tokens`; a test keeps the two equal. */
export function renderTokensCss(): string {
  const scaled = (index: 0 | 1 | 2) =>
    Object.fromEntries(Object.entries(SCALED).map(([name, values]) => [name, `${values[index]}px`]))
  const parts = [
    block(':root', { ...FIXED, ...scaled(0) }),
    block(':root:lang(en)', IN_ENGLISH),
    block(':root[data-font="2"]', scaled(1)),
    block(':root[data-font="3"]', scaled(2)),
    block(
      ':root',
      { ...neutralTokens('light'), ...accentTokens('skin_0', 'light'), ...tintTokens('light'), ...SHADOWS.light },
      '    color-scheme: light;\n',
    ),
  ]
  for (const { id } of SKINS) {
    if (id === 'skin_0') continue
    const paper = id === 'festival' ? PAPER : {}
    parts.push(block(`:root[data-skin="${id}"]`, { ...accentTokens(id, 'light'), ...paper }))
  }
  parts.push(
    block(
      ':root[data-mode="dark"]',
      { ...neutralTokens('dark'), ...accentTokens('skin_0', 'dark'), ...tintTokens('dark'), ...SHADOWS.dark },
      '    color-scheme: dark;\n',
    ),
  )
  for (const { id } of SKINS) {
    if (id === 'skin_0') continue
    const plain = Object.fromEntries(Object.keys(PAPER).map((name) => [name, neutralTokens('dark')[name] ?? '']))
    parts.push(
      block(`:root[data-mode="dark"][data-skin="${id}"]`, {
        ...accentTokens(id, 'dark'),
        ...(id === 'festival' ? plain : {}),
      }),
    )
  }
  return `/* Written by tools/writeTokens.ts from src/tokens; change it there. */\n@layer ui {\n${parts.join('\n')}}\n`
}
