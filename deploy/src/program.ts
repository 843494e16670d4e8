import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Manifest } from '@yanshu/discovery'
import { diffManifests, isUsed, type ManifestChange, type RuleTarget } from '@yanshu/discovery/operations'
import { Command } from 'commander'
import { Deployment } from './deployment.ts'
import { DeployError } from './errors.ts'
import { newPrivateKey, publicKeyOf, readKeys, readPrivateKey, signManifest } from './keys.ts'
import { giveToOwner, requireDataFolder } from './machine.ts'
import { applyAndPrint, type ChangeOptions, changing, noteOf, say } from './printChange.ts'
import { addPublish } from './publish.ts'
import { resolveStack } from './resolveStack.ts'
import { requireTarget } from './ruleTarget.ts'
import { verifyDeployment } from './verify.ts'
import { describeDifference, describeVersions, lines } from './words.ts'

/** What this tool writes below the data folder. */
const WRITTEN = ['mf', 'r']

interface PlaceOptions {
  readonly data?: string
  readonly client?: string
  readonly keys?: string
}

/**
 * The operators' tool. Where things are comes from the server's settings, unless the options say so.
 * @param settings the file that the settings are of, which is said before anything is done
 */
export function program(env: NodeJS.ProcessEnv, defaultClient: string, settings: string | null = null): Command {
  const root = new Command('remotes')
    .description('Switches the versions of remotes: who gets which. Works while the server runs; needs no restart.')
    .option('--data <folder>', 'the data folder of the server (YANSHU_DATA, default: ./data)')
    .option('--client <folder>', 'the built client (YANSHU_CLIENT, default: dist)')
    .option('--keys <file>', 'public keys that manifests must be signed by (YANSHU_MANIFEST_KEYS)')
    .showHelpAfterError('(add --help for what this command takes)')

  const dataFolder = () => path.resolve(root.opts<PlaceOptions>().data || env.YANSHU_DATA || 'data')
  root.hook('preAction', (_, command) => {
    // A private key is made anywhere, such as on an operator's own machine.
    if (command.parent?.name() === 'keys' && command.name() === 'new') return
    if (settings) process.stderr.write(`On ${dataFolder()}, with the settings of ${settings}\n`)
    requireDataFolder(dataFolder())
    process.once('exit', () => giveToOwner(dataFolder(), WRITTEN))
  })
  const deployment = () => {
    const { client, keys } = root.opts<PlaceOptions>()
    const keysFile = keys ?? env.YANSHU_MANIFEST_KEYS
    return new Deployment({
      dataFolder: dataFolder(),
      clientFolder: path.resolve(client || env.YANSHU_CLIENT || defaultClient),
      keysFile: keysFile ? path.resolve(keysFile) : null,
    })
  }
  const run = (change: ManifestChange, options: ChangeOptions) => applyAndPrint(deployment(), change, options, env)

  addLooking(root, deployment)
  addPublish(root, deployment, env)
  addChanges(root, run, (target) => requireTarget(target, dataFolder(), env))
  addKeys(root, deployment)
  addStack(root, deployment)
  return root
}

function addLooking(root: Command, deployment: () => Deployment): void {
  root
    .command('status')
    .description('Shows which versions there are and who gets them.')
    .option('--json', 'the manifest as it is')
    .action(async ({ json }: { json?: boolean }) => {
      const { manifest, source, taken } = await deployment().read()
      if (json) return say(JSON.stringify(manifest, null, 2))
      const { revision, updatedAt, updatedBy, reason } = manifest
      say(`Revision ${revision}, ${updatedAt}, ${updatedBy}: ${reason}${source === 'build' ? ' (as built)' : ''}`)
      if (taken.length > 0) say('Another build is installed than this was written for:')
      for (const sentence of taken) say(`  ${sentence}`)
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
      const seen = await here.read()
      await here.requireTrust(seen)
      here.requireSigned(seen)
      const { manifest } = seen
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

type Run = (change: ManifestChange, options: ChangeOptions) => Promise<void>

function addChanges(root: Command, run: Run, requireKnown: (target: RuleTarget) => Promise<void>): void {
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
    .action(async (remote: string, version: string, options: ChangeOptions & RuleOptions) => {
      const use = options.remove ? null : !options.deny
      const target = targetOf(options)
      // A rule for a department that is gone can be taken away.
      if (use !== null && !('hash' in target)) await requireKnown(target)
      await run({ action: 'rule', remote, version, target, use }, options)
    })

  changing(root.command('rollback'))
    .description('Takes the version that is being rolled out away; where none is, goes back to the default before.')
    .argument('<remote>')
    .addHelpText('after', '\nExample:\n  remotes rollback remote-mail -m "the list stays empty"')
    .action((remote: string, options: ChangeOptions) => run({ action: 'rollback', remote }, options))

  changing(root.command('restore'))
    .description('Puts back what an earlier revision said. What was revoked since stays revoked.')
    .argument('<revision>', 'a number of `remotes history`')
    .option('--again <remote@version...>', 'versions that were revoked since and are given again')
    .addHelpText('after', '\nExample:\n  remotes restore 183 -m "back to Monday"')
    .action((revision: string, { again, ...options }: ChangeOptions & { again?: string[] }) =>
      run({ action: 'restore', revision: Number(revision), ...(again ? { again } : {}) }, options),
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
    .option(
      '--stop-only',
      'one that may only halt, disable and revoke versions, for the server (YANSHU_MANIFEST_STOP_KEY)',
    )
    .action(async (file: string, { stopOnly = false }: { stopOnly?: boolean }) => {
      const pem = newPrivateKey()
      await writeFile(file, pem, { flag: 'wx', mode: 0o600 }).catch((error: Error) => {
        throw new DeployError(`${file} cannot be made: ${error.message}`)
      })
      say(JSON.stringify({ keys: [{ ...publicKeyOf(pem, { stopOnly }), from: new Date().toISOString() }] }, null, 2))
    })
  keys
    .command('list')
    .description('Lists the public keys that are believed here.')
    .action(async () => {
      const { keysFile } = deployment().places
      if (keysFile === null) return say('Manifests need not be signed here: YANSHU_MANIFEST_KEYS is not set')
      say(
        lines(
          (await readKeys(keysFile)).map(({ kid, from, until, stopOnly }) =>
            [kid, from ?? '', until ?? '', stopOnly ? 'may only stop versions' : ''].join('\t').trimEnd(),
          ),
        ),
      )
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
      if (!options.dryRun) await here.write(seen, signManifest(next, await readPrivateKey(keyFile)))
      say(`Revision ${manifest.revision} → ${revision}: the same, signed${options.dryRun ? ' (dry run)' : ''}`)
    })
}
