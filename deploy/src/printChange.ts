import os from 'node:os'
import { type Manifest, ManifestError } from '@yanshu/discovery'
import {
  ChangeError,
  type ChangeNote,
  describeEffects,
  type Finding,
  type ManifestChange,
} from '@yanshu/discovery/operations'
import type { Command } from 'commander'
import { type AuditEntry, recordAttempt } from './audit.ts'
import type { Deployment, SeenManifest } from './deployment.ts'
import { DeployError, LostUpdateError } from './errors.ts'
import { isStopKey, readKeys, readPrivateKey, signManifest } from './keys.ts'
import { stopBySignature } from './stop.ts'
import { verifyChange } from './verify.ts'

/** What every command that changes the manifest takes. */
export interface ChangeOptions {
  readonly reason?: string
  readonly by?: string
  readonly key?: string
  readonly dryRun?: boolean
  readonly ifRevision?: string
}

/** Writes a line of the answer. */
export const say = (text: string) => void process.stdout.write(`${text}\n`)

/** A command with the options of every change. */
export const changing = (command: Command) =>
  command
    .option('-m, --reason <text>', 'why; stands in the history')
    .option('--by <name>', 'who; your user name when left out')
    .option('--key <file>', 'your private key, where manifests must be signed (YANSHU_MANIFEST_KEY)')
    .option('--if-revision <number>', 'refuse when the manifest is at another revision')
    .option('--dry-run', 'say what would happen, and write nothing')

/** Who, why and when. @throws {DeployError} without a reason, unless nothing would be written */
export function noteOf({ reason, by, dryRun }: ChangeOptions) {
  if (!reason?.trim() && !dryRun) throw new DeployError('Say why with --reason "…": the history keeps it')
  return {
    by: by ?? `${os.userInfo().username}@${os.hostname()}`,
    reason: reason?.trim() || 'dry run',
    at: new Date().toISOString(),
  }
}

/** Prints what was found. @throws {DeployError} when something of it would be given to people */
export function printFindings(findings: readonly Finding[]): void {
  for (const { level, text } of findings) process.stderr.write(`${level === 'error' ? 'Error' : 'Note'}: ${text}\n`)
  if (findings.some(({ level }) => level === 'error')) {
    throw new DeployError('Nothing was written: people would be given what does not work')
  }
}

/** Plans a change, checks what people would get by it, writes it and prints what they will see. */
export async function applyAndPrint(
  deployment: Deployment,
  change: ManifestChange,
  options: ChangeOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const note = noteOf(options)
  const record = (outcome: AuditEntry['outcome'], detail: string) => {
    const { candidate: _, ...what } = { candidate: null, ...change }
    const entry = { ...note, from: 'remotes', what: JSON.stringify(what), outcome, detail }
    return options.dryRun ? Promise.resolve() : recordAttempt(deployment.folder, entry)
  }
  try {
    const revision = await applyChecked(deployment, change, { ...options, note }, env)
    await record('written', `revision ${revision}`)
  } catch (error) {
    const isOurs = error instanceof DeployError || error instanceof ChangeError || error instanceof ManifestError
    if (isOurs) await record(error instanceof LostUpdateError ? 'conflict' : 'refused', error.message)
    throw error
  }
}

async function applyChecked(
  deployment: Deployment,
  change: ManifestChange,
  { note, ...options }: ChangeOptions & { readonly note: ChangeNote },
  env: NodeJS.ProcessEnv,
): Promise<number> {
  // Of two operators who press Enter together the second has not seen what the first did, and is refused. A published
  // version is given to no account, so it goes beside any other change; a dry run writes nothing.
  const asOf = change.action === 'publish' || options.dryRun ? null : performance.timeOrigin
  const { seen, next, findings } = await deployment.plan(change, note, asOf)
  const { ifRevision, dryRun } = options
  if (ifRevision !== undefined && Number(ifRevision) !== seen.manifest.revision) {
    throw new DeployError(
      `The manifest is at revision ${seen.manifest.revision}, not ${ifRevision}. Nothing was written`,
    )
  }
  // A dry run copies nothing that could be checked; what was copied before is checked.
  if (change.action !== 'publish') printFindings(await verifyChange(deployment.places, seen.manifest, next))
  printFindings(findings)
  const effects = describeEffects(seen.manifest, next)
  say(`Revision ${seen.manifest.revision} → ${next.revision}${dryRun ? ' (dry run: nothing is written)' : ''}`)
  for (const effect of effects) say(`  ${effect}`)
  if (effects.length === 0) say('  Nobody sees a difference')
  if (dryRun) return next.revision
  const keyFile = options.key ?? env.YANSHU_MANIFEST_KEY
  await deployment.write(seen, keyFile ? await signedBy(keyFile, deployment, { seen, next, change, note }) : next)
  if (effects.length > 0) {
    say(
      'Pages opened from now on follow at once. Open ones hear of it within 30 seconds and offer to refresh; nobody loses unsaved work.',
    )
  }
  return next.revision
}

interface Signing {
  readonly seen: SeenManifest
  readonly next: Manifest
  readonly change: ManifestChange
  readonly note: ChangeNote
}

/** What a change makes, signed; by a key that may only stop versions, what it stops. */
async function signedBy(
  keyFile: string,
  { places }: Deployment,
  { seen, next, change, note }: Signing,
): Promise<Manifest> {
  const pem = await readPrivateKey(keyFile)
  const keys = places.keysFile === null ? [] : await readKeys(places.keysFile)
  return isStopKey(pem, keys) ? stopBySignature(seen, change, note, pem) : signManifest(next, pem)
}
