import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../steps.ts'
import { blocksOf, commandsInText, notAmong } from './operationsPage.ts'

const PAGE = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8')
const COMMAND_WITHIN_MS = 240_000
/** The folders of a Debian machine that the page's commands name. */
const MACHINE = /(?<=^|[\s=])\/(?=(?:tmp|opt|usr|srv|var|etc)\/)/g
const FOLDERS = [
  ...['tmp', 'opt', 'usr/local/bin', 'srv/backup', 'var/lib', 'home'],
  ...['etc/yanshu', 'etc/systemd/system', 'etc/nginx/conf.d'],
]

/**
 * What cannot be done to the machine that the run is on: `useradd`, `systemctl`, `nginx` and `postfix` are written down,
 * `su postgres` uses the run's own PostgreSQL, and files that `install` would make for the user `yanshu` get the owner
 * `SERVICE_USER`. Everything else is what Debian and the installation have.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  useradd: 'echo "useradd $*" >> "$STAND_IN_LOG"',
  systemctl: 'echo "systemctl $*" >> "$STAND_IN_LOG"',
  nginx: 'echo "nginx $*" >> "$STAND_IN_LOG"',
  postfix: 'echo "postfix $*" >> "$STAND_IN_LOG"',
  install: `case " $* " in
*" -o yanshu -g yanshu "*) set -- -o "\${SERVICE_USER:-root}" $(echo "$*" | sed 's/-[og] yanshu//g');;
*" -o root -g yanshu "*) set -- $(echo "$*" | sed 's/-g yanshu//');;
esac
exec /usr/bin/install "$@"`,
  // Without a terminal it reads the password from its input.
  su: 'shift 2\nexec setsid -w sh -c "$1"',
}

type Settings = Readonly<Record<string, string>>

interface RunOptions {
  /** Text of the page that is something else in this run, such as a number that it could not know. */
  readonly instead?: Settings
  readonly env?: Settings
  readonly cwd?: string
  /** What each command gets to read. */
  readonly input?: string
}

/** A command of the page with what is something else in this run. */
export const withOther = (command: string, instead: Settings = {}): string =>
  Object.entries(instead).reduce((text, [from, to]) => text.replaceAll(from, to), command)

/** A machine below a folder, on which the commands of docs/operations.md are run as they stand there. */
export class PageMachine {
  readonly folder: string
  /** Where its commands are run, with the sources' `deploy` in it. */
  readonly work: string
  readonly #env: Record<string, string>
  readonly #ran: string[] = []
  readonly #blocks = new Set<string>()

  constructor(folder: string) {
    this.folder = path.join(folder, 'machine')
    this.work = path.join(this.folder, 'work')
    const standIns = path.join(this.folder, 'stand-ins')
    for (const name of [...FOLDERS, 'work', 'stand-ins']) mkdirSync(path.join(this.folder, name), { recursive: true })
    symlinkSync(path.join(ROOT, 'deploy'), path.join(this.work, 'deploy'))
    for (const [name, script] of Object.entries(STAND_INS)) {
      const file = path.join(standIns, name)
      writeFileSync(file, `#!/bin/sh\n${script}\n`)
      chmodSync(file, 0o755)
    }
    this.#env = {
      PATH: [standIns, this.at('/usr/local/bin'), process.env.PATH].join(':'),
      HOME: this.at('/home'),
      DEBIAN_FRONTEND: 'noninteractive',
      STAND_IN_LOG: this.#log,
      // The installation may not be written to; what is compiled once is kept beside it.
      NODE_COMPILE_CACHE: path.join(this.folder, 'compiled'),
    }
  }

  get #log(): string {
    return path.join(this.folder, 'stand-ins.log')
  }

  /** Where a path of the page is on this machine. */
  at = (file: string): string => path.join(this.folder, file)

  /** What was asked of the stand-ins, a line each. */
  asked = (): string => readFileSync(this.#log, 'utf8')

  /** Settings that all later commands get. */
  use(settings: Settings): void {
    Object.assign(this.#env, settings)
  }

  /** Runs a command on this machine. Throws with its output when it fails. */
  command(command: string, { env = {}, cwd = this.work, input = '' }: RunOptions = {}): string {
    const here = command.replace(MACHINE, `${this.folder}/`)
    const { status, stdout, stderr, error } = spawnSync('bash', ['-c', here], {
      ...{ cwd, input, encoding: 'utf8', timeout: COMMAND_WITHIN_MS },
      env: { ...this.#env, ...env },
    })
    if (status !== 0) throw error ?? new Error(`${here} ended with ${status}:\n${stdout}\n${stderr}`)
    this.#ran.push(command)
    return stdout
  }

  /** Runs a block of the page, line by line, and returns the output of each. */
  run(name: string, options: RunOptions = {}): string[] {
    const commands = commandsOf(name)
    this.#blocks.add(name)
    return commands.map((command) => this.command(withOther(command, options.instead), options))
  }

  /** Throws when a command of the page was not run. */
  requireAll(): void {
    const blocks = blocksOf(PAGE).filter(({ name }) => name === null || !this.#blocks.has(name))
    const left = [...blocks.flatMap(({ commands }) => commands), ...notAmong(this.#ran, commandsInText(PAGE))]
    if (left.length > 0) throw new Error(`docs/operations.md has commands that were not run:\n${left.join('\n')}`)
  }
}

/** The commands of a block of a page, docs/operations.md by default. Throws when there is none of that name. */
export function commandsOf(name: string, page = PAGE): readonly string[] {
  const block = blocksOf(page).find((one) => one.name === name)
  if (!block) throw new Error(`The page has no block “${name}”`)
  return block.commands
}

/** The lines that the page gives for `/etc/yanshu/environment`. */
export const environmentOfPage = (): string => /^```ini\n([\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? ''

/** The lines that the page gives for Postfix. */
export const postfixOfPage = (): string => /^```\n(virtual_mailbox_domains[\s\S]*?)^```$/m.exec(PAGE)?.[1] ?? ''

/** The same as {@link environmentOfPage}, by their names. */
export function settingsOfPage(): Record<string, string> {
  const block = environmentOfPage()
  return Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  )
}
