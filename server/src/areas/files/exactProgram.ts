import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, open, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExactPagesSettings } from '../../platform/config/values.ts'

/** What one run of the program may cost. */
export interface ProgramLimits {
  /** Milliseconds until it is killed with all that it has started. */
  readonly time: number
  /** Kibibytes of addresses that each of its processes may have. */
  readonly memory: number
  /** Bytes of each file that it writes. */
  readonly output: number
}

export const PROGRAM_LIMITS: ProgramLimits = { time: 90_000, memory: 4 * 1_024 * 1_024, output: 64 * 1_024 * 1_024 }

/** A shell counts the size of files in blocks of this many bytes. */
const BLOCK = 512
/** What the program sees of the folder of its run. */
const INSIDE = '/work'
/** No user of the machine: what the program may do is left to the folders that it is given. */
const UNPRIVILEGED_ID = '65534'

export interface OfficeFile {
  readonly content: Uint8Array
  /** Of its name, by which the program knows what it reads, in small letters without the dot. */
  readonly ending: string
}

/**
 * Makes PDF of a document of an office program. The program has a folder of its own that is deleted after it, no variables of
 * this process, and limits of time, memory and size. In a jail (`bwrap`) it has no network, no other process and no file beside
 * those of the system; without one an operator isolates it. null where it made no PDF within its limits.
 */
export async function runExactProgram(
  settings: ExactPagesSettings,
  { content, ending }: OfficeFile,
  limits: ProgramLimits = PROGRAM_LIMITS,
): Promise<Buffer | null> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'yanshu-pages-')))
  try {
    await mkdir(path.join(folder, 'out'))
    await writeFile(path.join(folder, `in.${ending}`), content)
    const seen = settings.jail === 'bwrap' ? INSIDE : folder
    const asked = [
      settings.program,
      ...['--headless', '--norestore', '--nologo', '--nodefault', '--nolockcheck'],
      `-env:UserInstallation=file://${seen}/profile`,
      ...['--convert-to', 'pdf', '--outdir', `${seen}/out`, `${seen}/in.${ending}`],
    ]
    const command = settings.jail === 'bwrap' ? [...(await jailOf(settings.program, folder)), ...asked] : asked
    await runLimited(command, { folder, seen, limits })
    return await readPdfFile(path.join(folder, 'out', 'in.pdf'), limits)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The program in namespaces of its own: the files of the system to read, the folder of its run to write. */
async function jailOf(program: string, folder: string): Promise<string[]> {
  const installed = path.dirname(path.dirname(await realpath(program).catch(() => program)))
  const read = (one: string) => ['--ro-bind-try', one, one]
  return [
    ...[
      'bwrap',
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--uid',
      UNPRIVILEGED_ID,
      '--gid',
      UNPRIVILEGED_ID,
    ],
    ...['/usr', '/bin', '/lib', '/lib64', '/etc/fonts', '/etc/libreoffice', '/etc/alternatives'].flatMap(read),
    ...['/etc/ld.so.cache', '/var/cache/fontconfig'].flatMap(read),
    // Where it is not among the files of the system, as LibreOffice's own packages in /opt.
    ...(installed === '/' || installed.startsWith('/usr') ? [] : read(installed)),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', folder, INSIDE, '--chdir', INSIDE, '--'],
  ]
}

interface Running {
  readonly folder: string
  readonly seen: string
  readonly limits: ProgramLimits
}

/** Runs a command to its end, or until its time is over. How it ends is seen by what it has written. */
async function runLimited(command: readonly string[], { folder, seen, limits }: Running): Promise<void> {
  const bounds = [
    `ulimit -t ${Math.ceil(limits.time / 1_000)}`,
    `ulimit -f ${Math.ceil(limits.output / BLOCK)}`,
    `ulimit -v ${limits.memory}`,
    'ulimit -c 0',
  ]
  const child = spawn('/bin/sh', ['-c', `${bounds.join(' && ')} && exec "$@"`, 'sh', ...command], {
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: seen, LANG: 'C.UTF-8', TMPDIR: '/tmp' },
    stdio: 'ignore',
    // A group of its own, which is killed as a whole.
    detached: true,
  })
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const late = setTimeout(kill, limits.time)
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  clearTimeout(late)
  // What it started and left behind ends with it.
  kill()
}

async function readPdfFile(file: string, { output }: ProgramLimits): Promise<Buffer | null> {
  const handle = await open(file).catch(() => null)
  if (!handle) return null
  try {
    const { size } = await handle.stat()
    if (size > output) return null
    const content = await handle.readFile()
    return content.subarray(0, 5).toString('latin1') === '%PDF-' && content.includes('%%EOF') ? content : null
  } finally {
    await handle.close()
  }
}
