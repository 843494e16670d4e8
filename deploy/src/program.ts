import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Manifest, ManifestError } from '@yanshu/discovery'
import {
  ChangeError,
  type ChangeNote,
  describeEffects,
  diffManifests,
  type Finding,
  isUsed,
  type ManifestChange,
  type RuleTarget,
} from '@yanshu/discovery/operations'
import { Command } from 'commander'
import { type AuditEntry, recordAttempt } from './audit.ts'
import { checkBuild, installBuild } from './build.ts'
import { Deployment } from './deployment.ts'
import { DeployError, LostUpdateError } from './errors.ts'
import { newPrivateKey, publicKeyOf, readKeys, signManifest } from './keys.ts'
import { resolveStack } from './resolveStack.ts'
import { fitChange, verifyChange, verifyDeployment } from './verify.ts'
import { describeDifference, describeVersions, lines } from './words.ts'

interface PlaceOptions {
  readonly data?: string
  readonly client?: string
  readonly keys?: string
}

interface ChangeOptions {
  readonly reason?: string
  readonly by?: string
  readonly key?: string
  readonly dryRun?: boolean
  readonly ifRevision?: string
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** The operators' tool. Where things are comes from the server's settings, unless the options say so. */
export function program(env: NodeJS.ProcessEnv, defaultClient: string): Command {
  const root = new Command('remotes')
    .description('Switches the versions of remotes: who gets which. Works while the server runs; needs no restart.')
    .option('--data <folder>', 'the data folder of the server (YANSHU_DATA, default: ./data)')
    .option('--client <folder>', 'the built client (YANSHU_CLIENT, default: dist)')
    .option('--keys <file>', 'public keys that manifests must be signed by (YANSHU_MANIFEST_KEYS)')
    .showHelpAfterError('(add --help for what this command takes)')

  const deployment = () => {
    const { data, client, keys } = root.opts<PlaceOptions>()
    const keysFile = keys ?? env.YANSHU_MANIFEST_KEYS
    return new Deployment({
      dataFolder: path.resolve(data || env.YANSHU_DATA || 'data'),
      clientFolder: path.resolve(client || env.YANSHU_CLIENT || defaultClient),
      keysFile: keysFile ? path.resolve(keysFile) : null,
    })
  }
  const run = (change: ManifestChange, options: ChangeOptions) => applyAndTell(deployment(), change, options, env)

  addLooking(root, deployment)
  addPublish(root, deployment, env)
  addChanges(root, run)
  addKeys(root, deployment)
  addStack(root, deployment)
  return root
}

const changing = (command: Command) =>
  command
    .option('-m, --reason <text>', 'why; stands in the history')
    .option('--by <name>', 'who; your user name when left out')
    .option('--key <file>', 'your private key, where manifests must be signed (YANSHU_MANIFEST_KEY)')
    .option('--if-revision <number>', 'refuse when the manifest is at another revision')
    .option('--dry-run', 'say what would happen, and write nothing')

function noteOf({ reason, by, dryRun }: ChangeOptions) {
  if (!reason?.trim() && !dryRun) throw new DeployError('Say why with --reason "…": the history keeps it')
  return {
    by: by ?? `${os.userInfo().username}@${os.hostname()}`,
    reason: reason?.trim() || 'dry run',
    at: new Date().toISOString(),
  }
}

function tellFindings(findings: readonly Finding[]): void {
  for (const { level, text } of findings) process.stderr.write(`${level === 'error' ? 'Error' : 'Note'}: ${text}\n`)
  if (findings.some(({ level }) => level === 'error')) {
    throw new DeployError('Nothing was written: people would be given what does not work')
  }
}

/** Plans a change, checks what people would get by it, writes it and prints what they will see. */
async function applyAndTell(
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
  const { seen, next } = await deployment.plan(change, note)
  const { ifRevision, dryRun } = options
  if (ifRevision !== undefined && Number(ifRevision) !== seen.manifest.revision) {
    throw new DeployError(
      `The manifest is at revision ${seen.manifest.revision}, not ${ifRevision}. Nothing was written`,
    )
  }
  // A dry run copies nothing that could be checked; what was copied before is checked.
  if (change.action !== 'publish') tellFindings(await verifyChange(deployment.places, seen.manifest, next))
  const effects = describeEffects(seen.manifest, next)
  say(`Revision ${seen.manifest.revision} → ${next.revision}${dryRun ? ' (dry run: nothing is written)' : ''}`)
  for (const effect of effects) say(`  ${effect}`)
  if (effects.length === 0) say('  Nobody sees a difference')
  if (dryRun) return next.revision
  const keyFile = options.key ?? env.YANSHU_MANIFEST_KEY
  await deployment.write(seen, keyFile ? signManifest(next, await readFile(keyFile, 'utf8')) : next)
  if (effects.length > 0) {
    say(
      'Pages opened from now on follow at once. Open ones hear of it within 30 seconds and offer to refresh; nobody loses unsaved work.',
    )
  }
  return next.revision
}

function addLooking(root: Command, deployment: () => Deployment): void {
  root
    .command('status')
    .description('Shows which versions there are and who gets them.')
    .option('--json', 'the manifest as it is')
    .action(async ({ json }: { json?: boolean }) => {
      const { manifest, source } = await deployment().read()
      if (json) return say(JSON.stringify(manifest, null, 2))
      const { revision, updatedAt, updatedBy, reason } = manifest
      say(`Revision ${revision}, ${updatedAt}, ${updatedBy}: ${reason}${source === 'build' ? ' (as built)' : ''}`)
      for (const [remote, candidates] of Object.entries(manifest.discovery.microFrontends)) {
        say(remote)
        for (const line of describeVersions(candidates)) say(`  ${line}`)
      }
    })

  root
    .command('history')
    .description('Lists the revisions, the newest first: when, who, why; with --diff also what.')
    .option('--diff', 'what each changed')
    .option('--limit <number>', 'how many', '20')
    .action(async ({ diff, limit }: { diff?: boolean; limit: string }) => {
      const history = await deployment().history()
      for (const [at, manifest] of history.slice(0, Number(limit)).entries()) {
        const { revision, updatedAt, updatedBy, reason, signature } = manifest
        say(`${revision}\t${updatedAt}\t${updatedBy}\t${reason}${signature ? `\t(signed by ${signature.kid})` : ''}`)
        const before: Manifest | undefined = history[at + 1]
        if (diff && before) for (const one of diffManifests(before, manifest)) say(`  ${describeDifference(one)}`)
      }
    })

  root
    .command('verify')
    .description('Checks the manifest: its form, that every file is there and as built, that versions fit each other.')
    .action(async () => {
      const here = deployment()
      const { manifest } = await here.read()
      await here.requireSignature(manifest)
      const findings = await verifyDeployment(here.places, manifest)
      for (const { level, text } of findings) say(`${level === 'error' ? 'ERROR  ' : 'note   '} ${text}`)
      const errors = findings.filter(({ level }) => level === 'error').length
      if (errors > 0)
        throw new DeployError(`Revision ${manifest.revision}: ${errors} of the above have to be put right`)
      const versions = Object.values(manifest.discovery.microFrontends).flat()
      say(
        `Revision ${manifest.revision} is fine: ${versions.length} versions, ${versions.filter(isUsed).length} in use`,
      )
    })
}

function addPublish(root: Command, deployment: () => Deployment, env: NodeJS.ProcessEnv): void {
  changing(root.command('publish'))
    .description('Checks a build, copies it to where the server serves it, and lists it. Nobody gets it yet.')
    .argument('<folder>', 'such as dist/r/remote-mail/1.1.0-3f9c1a7b')
    .addHelpText('after', '\nExample:\n  remotes publish dist/r/remote-mail/1.1.0-3f9c1a7b -m "the new list"')
    .action(async (folder: string, options: ChangeOptions) => {
      const here = deployment()
      const build = await checkBuild(path.resolve(folder))
      const { sizes, files, remote, label } = build
      say(
        `${remote} ${label}: ${files.length} files, ${sizes.scripts} bytes of scripts and ${sizes.styles} of styles after gzip; all as built`,
      )
      const change = { action: 'publish', remote, candidate: build.candidate } as const
      noteOf(options)
      await refuseUnfit(here, change)
      if (!options.dryRun && !(await installBuild(here.places, build))) say('Its files are there already')
      await applyAndTell(here, change, options, env)
    })
}

/** Refuses, before anything is copied, a version that nobody could be given here. */
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
  tellFindings(await fitChange(deployment.places, seen.manifest, given))
}

