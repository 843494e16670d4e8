/**
 * `npm run api` writes the report of each shared package that others build on. With `--check` it writes nothing, and ends
 * with 1 when a report is old or when a released surface was changed without another version.
 */
import { laterNamesOf, readSurfaces, writeLaterNames, writeReport } from './packages.ts'
import { problemOf } from './report.ts'

const problems: string[] = []
const surfaces = readSurfaces()
for (const { surface, file, report, released } of surfaces) {
  const written = process.argv.includes('--check') ? report : writeReport(file, surface)
  const problem = problemOf(surface, written, released)
  if (problem) problems.push(problem)
}
const { written, now } = laterNamesOf(surfaces.map(({ surface }) => surface))
if (written !== now) {
  if (process.argv.includes('--check')) {
    problems.push(
      'Names were added that shared/build/src/laterNames.json does not have. Run `npm run api` and commit it.',
    )
  } else writeLaterNames(now)
}
if (problems.length > 0) {
  console.error(problems.join('\n\n'))
  process.exitCode = 1
}
