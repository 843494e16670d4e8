// biome-ignore lint/style/noRestrictedImports: a tool that people run, never part of a page
import { writeFileSync } from 'node:fs'
import { renderArcoCss } from '../src/tokens/renderArcoCss.ts'
import { renderTokensCss } from '../src/tokens/renderTokensCss.ts'

writeFileSync(new URL('../src/styles/tokens.css', import.meta.url), renderTokensCss())
writeFileSync(new URL('../src/arco/ramps.css', import.meta.url), renderArcoCss())
