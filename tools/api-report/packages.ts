import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../steps.ts'
import { type LaterNames, laterNames, laterNamesText } from './laterNames.ts'
import { type PublicSurface, publicSurfaces } from './publicSurface.ts'
import { type Released, renderReport, surfaceHash } from './report.ts'

/** The packages that remotes build on. */
const PACKAGES = ['shared/contracts', 'shared/shell-api', 'shared/ui']

/** What was promised with the last release; `npm run release` writes it. */
const RELEASED_FILE = path.join(ROOT, 'tools/release/surfaces.json')

/** What was added since; the build of remotes reads it. */
const LATER_FILE = path.join(ROOT, 'shared/build/src/laterNames.json')
/** Packages that the host provides: a remote requires their names of it. */
const PROVIDED = ['@yanshu/shell-api', '@yanshu/ui']

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The surface of each package that remotes build on, beside the report that the repository has of it. */
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

/** The list of names that were added after the release, as it is and as it has to be. */
export function laterNamesOf(surfaces: readonly PublicSurface[]): { readonly written: string; readonly now: string } {
  const released: Released = JSON.parse(read(RELEASED_FILE) || '{}')
  const written = read(LATER_FILE)
  const before: LaterNames = JSON.parse(written || '{}')
  return { written, now: laterNamesText(laterNames(surfaces, released, before)) }
}

export const writeLaterNames = (text: string): void => writeFileSync(LATER_FILE, text)

/** Writes the reports, and notes the surfaces as those of a release: from now on a change of one needs another version. */
export function noteRelease(): void {
  const released = readSurfaces().map(({ surface, file }) => {
    writeReport(file, surface)
    const names = PROVIDED.includes(surface.name) ? { names: Object.fromEntries(surface.entries) } : {}
    return [surface.name, { version: surface.version, surface: surfaceHash(surface), ...names }]
  })
  writeFileSync(RELEASED_FILE, `${JSON.stringify(Object.fromEntries(released), null, 2)}\n`)
}
