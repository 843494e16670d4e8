import { readFile } from 'node:fs/promises'
import type { DeploymentChange, PostData } from '@yanshu/contracts'
import { Code } from '@yanshu/contracts'
import {
  DeployError,
  type Deployment,
  digestOfManifest,
  LostUpdateError,
  readAttempts,
  recordAttempt,
  type SeenManifest,
  stopBySignature,
  verifyChange,
} from '@yanshu/deploy'
import { type Candidate, type Manifest, ManifestError } from '@yanshu/discovery'
import {
  ChangeError,
  type ChangeNote,
  describeEffects,
  diffManifests,
  labelOf,
  type ManifestDifference,
} from '@yanshu/discovery/operations'
import { CallError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import { deploymentOf } from './deploymentOf.ts'
import { unknownTarget } from './ruleTargets.ts'

/** The manifest cannot be read or changed so; the sentence is the reason. */
export class DeploymentRefusedError extends CallError {
  constructor(sentence: string) {
    super(Code.deploymentRefused, { details: { zh: sentence, en: sentence } })
  }
}

type Parts = Pick<Context, 'config' | 'now' | 'log' | 'store'>

/** Errors that are about what was asked become the answer; the rest stay what they are. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const known = error instanceof DeployError || error instanceof ChangeError || error instanceof ManifestError
    if (known) throw new DeploymentRefusedError(error.message)
    throw error
  }
}

const textOf = (value: unknown): string | null => (value === undefined ? null : String(value))

const differencesOf = (list: readonly ManifestDifference[]) =>
  list.map(({ path, before, after }) => ({ path, before: textOf(before), after: textOf(after) }))

const headOf = ({ revision, updatedAt, updatedBy, reason, signature }: Manifest) => ({
  revision,
  updatedAt,
  updatedBy,
  reason,
  signedBy: signature?.kid ?? null,
})

function versionOf(candidate: Candidate) {
  const { stage = null, rules = [] } = candidate.extras.rollout ?? {}
  const given = rules.filter(({ use }) => use)
  return {
    label: labelOf(candidate),
    stage,
    isDefault: candidate.deployment.default,
    traffic: candidate.deployment.traffic,
    departments: given.flatMap(({ depts }) => depts ?? []),
    people: given.reduce((sum, { users }) => sum + (users?.length ?? 0), 0),
  }
}

/** The manifest in force and who gets what by it. */
export async function deploymentStatus(context: Parts) {
  const { manifest, digest } = await asked(deploymentOf(context).read())
  return {
    ...headOf(manifest),
    seen: digest,
    signatureNeeded: context.config.manifestKeys !== null,
    canStop: context.config.manifestStopKey !== null,
    remotes: Object.entries(manifest.discovery.microFrontends).map(([remote, candidates]) => ({
      remote,
      versions: candidates.map(versionOf),
    })),
  }
}

/** The newest revisions, each with what it changed. */
export async function deploymentHistory(context: Parts, limit: number) {
  const history = await asked(deploymentOf(context).history())
  return history.slice(0, limit).map((manifest, at) => {
    const before = history[at + 1]
    return { ...headOf(manifest), differences: before ? differencesOf(diffManifests(before, manifest)) : [] }
  })
}

/** The newest attempts to change the manifest. */
export const deploymentAudit = (context: Parts, limit: number) => readAttempts(deploymentOf(context).folder, limit)

interface Asked {
  readonly change: DeploymentChange
  readonly reason: string
  readonly seen: string
  readonly dryRun: boolean
}

/** Works a change out and, unless it is a dry run, puts it in force. Every attempt to do so stands in the audit log. */
export async function changeDeployment(
  context: Parts,
  { change, reason, seen, dryRun }: Asked,
  who: { readonly by: string; readonly from: string },
): Promise<PostData<'deployments/change'>> {
  const deployment = deploymentOf(context)
  const record = (outcome: 'written' | 'refused' | 'conflict', detail: string) =>
    dryRun
      ? Promise.resolve()
      : recordAttempt(deployment.folder, {
          at: new Date(context.now()).toISOString(),
          ...who,
          what: JSON.stringify(change),
          reason,
          outcome,
          detail,
        })
  try {
    const unknown = change.action === 'rule' && change.use !== null ? await unknownTarget(context, change.target) : null
    if (unknown) throw new DeploymentRefusedError(unknown)
    const { manifestKeys, manifestStopKey } = context.config
    const stopKey = manifestKeys === null ? null : manifestStopKey
    const answer = await asked(attempt(deployment, { change, reason, seen, dryRun }, who.by, context.now(), stopKey))
    await record(answer.outcome === 'conflict' ? 'conflict' : 'written', `revision ${answer.revision}`)
    return answer
  } catch (error) {
    if (error instanceof DeploymentRefusedError) await record('refused', error.details?.en ?? '')
    throw error
  }
}

async function attempt(
  deployment: Deployment,
  { change, reason, seen, dryRun }: Asked,
  by: string,
  now: number,
  stopKey: string | null,
): Promise<PostData<'deployments/change'>> {
  const note = { by, reason, at: new Date(now).toISOString() }
  const planned = await deployment.plan(change, note)
  const before = planned.seen.manifest
  const answer = {
    outcome: 'planned' as const,
    revision: planned.next.revision,
    effects: describeEffects(before, planned.next),
    findings: [...planned.findings, ...(await verifyChange(deployment.places, before, planned.next))],
    differences: differencesOf(diffManifests(before, planned.next)),
    theirs: [],
  }
  if (planned.seen.digest !== seen) return conflict(deployment, answer, seen, before)
  const error = answer.findings.find(({ level }) => level === 'error')
  if (dryRun) return answer
  if (error) throw new DeployError(`People would be given what does not work: ${error.text}`)
  try {
    const isStop = ['halt', 'disable', 'revoke'].includes(change.action)
    const next = stopKey && isStop ? await stoppedBy(stopKey, planned.seen, change, note) : planned.next
    await deployment.write(planned.seen, next)
  } catch (cause) {
    if (!(cause instanceof LostUpdateError)) throw cause
    return { ...answer, outcome: 'conflict', theirs: differencesOf(cause.theirs) }
  }
  return { ...answer, outcome: 'written' }
}

/** What is stopped where manifests are signed, by the key of this server. */
async function stoppedBy(keyFile: string, seen: SeenManifest, change: DeploymentChange, note: ChangeNote) {
  const pem = await readFile(keyFile, 'utf8').catch((error: Error) => {
    throw new DeployError(`The key that stops versions cannot be read: ${error.message}`)
  })
  return stopBySignature(seen, change, note, pem)
}

/** The manifest is not the one that was read. What happened since is answered where the history still knows that one. */
async function conflict(
  deployment: Deployment,
  answer: PostData<'deployments/change'>,
  seen: string,
  now: Manifest,
): Promise<PostData<'deployments/change'>> {
  const looked = (await deployment.history()).find((manifest) => digestOfManifest(manifest) === seen)
  return {
    ...answer,
    outcome: 'conflict',
    revision: now.revision,
    theirs: looked ? differencesOf(diffManifests(looked, now)) : [],
  }
}

const HALT_ATTEMPTS = 3

/**
 * Takes a canary from all accounts without an operator, by the rule for failing ones. Answers whether it was written;
 * the audit log has a line either way.
 */
export async function haltCanary(
  context: Parts,
  remote: string,
  version: string,
  reason: string,
): Promise<{ readonly written: boolean; readonly why: string }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { seen } = await deploymentStatus(context)
      const asked = { change: { action: 'halt' as const, remote, version }, reason, seen, dryRun: false }
      const { outcome } = await changeDeployment(context, asked, { by: 'yanshu', from: 'rule' })
      if (outcome === 'written') return { written: true, why: '' }
      if (attempt === HALT_ATTEMPTS) return { written: false, why: 'somebody else changed the manifest' }
    } catch (error) {
      if (!(error instanceof DeploymentRefusedError)) throw error
      return { written: false, why: error.details?.en ?? '' }
    }
  }
}
