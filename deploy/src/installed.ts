import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Candidate, type Manifest, satisfies } from '@yanshu/discovery'
import { type HostFacts, type Installed, labelOf, layOverBuild, nameOf } from '@yanshu/discovery/operations'
import { type AuditEntry, readAttempts } from './audit.ts'
import type { DeploymentPlaces } from './deployment.ts'

/** More changes than an operator makes between two upgrades. */
const CHANGES_READ = 10_000

/** The record of the built host; null where it is not there. */
export async function hostFacts({ clientFolder }: Pick<DeploymentPlaces, 'clientFolder'>): Promise<HostFacts | null> {
  if (clientFolder === null) return null
  try {
    const record = JSON.parse(await readFile(path.join(clientFolder, 'host', 'build.json'), 'utf8'))
    return { version: String(record.version), provided: record.provided }
  } catch {
    return null
  }
}

/** Whether the entry of a version lies below a folder. One of another origin never does. */
function liesIn(folder: string | null, { url, fallbackUrl }: Candidate): boolean {
  return [url, fallbackUrl].some(
    (address) =>
      folder !== null &&
      address?.startsWith('/r/') &&
      !address.includes('..') &&
      existsSync(path.join(folder, address)),
  )
}

const isForeign = ({ url }: Candidate) => /^https?:\/\//.test(url)

/** Whether the entry of a version is there, for all that this machine knows: another origin is not asked. */
export const isEntryHere = (
  { clientFolder, dataFolder }: Pick<DeploymentPlaces, 'clientFolder' | 'dataFolder'>,
  one: Candidate,
): boolean => isForeign(one) || liesIn(clientFolder, one) || liesIn(dataFolder, one)

/**
 * What operators pinned before manifests kept it: the audit log has it as the last change of a remote's default.
 * Names of versions by remote.
 */
function pinsIn(attempts: readonly AuditEntry[], { discovery }: Manifest): Readonly<Record<string, string>> {
  const pins: Record<string, string> = {}
  const decided = new Set<string>()
  for (const { what, outcome } of attempts) {
    if (outcome !== 'written') continue
    const { action, remote = '', version, to }: Record<string, string | number | undefined> = JSON.parse(what)
    if (action === 'restore') break
    const setsDefault = ['pin', 'rollback', 'revoke'].includes(String(action)) || (action === 'promote' && to === 100)
    if (!setsDefault || decided.has(String(remote))) continue
    decided.add(String(remote))
    const pinned = discovery.microFrontends[remote]?.find(
      (one) => one.deployment.default && [labelOf(one), one.metadata.version].includes(String(version)),
    )
    if (action === 'pin' && pinned) pins[remote] = nameOf(pinned)
  }
  return pins
}

/** What operators pinned in this manifest, where it does not say so itself. */
export async function earlierPins(folder: string, manifest: Manifest): Promise<Readonly<Record<string, string>>> {
  return manifest.decisions ? {} : pinsIn(await readAttempts(folder, CHANGES_READ), manifest)
}

/** What stands on this machine, for an operators' manifest that overrides it. */
export async function readInstalled(places: Omit<DeploymentPlaces, 'keysFile'>, built: Manifest): Promise<Installed> {
  const host = await hostFacts(places)
  const { provided } = host ?? {}
  return {
    built,
    isOwn: (one) => isForeign(one) || liesIn(places.dataFolder, one),
    isHere: (one) => isEntryHere(places, one),
    fits: ({ extras }) =>
      !provided ||
      Object.entries(extras.requires).every(([name, range]) => {
        const version = provided[name]
        return version !== undefined && satisfies(version, range)
      }),
  }
}

/** The operators' manifest over the installed build; the same one where the build brings nothing new to it. */
export async function layOverInstalled(
  places: Omit<DeploymentPlaces, 'keysFile'>,
  operators: Manifest,
  built: Manifest | null,
): Promise<Manifest> {
  if (built === null) return operators
  const pins = await earlierPins(path.join(places.dataFolder, 'mf'), operators)
  return layOverBuild(operators, { ...(await readInstalled(places, built)), pins })
}
