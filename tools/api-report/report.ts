import { createHash } from 'node:crypto'
import type { PublicSurface } from './publicSurface.ts'

/** What was promised with the last release, by package. */
export type Released = Readonly<
  Record<
    string,
    {
      readonly version: string
      /** A hash of the surface. */
      readonly surface: string
      /** What each entry exported, for packages that a host provides. */
      readonly names?: Readonly<Record<string, readonly string[]>>
    }
  >
>

/** What each package is, and where more is written about it. */
const ABOUT: Readonly<Record<string, string>> = {
  '@yanshu/contracts': `What crosses a boundary: calls, push messages, slots, intents, what a remote declares, and the rules and limits that both
sides apply. [docs/calls.md](../../docs/calls.md) has each call with its fields; here a schema stands by its name and a mark
of its content, so that a change of it is noticed.`,
  '@yanshu/shell-api': `The singletons that the host shares with remotes: session, calls, push messages, tabs, intents, words, shortcuts, settings.
[docs/a-remotes-life.md](../../docs/a-remotes-life.md) says how a remote uses them.`,
  '@yanshu/ui': `The components, in groups that are loaded when a view needs them. The gallery (\`npm run gallery\`) shows them;
[docs/components.md](../../docs/components.md) says which one is for what.`,
}

/** A declaration that spells out a schema of zod: the type of the constant is what the compiler made of it. */
const SCHEMA = /^const (\w+): [\s\S]*\b(?:z\.Zod|CallDefinition<)/
/** Characters of such a declaration that are still read. */
const READABLE = 400

/** A declaration as it is read: what a schema accepts is marked, not spelled out. */
function readable(declaration: string): string {
  const [, name] = SCHEMA.exec(declaration) ?? []
  if (name === undefined || declaration.length <= READABLE) return declaration
  const mark = createHash('sha256').update(declaration).digest('hex').slice(0, 12)
  return `const ${name}: ${declaration.includes('CallDefinition<') ? 'calls' : 'schema'} // ${mark}`
}

/** Names with what their docstrings say first. */
const listed = (names: readonly string[], sentences: ReadonlyMap<string, string>): string =>
  names
    .map((name) => {
      const sentence = sentences.get(name)
      return sentence === undefined ? `- \`${name}\`` : `- \`${name}\`: ${sentence}`
    })
    .join('\n')

/** The report as it stands in the repository. The version stands in `package.json` alone. */
export function renderReport({ name, entries, declarations, sentences = new Map() }: PublicSurface): string {
  const exported = [...entries].map(([specifier, names]) =>
    names.length === 0
      ? `## ${specifier}\n\nExports nothing: it is imported for its effect.`
      : `## ${specifier}\n\n${listed(names, sentences)}`,
  )
  return `# The public surface of ${name}

${ABOUT[name] ? `${ABOUT[name]}\n\n` : ''}Written by \`npm run api\`. Whoever changes it raises the version in \`package.json\`: the last number when something was
added, the middle one when something that is used was changed or removed.

${exported.join('\n\n')}

## Declarations

\`\`\`ts
${declarations.map(readable).join('\n\n')}
\`\`\`
`
}

/** A name for one state of a surface: of what is promised, not of how the report words it. */
export const surfaceHash = ({ entries, declarations }: PublicSurface): string =>
  createHash('sha256')
    .update(JSON.stringify([[...entries], declarations]))
    .digest('hex')
    .slice(0, 32)

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
 * What is wrong with a surface, in words for the author of the change; null when nothing is.
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
