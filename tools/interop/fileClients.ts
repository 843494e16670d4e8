import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ApiClient } from '../bench/apiClient.ts'
import { run } from './foreignServers.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

/** What cadaver does: a folder, a file under a lock, a copy that is renamed, and its content back. */
const COMMANDS = [
  ...['mkcol 合同', 'cd 合同', 'put 报告.txt', 'lock 报告.txt', 'put 报告.txt', 'discover 报告.txt', 'unlock 报告.txt'],
  ...['copy 报告.txt b.txt', 'move b.txt c.txt', 'ls', 'get c.txt got.txt', 'delete c.txt', 'quit'],
]

/**
 * Debian's programs for WebDAV with the own files of the document center: cadaver with a lock, rclone with a tree of folders,
 * and davfs2, which mounts them where the machine lets it.
 */
export async function runFileClients(
  step: Step,
  { front, folder, person }: { readonly front: string; readonly folder: string; readonly person: ApiClient },
): Promise<void> {
  const home = path.join(folder, 'files')
  mkdirSync(path.join(home, 'tree/a/b'), { recursive: true })
  const { code } = await person.get('user/client/generatePassword', { name: 'WebDAV', scopes: 'files' })
  const user = person.address
  const url = `${front}/dav/files/`
  const program = (name: string, parameters: readonly string[], input = '') =>
    run('env', ['-C', home, `HOME=${home}`, 'LC_ALL=C.UTF-8', `/usr/bin/${name}`, ...parameters], input)
  const host = new URL(front).hostname
  writeFileSync(path.join(home, '.netrc'), `machine ${host} login ${user} password ${code}\n`, { mode: 0o600 })
  writeFileSync(path.join(home, '报告.txt'), '第一版')
  await step('cadaver makes, locks, changes, copies and deletes files', async () => {
    const said = program('cadaver', [url], `${COMMANDS.join('\n')}\n`)
    assert.doesNotMatch(said, /failed|Could not/)
    assert.match(said, /Scope: exclusive/)
    assert.equal(readFileSync(path.join(home, 'got.txt'), 'utf8'), '第一版')
    const { list } = await person.get('documents/list', { place: 'search', text: '报告' })
    assert.equal(list.length, 1)
  })
  writeFileSync(path.join(home, 'tree/a/b/空 格.txt'), 'x'.repeat(1_000_000))
  writeFileSync(path.join(home, 'tree/.DS_Store'), '')
  await step('rclone carries a tree of folders, and finds it the same', () => {
    const secret = program('rclone', ['obscure', code]).trim()
    const remote = ['--config', '/dev/null', '--webdav-url', url, '--webdav-vendor', 'other']
    const parameters = [...remote, '--webdav-user', user, '--webdav-pass', secret]
    program('rclone', ['sync', 'tree', ':webdav:同步', ...parameters])
    program('rclone', ['check', 'tree', ':webdav:同步', '--download', ...parameters])
  })
  await mount(step, { home, url, user, code })
}

/** Mounts the files by davfs2. A machine that does not let itself mount is named in a line, as by the bare machine. */
async function mount(
  step: Step,
  {
    home,
    url,
    user,
    code,
  }: { readonly home: string; readonly url: string; readonly user: string; readonly code: string },
): Promise<void> {
  const place = path.join(home, 'mounted')
  mkdirSync(place)
  const [secrets, settings] = [path.join(home, 'secrets'), path.join(home, 'davfs2.conf')]
  writeFileSync(secrets, `${url} ${user} ${code}\n`, { mode: 0o600 })
  writeFileSync(settings, `secrets ${secrets}\ndelay_upload 0\n`)
  const { status, stderr } = spawnSync('mount', ['-t', 'davfs', '-o', `conf=${settings}`, url, place], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  if (status !== 0) {
    if (!/not permitted|permission denied|no such device|\/dev\/fuse/i.test(stderr)) throw new Error(`mount: ${stderr}`)
    console.log(`   Not mounted by davfs2, which needs the right to mount: ${stderr.trim()}`)
    return
  }
  try {
    await step('davfs2 mounts the files, reads and writes them', () => {
      assert.equal(readFileSync(path.join(place, '合同/报告.txt'), 'utf8'), '第一版')
      writeFileSync(path.join(place, '合同/挂载.txt'), '二')
    })
  } finally {
    run('umount', [place])
  }
}
