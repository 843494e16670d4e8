import { NEUTRALS } from './palette.ts'
import { colourTokens, type Mode } from './renderTokensCss.ts'
import { SKINS, type SkinId } from './skinNames.ts'

const MODES: readonly Mode[] = ['light', 'dark']

/** Steps of Arco's ramps that its controls read as `rgb(var(--primary-6))`, and the step of ours that stands there. */
const RAMP: readonly (readonly [arco: number, ours: number])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 6],
  [7, 7],
]

function triple(hex: string): string {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')
}

function accent(skin: SkinId, mode: Mode): string {
  const tokens = colourTokens(skin, mode)
  return RAMP.map(([arco, ours]) => `    --primary-${arco}: ${triple(tokens[`accent-${ours}`] ?? '')};`).join('\n')
}

function meanings(mode: Mode): string {
  return (['danger', 'warning', 'success'] as const)
    .flatMap((name) => [5, 6, 7].map((step) => `    --${name}-${step}: ${triple(NEUTRALS[name][mode])};`))
    .join('\n')
}

/** Arco expects colours as triples of numbers; the rest of its variables point at our tokens (`arco/theme.css`). */
export function renderArcoCss(): string {
  const blocks = MODES.flatMap((mode) => {
    const root = mode === 'dark' ? ':root[data-mode="dark"]' : ':root'
    return [
      `  ${root} {\n${accent('skin_0', mode)}\n${meanings(mode)}\n  }\n`,
      ...SKINS.filter(({ id }) => id !== 'skin_0').map(
        ({ id }) => `  ${root}[data-skin="${id}"] {\n${accent(id, mode)}\n  }\n`,
      ),
    ]
  })
  return `/* Written by tools/writeTokens.ts from src/tokens; change it there. */\n@layer arco {\n${blocks.join('\n')}}\n`
}
