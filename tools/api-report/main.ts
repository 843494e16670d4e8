/**
 * `npm run api` writes the report of each shared package that others build on. With `--check` it writes nothing, and ends
 * with 1 when a report is old or when a released surface was changed without another version.
 */
import { readSurfaces, writeReport } from './packages.ts'
import { problemOf } from './report.ts'

const problems: string[] = []
for (const { surface, file, report, released } of readSurfaces()) {
  const written = process.argv.includes('--check') ? report : writeReport(file, surface)
  const problem = problemOf(surface, written, released)
  if (problem) problems.push(problem)
}
if (problems.length > 0) {
  console.error(problems.join('\n\n'))
  process.exitCode = 1
}
