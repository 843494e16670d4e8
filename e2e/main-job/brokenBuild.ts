import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Candidate, Manifest } from '@yanshu/discovery'

/** The default candidate of a manifest. */
export function defaultOf(manifest: Manifest, remote: string): Candidate {
  const found = manifest.discovery.microFrontends[remote]?.find(({ deployment }) => deployment.default)
  if (!found) throw new Error(`the manifest has no ${remote}`)
  return found
}

/** A manifest after another: the same remotes, but these candidates for one of them. */
export const withCandidates = (manifest: Manifest, remote: string, candidates: readonly Candidate[]): Manifest => ({
  ...manifest,
  revision: manifest.revision + 1,
  previous: manifest.revision,
  discovery: {
    ...manifest.discovery,
    microFrontends: { ...manifest.discovery.microFrontends, [remote]: [...candidates] },
  },
})

/**
 * Publishes a build of a remote whose entry throws when it is run, as honestly described as any other: its integrity
 * is right, so that only running it shows what it is.
 * @param client the folder that the server serves
 */
export function throwingBuild(client: string, good: Candidate): Candidate {
  const from = path.dirname(good.url)
  const to = `${from}-throws`
  cpSync(path.join(client, from), path.join(client, to), { recursive: true })
  const name = path.basename(good.url)
  const file = path.join(client, to, name)
  const text = `throw new Error('thrown while starting')\n${readFileSync(file, 'utf8')}`
  writeFileSync(file, text)
  for (const suffix of ['.gz', '.br']) rmSync(`${file}${suffix}`, { force: true })
  return {
    ...good,
    url: `${to}/${name}`,
    metadata: { ...good.metadata, integrity: `sha384-${createHash('sha384').update(text).digest('base64')}` },
    extras: { ...good.extras, mf: { ...good.extras.mf, name: `${good.extras.mf.name}_throws` } },
  }
}
