import path from 'node:path'
import type { ManifestChange } from '@yanshu/discovery/operations'
import { BucketAddressError, bucketAt, openBucket } from '@yanshu/s3'
import type { Command } from 'commander'
import { type CheckedBuild, candidateAt, checkBuild, installBuild, keepMaps } from './build.ts'
import type { Deployment } from './deployment.ts'
import { DeployError } from './errors.ts'
import { applyAndPrint, type ChangeOptions, changing, noteOf, printFindings, say } from './printChange.ts'
import { uploadBuild } from './upload.ts'
import { fitChange, foreignProblems } from './verify.ts'

/** `remotes publish`: into the folder that the server serves, or into a bucket that browsers read. */
export function addPublish(root: Command, deployment: () => Deployment, env: NodeJS.ProcessEnv): void {
  changing(root.command('publish'))
    .description(
      'Checks a build, copies it to where the server serves it, and lists it. Nobody gets it yet, unless it is the first version of its remote: that goes to everybody.',
    )
    .argument('<folder>', 'such as dist/r/remote-mail/1.1.0-3f9c1a7b')
    .addHelpText('after', '\nExample:\n  remotes publish dist/r/remote-mail/1.1.0-3f9c1a7b -m "the new list"')
    .option('--bucket <address>', 'https://KEY-ID:SECRET@host/bucket, in place of the data folder (YANSHU_REMOTES_S3)')
    .option('--url <address>', 'where browsers find what is published, besides the server (YANSHU_REMOTES_URL)')
    .action(async (folder: string, { bucket, url, ...options }: ChangeOptions & PublishOptions) => {
      const here = deployment()
      const place = placeOf(bucket ?? env.YANSHU_REMOTES_S3, url ?? env.YANSHU_REMOTES_URL)
      const build = await checkBuild(path.resolve(folder))
      const { sizes, files, remote, label } = build
      say(
        `${remote} ${label}: ${files.length} files, ${sizes.scripts} bytes of scripts and ${sizes.styles} of styles after gzip; all as built`,
      )
      const candidate = place.url ? candidateAt(place.url, build.candidate, place.bucket === null) : build.candidate
      const change = { action: 'publish', remote, candidate } as const
      noteOf(options)
      await refuseUnfit(here, change)
      if (!options.dryRun) {
        if (!(await copyFiles(here, build, place))) say('Its files are there already')
        await refuseUnreadable(candidate)
      }
      await applyAndPrint(here, change, options, env)
    })
}

interface PublishOptions {
  readonly bucket?: string
  readonly url?: string
}

/** Where a version's files go: into a bucket or the data folder, and where browsers find them, if not at the server. */
interface PublishPlace {
  readonly bucket: ReturnType<typeof openBucket> | null
  readonly url: string | null
}

function placeOf(bucket: string | undefined, url: string | undefined): PublishPlace {
  if (url && !/^https?:\/\/[^\s?#]+$/.test(url)) {
    throw new DeployError(`${url} is no address that browsers could read from, such as https://static.example.org`)
  }
  const found = url?.replace(/\/+$/, '') || null
  if (!bucket) return { bucket: null, url: found }
  if (found === null) {
    throw new DeployError('Say where browsers find what is in the bucket, with --url or YANSHU_REMOTES_URL')
  }
  try {
    return { bucket: openBucket(bucketAt(bucket)), url: found }
  } catch (error) {
    if (!(error instanceof BucketAddressError)) throw error
    throw new DeployError(`The address of the bucket: ${error.message}`)
  }
}

/** Returns false when all of it was there already. The source maps stay here, where `remotes stack` finds them. */
async function copyFiles({ places }: Deployment, build: CheckedBuild, { bucket }: PublishPlace): Promise<boolean> {
  if (bucket === null) return installBuild(places, build)
  const isNew = await uploadBuild(bucket, build)
  await keepMaps(places, build)
  return isNew
}

/** Refuses to list a version that browsers could not read from where it was put. */
async function refuseUnreadable({ url, metadata }: CheckedBuild['candidate']): Promise<void> {
  if (url.startsWith('/')) return
  printFindings((await foreignProblems(url, metadata.integrity)).map((text) => ({ level: 'error', text })))
}

/** Refuses, before anything is copied, a version that no page could load here. */
async function refuseUnfit(deployment: Deployment, change: Extract<ManifestChange, { action: 'publish' }>) {
  const { seen, next } = await deployment.plan(change, {
    by: 'publish',
    reason: 'publish',
    at: new Date().toISOString(),
  })
  const { name } = change.candidate.extras.mf
  const microFrontends = Object.fromEntries(
    Object.entries(next.discovery.microFrontends).map(([remote, candidates]) => [
      remote,
      candidates.map((one) =>
        one.extras.mf.name === name && !one.deployment.default
          ? { ...one, deployment: { traffic: 1, default: false } }
          : one,
      ),
    ]),
  )
  const given = { ...next, discovery: { ...next.discovery, microFrontends } }
  printFindings(await fitChange(deployment.places, seen.manifest, given))
}
