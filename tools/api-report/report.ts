import { createHash } from 'node:crypto'
import type { PublicSurface } from './publicSurface.ts'

/** What was promised with the last release: versions and hashes of surfaces, by package. */
export type Released = Readonly<Record<string, { readonly version: string; readonly surface: string }>>

/** The report as it stands in the repository. The version stands in `package.json` alone. */
export function renderReport({ name, entries, declarations }: PublicSurface): string {
  const exported = [...entries].map(([specifier, names]) =>
    names.length === 0
      ? `## ${specifier}\n\nExports nothing: it is imported for its effect.`
      : `## ${specifier}\n\n\`\`\`text\n${names.join('\n')}\n\`\`\``,
  )
  return `# The public surface of ${name}

Written by \`npm run api\`. Whoever changes it raises the version in \`package.json\`: the last number when something was
added, the middle one when something that is used was changed or removed.

${exported.join('\n\n')}

## Declarations

\`\`\`ts
${declarations.join('\n\n')}
\`\`\`
`
}

/** A name for one state of a surface. */
export const surfaceHash = (surface: PublicSurface): string =>
  createHash('sha256').update(renderReport(surface)).digest('hex').slice(0, 32)

const blocksOf = (report: string): ReadonlySet<string> => new Set(report.slice(report.indexOf('```ts')).split('\n\n'))

/** What differs between two reports: the first lines of declarations that came and went. */
export function differences(before: string, after: string): readonly string[] {
  const was = blocksOf(before)
  const is = blocksOf(after)
  const first = (block: string) => block.split('\n').find((line) => !line.startsWith('```')) ?? ''
  return [
    ...[...was].filter((block) => !is.has(block)).map((block) => `- ${first(block)}`),
    ...[...is].filter((block) => !was.has(block)).map((block) => `+ ${first(block)}`),
  ]
}

const SHOWN = 12

/**
 * What is wrong with a surface, in words for whoever changed it; nothing when all is well.
 * @param report the file of the repository, '' where there is none
 */
export function problemOf(surface: PublicSurface, report: string, released: Released): string | null {
  const { name, version } = surface
  const before = released[name]
  const unchanged = before === undefined || before.surface === surfaceHash(surface)
  if (!unchanged && before.version === version) {
    return `The public surface of ${name} is not the one that was released as ${version}. Raise "version" in its package.json: the last number when something was only added, the middle one when something was changed or removed. Then run \`npm run api\` and commit what it writes.`
  }
  const now = renderReport(surface)
  if (report === now) return null
  const changes = differences(report, now)
  const more = changes.length > SHOWN ? `\n  … and ${changes.length - SHOWN} more` : ''
  return `The public surface of ${name} has changed and its report has not. Run \`npm run api\` and commit what it writes.${changes
    .slice(0, SHOWN)
    .map((line) => `\n  ${line}`)
    .join('')}${more}`
}
