import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Candidate, Manifest } from '@yanshu/discovery'
import { compatibilityFindings, type Finding, isUsed, labelOf } from '@yanshu/discovery/operations'
import { z } from 'zod'
import { fileProblems, hasIntegrity } from './build.ts'
import { type DeploymentPlaces, folderOfBuild } from './deployment.ts'
import { hostFacts } from './installed.ts'

const ANSWER_WITHIN_MS = 10_000
/** An origin that no site has: what is published is for the pages of every origin, and checked by its hash. */
const ANY_PAGE = 'https://page.invalid'

const listOfFiles = z.object({ files: z.record(z.string(), z.object({ integrity: z.string() })) })

/** What is wrong with the files behind one address of a version. */
async function addressProblems(places: DeploymentPlaces, url: string, { integrity }: Candidate['metadata']) {
  if (/^https?:\/\//.test(url)) return foreignProblems(url, integrity)
  const folder = await folderOfBuild(places, url)
  if (!folder) return [`${url} is not there`]
  const entry = await readFile(path.join(folder, path.posix.basename(url))).catch(() => null)
  if (!entry) return [`${url} is not there`]
  if (!hasIntegrity(entry, integrity)) return [`${url} is not what the manifest says: its hash differs`]
  try {
    const { files } = JSON.parse(await readFile(path.join(folder, 'build.json'), 'utf8'))
    return (await fileProblems(folder, files)).map((problem) => `${path.posix.dirname(url)}: ${problem}`)
  } catch {
    return [`${path.posix.dirname(url)} has no build.json, so that its other files cannot be checked`]
  }
}

/** What is wrong with a build of another origin: its entry, and every file that its record lists. */
export async function foreignProblems(url: string, integrity: string): Promise<string[]> {
  const problems = await foreignFileProblems(url, integrity)
  if (problems.length > 0) return problems
  const folder = new URL('.', url)
  const record = await fetch(new URL('build.json', folder), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    .then((answer) => answer.json())
    .then((found) => listOfFiles.parse(found))
    .catch(() => null)
  if (!record) return [`${folder} has no build.json, so that its other files cannot be checked`]
  for (const [name, file] of Object.entries(record.files)) {
    problems.push(...(await foreignFileProblems(new URL(name, folder).href, file.integrity)))
  }
  return problems
}

/** Asks as a page of any organisation would, and compares what comes with its hash. */
async function foreignFileProblems(url: string, integrity: string): Promise<string[]> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(url, { headers: { origin: ANY_PAGE }, signal })
    const content = new Uint8Array(await answer.arrayBuffer())
    if (!answer.ok) return [`${url} answers ${answer.status}`]
    if (!hasIntegrity(content, integrity)) return [`${url} is not what the manifest says: its hash differs`]
    const allowed = answer.headers.get('access-control-allow-origin') ?? ''
    if (!['*', ANY_PAGE].includes(allowed)) {
      return [`${url} may not be read by pages of another origin: it lacks “Access-Control-Allow-Origin: *”`]
    }
    return []
  } catch (error) {
    return [`${url} does not answer: ${error instanceof Error ? error.message : String(error)}`]
  }
}

async function fileFindings(
  places: DeploymentPlaces,
  manifest: Manifest,
  isWanted: (candidate: Candidate) => boolean,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [remote, candidates] of Object.entries(manifest.discovery.microFrontends)) {
    for (const candidate of candidates.filter(isWanted)) {
      const { url, fallbackUrl, metadata } = candidate
      for (const address of fallbackUrl === undefined ? [url] : [url, fallbackUrl]) {
        for (const problem of await addressProblems(places, address, metadata)) {
          findings.push({
            level: isUsed(candidate) ? 'error' : 'warning',
            text: `${remote} ${labelOf(candidate)}: ${problem}`,
          })
        }
      }
    }
  }
  return findings
}

async function fittingFindings(places: DeploymentPlaces, manifest: Manifest): Promise<Finding[]> {
  const host = await hostFacts(places)
  if (host) return compatibilityFindings(manifest, host)
  return [{ level: 'warning', text: 'The built host is not here, so that nothing is compared with it' }]
}

/**
 * Checks whether the server has what the manifest promises: that every file is there and is what was built, and that
 * the versions fit the host and each other. Revoked versions are skipped.
 */
export async function verifyDeployment(places: DeploymentPlaces, manifest: Manifest): Promise<Finding[]> {
  const isWanted = ({ extras }: Candidate) => extras.rollout?.stage !== 'revoked'
  return [...(await fileFindings(places, manifest, isWanted)), ...(await fittingFindings(places, manifest))]
}

/**
 * The same for a change: what is wrong with the versions that more people get by it, and what did not clash before.
 * What is wrong with others must not stop a roll back.
 */
export async function verifyChange(places: DeploymentPlaces, before: Manifest, after: Manifest): Promise<Finding[]> {
  const grown = grownVersions(before, after)
  if (grown.size === 0) return []
  const files = await fileFindings(places, after, ({ extras }) => grown.has(extras.mf.name))
  return [...files, ...(await fitChange(places, before, after))]
}

/** What does not fit the host or each other after a change, and did before. */
export async function fitChange(places: DeploymentPlaces, before: Manifest, after: Manifest): Promise<Finding[]> {
  const known = new Set((await fittingFindings(places, before)).map(({ text }) => text))
  return (await fittingFindings(places, after)).filter(({ text }) => !known.has(text))
}

/** The versions that more people get after a change than before it: by the name of their container. */
function grownVersions(before: Manifest, after: Manifest): ReadonlySet<string> {
  const reach = (manifest: Manifest) =>
    new Map(
      Object.values(manifest.discovery.microFrontends)
        .flat()
        .filter(isUsed)
        .map(({ extras, deployment }) => [
          extras.mf.name,
          (deployment.default ? 1_000 : deployment.traffic) + (extras.rollout?.rules?.length ?? 0),
        ]),
    )
  const [old, young] = [reach(before), reach(after)]
  return new Set([...young].filter(([name, size]) => size > (old.get(name) ?? -1)).map(([name]) => name))
}
