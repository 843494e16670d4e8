import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../steps.ts'
import { type PublicSurface, publicSurfaces } from './publicSurface.ts'
import { type Released, renderReport, surfaceHash } from './report.ts'

/** The packages that remotes build on. */
const PACKAGES = ['shared/contracts', 'shared/shell-api', 'shared/ui']

/** What was promised with the last release; `npm run release` writes it. */
const RELEASED_FILE = path.join(ROOT, 'tools/release/surfaces.json')

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The surface of each package that remotes build on, beside what the repository says of it. */
export function readSurfaces(): readonly {
  readonly surface: PublicSurface
  readonly file: string
  readonly report: string
  readonly released: Released
}[] {
  const released: Released = JSON.parse(read(RELEASED_FILE) || '{}')
  return publicSurfaces(ROOT, PACKAGES).map((surface, at) => {
    const file = path.join(ROOT, PACKAGES[at] ?? '', 'api.md')
    return { surface, file, report: read(file), released }
  })
}

/** Writes the report of a package. */
export function writeReport(file: string, surface: PublicSurface): string {
  const report = renderReport(surface)
  writeFileSync(file, report)
  return report
}

/** Writes the reports, and notes the surfaces as those of a release: from now on a change of one needs another version. */
export function noteRelease(): void {
  const released = readSurfaces().map(({ surface, file }) => {
    writeReport(file, surface)
    return [surface.name, { version: surface.version, surface: surfaceHash(surface) }]
  })
  writeFileSync(RELEASED_FILE, `${JSON.stringify(Object.fromEntries(released), null, 2)}\n`)
}
