import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../steps.ts'

/** `--without-bare` of `npm run interop`: as on a machine that refuses to mount. */
export const WITHOUT_BARE = '--without-bare'

/** Folders of the machine that begin empty, whatever the machine of the run has there. */
const OWN_FOLDERS = ['opt', 'srv', 'home', 'root', 'tmp', 'usr/local']
/** Units of Debian that are for the kernel or the terminals of the run's machine, or that run for hours. */
const MASKED = [
  ...['getty.target', 'systemd-modules-load.service', 'kmod-static-nodes.service', 'modprobe@.service'],
  ...['sys-kernel-debug.mount', 'sys-kernel-tracing.mount', 'sys-fs-fuse-connections.mount', 'dev-hugepages.mount'],
  ...['proc-sys-fs-binfmt_misc.automount', 'apt-daily.timer', 'apt-daily-upgrade.timer', 'e2scrub_all.timer'],
]
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty']
const STARTS_WITHIN_MS = 45_000
const COMMAND_WITHIN_MS = 240_000
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/**
 * Starts the machine in a control group of its own and writes the number of `unshare`. When its input ends, which is also when
 * the run does, however that ends, it kills the machine and removes the group.
 */
const KEEPER = `group=$(findmnt --noheadings --types cgroup2 --output TARGET | head -n 1)/yanshu-interop-$$
mkdir "$group" || exit 1
(echo 0 > "$group/cgroup.procs"; exec unshare --mount --pid --fork --uts --net --ipc --cgroup --kill-child "$@") &
echo $!
cat > /dev/null
kill -9 $!
wait
for try in $(seq 100); do
  find "$group" -depth -type d -exec rmdir {} + 2>/dev/null
  [ -d "$group" ] || exit 0
  sleep 0.2
done
`

/**
 * Makes the root folder and becomes its first process. `$1` is the folder of the machine, `$2` that of the project.
 * The disk of the run's machine is the lower layer, which nothing writes to. What the project or an earlier installation
 * left there is removed, PostgreSQL gets a new cluster, as its package makes one, and apt lists no newer packages, which
 * could not be fetched. The kernel's settings are read-only.
 */
const BOOT = `set -e
cd "$1"
if ! mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root" 2>/dev/null; then
  mount -t tmpfs tmpfs "$1/memory"
  mkdir "$1/memory/upper" "$1/memory/work"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$1/memory/upper,workdir=$1/memory/work" "$1/root"
fi
ip link set lo up
hostname mail.example.org
for name in ${OWN_FOLDERS.join(' ')}; do
  mkdir -p "own/$name" "root/$name"
  mount --bind "own/$name" "root/$name"
done
mkdir -p own/usr/local/bin own/usr/local/sbin own/usr/local/lib own/usr/local/share
chmod 1777 own/tmp
chmod 0700 own/root
cd root
if [ -d ".$2" ]; then mount -t tmpfs -o size=64k tmpfs ".$2"; fi
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mount -t tmpfs -o mode=755 tmpfs dev
for name in ${DEVICES.join(' ')}; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
: > etc/fstab
echo mail.example.org > etc/hostname
echo '127.0.0.1 localhost mail.example.org' > etc/hosts
rm -rf var/log/journal var/lib/yanshu* etc/yanshu etc/systemd/system/yanshu* etc/nginx/conf.d/*.conf var/cache/yanshu*
for name in ${MASKED.join(' ')}; do ln -sf /dev/null "etc/systemd/system/$name"; done
rm -rf var/lib/apt/lists/* var/lib/postgresql/* etc/postgresql/* var/log/postgresql/*
chroot . userdel yanshu 2>/dev/null || true
chroot . sh -c 'for one in /usr/lib/postgresql/*; do pg_createcluster "$(basename "$one")" main; done' >/dev/null
exec env -i container=other /usr/sbin/chroot . /lib/systemd/systemd
`

