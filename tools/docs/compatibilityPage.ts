import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DIST, providedVersions } from '../../shared/build/src/index.ts'
import { type Manifest, satisfies } from '../../shared/discovery/src/index.ts'
import type { ReleasedClient } from '../release/releasedClient.ts'
import { ROOT } from '../steps.ts'

/** A host or a remote, with what it is called on the page. */
interface Build {
  readonly origin: 'this tree' | 'the release'
  readonly version: string
  /** What a host offers, or the ranges that a remote asks for. */
  readonly versions: Readonly<Record<string, string>>
}

interface Builds {
  readonly hosts: readonly Build[]
  readonly remotes: Readonly<Record<string, readonly Build[]>>
}

/** The builds of this tree, whose client was built, and of the release before. */
export function buildsOf(release: ReleasedClient): Builds {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(DIST, 'mf/manifest.json'), 'utf8'))
  const provided = providedVersions(path.join(ROOT, 'host'))
  const remotes = Object.entries(manifest.discovery.microFrontends).map(([name, candidates]) => {
    // A build that was in use before is listed after the one of this tree.
    const now = candidates
      .filter(({ deployment }) => deployment.default)
      .map(
        ({ metadata, extras }): Build => ({
          origin: 'this tree',
          version: metadata.version,
          versions: extras.requires,
        }),
      )
    const before = release.remotes
      .filter((one) => one.name === name)
      .map(({ version, requires }): Build => ({ origin: 'the release', version, versions: requires }))
    return [name, [...now, ...before]] as const
  })
  return {
    hosts: [
      { origin: 'this tree', version: manifest.minHost, versions: provided },
      { origin: 'the release', version: release.host.version, versions: release.provided },
    ],
    remotes: Object.fromEntries(remotes),
  }
}

/** What of a remote's requirements a host does not meet, as a sentence; `runs` when it meets them all. */
function verdict(remote: Build, host: Build): string {
  const unmet = Object.entries(remote.versions).filter(([name, range]) => {
    const version = host.versions[name]
    return version === undefined || !satisfies(version, range)
  })
  if (unmet.length === 0) return 'runs'
  return `refused: needs ${unmet.map(([name, range]) => `\`${name}\` ${range}, has ${host.versions[name] ?? 'none'}`).join('; ')}`
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The page docs/compatibility.md, made from what was built; a browser test compares it with the file. */
export function compatibilityPage({ hosts, remotes }: Builds): string {
  const columns = hosts.map(({ origin, version }) => `host of ${origin} (${version})`)
  const fits = Object.entries(remotes).flatMap(([name, builds]) =>
    builds.map((remote) => [
      `\`${name}\``,
      `${remote.origin} (${remote.version})`,
      ...hosts.map((host) => verdict(remote, host)),
    ]),
  )
  const names = [...new Set(hosts.flatMap(({ versions }) => Object.keys(versions)))].sort()
  const offers = names.map((name) => [`\`${name}\``, ...hosts.map(({ versions }) => versions[name] ?? 'none')])
  return `# What fits with what

Made from the built client and the last release by \`npm run docs:calls\`. Do not edit by hand.

A host refuses a remote whose requirements it does not meet, and takes the version behind it. The browser tests try what
this page says with every change: the remotes of the release on the host of the tree, those of the tree on the host of the
release, and each remote exchanged alone (\`e2e/main-job/released.spec.ts\`). How a release is made, and what raises a
version, is in [a-remotes-life.md](a-remotes-life.md).

${table(['remote', 'from', ...columns], fits)}

## What the hosts offer

${table(['module', ...columns], offers)}
`
}