type Run = (change: ManifestChange, options: ChangeOptions) => Promise<void>

function addChanges(root: Command, run: Run): void {
  changing(root.command('promote'))
    .description('Gives a version to a percentage of the people. Whoever has it keeps it as the percentage grows.')
    .argument('<remote>')
    .argument('<version>', 'such as 1.1.0, or 1.1.0-3f9c1a7b where several builds have the number')
    .requiredOption('--to <percent>', '1, 10, 50 or 100')
    .addHelpText('after', '\nExample:\n  remotes promote remote-mail 1.1.0 --to 10 -m "looks good in IT"')
    .action((remote: string, version: string, options: ChangeOptions & { to: string }) =>
      run({ action: 'promote', remote, version, to: Number(options.to) }, options),
    )

  changing(root.command('rule'))
    .description('Gives a version to a department with all below it, or to one person, whatever the percentage.')
    .argument('<remote>')
    .argument('<version>')
    .option('--department <name>', 'its name, as people see it')
    .option('--user <address>', 'a mail address; the public manifest gets only its hash')
    .option('--address-hash <hash>', 'the hash itself: h: and 16 digits')
    .option('--deny', 'keep the version from them instead')
    .option('--remove', 'take the rule away')
    .addHelpText('after', '\nExample:\n  remotes rule remote-mail 1.1.0 --department IT -m "first to try it"')
    .action((remote: string, version: string, options: ChangeOptions & RuleOptions) => {
      const use = options.remove ? null : !options.deny
      return run({ action: 'rule', remote, version, target: targetOf(options), use }, options)
    })

  changing(root.command('rollback'))
    .description('Takes the version that is being rolled out away; where none is, goes back to the default before.')
    .argument('<remote>')
    .addHelpText('after', '\nExample:\n  remotes rollback remote-mail -m "the list stays empty"')
    .action((remote: string, options: ChangeOptions) => run({ action: 'rollback', remote }, options))

  changing(root.command('restore'))
    .description('Puts back what an earlier revision said.')
    .argument('<revision>', 'a number of `remotes history`')
    .addHelpText('after', '\nExample:\n  remotes restore 183 -m "back to Monday"')
    .action((revision: string, options: ChangeOptions) =>
      run({ action: 'restore', revision: Number(revision) }, options),
    )

  for (const [action, description] of [
    ['halt', 'Takes a canary from everybody who opens a page; it stays listed and may be promoted again.'],
    ['revoke', 'Withdraws a version: open pages leave it at once where their tabs hold no unsaved work.'],
    ['pin', 'Gives one version to everybody, and ends every percentage and rule of the remote.'],
  ] as const) {
    changing(root.command(action))
      .description(description)
      .argument('<remote>')
      .argument('<version>')
      .addHelpText('after', `\nExample:\n  remotes ${action} remote-mail 1.1.0 -m "…"`)
      .action((remote: string, version: string, options: ChangeOptions) => run({ action, remote, version }, options))
  }
  for (const [action, description] of [
    ['disable', 'Takes a remote, or one of its versions, from everybody who opens a page.'],
    ['enable', 'Gives back what was disabled.'],
  ] as const) {
    changing(root.command(action))
      .description(description)
      .argument('<remote>')
      .argument('[version]', 'all of them when left out')
      .action((remote: string, version: string | undefined, options: ChangeOptions) =>
        run({ action, remote, version }, options),
      )
  }
}