interface CommandOptions {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** The arguments of `nsenter` that run a program in the machine whose first process has this number. */
const entering = (pid: number, command: readonly string[]): string[] => {
  const spaces = ['--mount', '--pid', '--uts', '--net', '--ipc', '--cgroup']
  return ['--target', String(pid), ...spaces, '--root', `--wd=/proc/${pid}/root`, '--', ...command]
}

/** The number of the first process below `unshare` once systemd has started everything; null when it ends before. */
async function startedIn(unshare: number): Promise<number | null> {
  const end = Date.now() + STARTS_WITHIN_MS
  while (unshare > 0 && Date.now() < end) {
    await wait(200)
    // It is a zombie, without a program, when it was refused.
    if (!existsSync(`/proc/${unshare}/exe`)) return null
    const pid = Number(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8').trim().split(' ')[0])
    if (!pid) continue
    const asked = entering(pid, ['systemctl', 'is-system-running'])
    if (/^(running|degraded)$/m.test(spawnSync('nsenter', asked, { encoding: 'utf8' }).stdout)) return pid
  }
  return null
}

/**
 * A Debian machine of its own, with systemd as its first process: the disk of the run's machine below a layer of its own,
 * and namespaces of its own for mounts, processes, network, host name and control groups. Every port is free in it, root
 * may do there what an operator does, and nothing of it reaches the machine outside. It ends with the run, however that
 * ends: the kernel kills its first process with the run's, and its mounts go with its last process.
 */
export class BareMachine {
  readonly #folder: string
  readonly #pid: number
  /** Ends every process of it; its mounts end with them. */
  readonly stop: () => Promise<void>

  private constructor(folder: string, pid: number, stop: () => Promise<void>) {
    this.#folder = folder
    this.#pid = pid
    this.stop = stop
  }

  /** Starts a machine below an empty folder. Answers a sentence where the run may not do so, as in most containers. */
  static async start(folder: string): Promise<BareMachine | string> {
    for (const name of ['upper', 'work', 'root', 'memory', 'own'])
      mkdirSync(path.join(folder, name), { recursive: true })
    for (const name of ['own', 'upper', 'root', '.']) chmodSync(path.join(folder, name), 0o755)
    const boot = ['sh', '-c', BOOT, 'boot', folder, ROOT]
    // A group of its own: Ctrl+C ends the run, and by that the machine.
    const keeper = spawn('sh', ['-c', KEEPER, 'keeper', ...boot], { stdio: 'pipe', detached: true })
    let said = ''
    keeper.stderr.on('data', (data) => {
      said += data
    })
    const ended = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
    const unshare = await new Promise<number>((resolve) => {
      keeper.stdout.once('data', (data) => resolve(Number(data)))
      void ended.then(() => resolve(0))
    })
    const stop = async () => {
      keeper.stdin.end()
      await ended
    }
    const pid = await startedIn(unshare)
    writeFileSync(path.join(folder, 'boot.log'), said)
    if (pid !== null) return new BareMachine(folder, pid, stop)
    await stop()
    return said.trim().split('\n')[0] || 'systemd did not start'
  }

  /** A program of the run's machine that sees the network of this one: the way of a browser to it. */
  inItsNetwork(file: string, program: string): string {
    writeFileSync(file, `#!/bin/sh\nexec nsenter --net=/proc/${this.#pid}/ns/net -- "${program}" "$@"\n`)
    chmodSync(file, 0o755)
    return file
  }

  /** Where a file of {@link OWN_FOLDERS} is outside of the machine. */
  at(file: string): string {
    return path.join(this.#folder, 'own', file)
  }

  /** Runs a command of root's shell. Throws with what it wrote when it fails. */
  command(command: string, { input = '', env = {}, cwd = '/root' }: CommandOptions = {}): string {
    const settings = { PATH: SYSTEM_PATH, HOME: '/root', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...env }
    const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    // Without a terminal a program reads a password from its input.
    const shell = ['env', '-i', ...pairs, 'setsid', '-w', 'bash', '-c', `cd "$0" && ${command}`, cwd]
    const { status, stdout, stderr, error } = spawnSync('nsenter', entering(this.#pid, shell), {
      ...{ input, encoding: 'utf8', timeout: COMMAND_WITHIN_MS },
    })
    if (status !== 0) throw error ?? new Error(`${command} ended with ${status}:\n${stdout}\n${stderr}`)
    return stdout
  }
}