interface RuleOptions {
  readonly department?: string
  readonly user?: string
  readonly addressHash?: string
  readonly deny?: boolean
  readonly remove?: boolean
}

function targetOf({ department, user, addressHash }: RuleOptions): RuleTarget {
  const targets: RuleTarget[] = []
  if (department !== undefined) targets.push({ department })
  if (user !== undefined) targets.push({ user })
  if (addressHash !== undefined) targets.push({ hash: addressHash })
  const [one, ...more] = targets
  if (!one || more.length > 0) throw new DeployError('Say for whom, by one of --department, --user, --address-hash')
  return one
}

function addStack(root: Command, deployment: () => Deployment): void {
  root
    .command('stack')
    .description(
      'Names the places in the sources of a stack that was copied from the page of versions, by the source maps.',
    )
    .argument('[file]', 'with the stack; standard input when left out')
    .addHelpText('after', '\nExample:\n  remotes stack error.txt')
    .action(async (file?: string) => {
      const text = await readFile(file ?? '/dev/stdin', 'utf8').catch((error: Error) => {
        throw new DeployError(`${file ?? 'standard input'} cannot be read: ${error.message}`)
      })
      say(await resolveStack(deployment().places, text))
    })
}

function addKeys(root: Command, deployment: () => Deployment): void {
  const keys = root.command('keys').description('the keys that manifests are signed with')
  keys
    .command('new')
    .description('Makes a private key, for you alone, and prints the public one for the file of YANSHU_MANIFEST_KEYS.')
    .argument('<file>', 'is made; keep it away from the server')
    .action(async (file: string) => {
      const pem = newPrivateKey()
      await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
        throw new DeployError(`${file} cannot be made: ${error.message}`)
      })
      say(JSON.stringify({ keys: [{ ...publicKeyOf(pem), from: new Date().toISOString() }] }, null, 2))
    })
  keys
    .command('list')
    .description('Lists the public keys that are believed here.')
    .action(async () => {
      const { keysFile } = deployment().places
      if (keysFile === null) return say('Manifests need not be signed here: YANSHU_MANIFEST_KEYS is not set')
      say(lines((await readKeys(keysFile)).map(({ kid, from, until }) => [kid, from ?? '', until ?? ''].join('\t'))))
    })
  changing(keys.command('sign'))
    .description('Signs the manifest as it stands, as its next revision.')
    .action(async (options: ChangeOptions) => {
      const here = deployment()
      const seen = await here.read()
      const note = noteOf(options)
      const { signature: _, ...manifest } = seen.manifest
      const past = await here.history()
      const revision = Math.max(...past.map((one) => one.revision), manifest.revision) + 1
      const keyFile = options.key ?? process.env.YANSHU_MANIFEST_KEY
      if (!keyFile) throw new DeployError('Name your private key with --key')
      const next = {
        ...manifest,
        revision,
        previous: manifest.revision,
        updatedAt: note.at,
        updatedBy: note.by,
        reason: note.reason,
      }
      if (!options.dryRun) await here.write(seen, signManifest(next, await readFile(keyFile, 'utf8')))
      say(`Revision ${manifest.revision} → ${revision}: the same, signed${options.dryRun ? ' (dry run)' : ''}`)
    })
}
