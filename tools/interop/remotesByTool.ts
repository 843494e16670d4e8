import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { writeBuild } from '../../deploy/test/installation.ts'
import type { InteropRun } from './interopRun.ts'
import type { PageMachine } from './pageMachine.ts'

/** The versions of a remote by the operators' tool, as the page switches them. */
export async function switchRemotes({ step }: InteropRun, page: PageMachine): Promise<void> {
  await step(
    'A version is published, ruled, promoted, stopped, rolled back, pinned, revoked and restored',
    async () => {
      await writeBuild(path.join(page.work, 'dist'), {
        ...{ remote: 'remote-mail', version: '1.1.0', id: '3f9c1a7b' },
        contributes: { routes: [{ prefix: 'inbox', title: { zh: '收件箱', en: 'Inbox' } }] },
      })
      const { revision } = JSON.parse(page.command('remotes status --json'))
      const said = page.run('remotes', { instead: { ' 183 ': ` ${revision} ` } })
      assert.match(said[1] ?? '', /nobody gets it yet/)
      assert.match(said.at(-2) ?? '', /is fine/)
      assert.match(said.at(-1) ?? '', /loses drafts/)
    },
  )
  await step('A key of manifests is made, and a stack is resolved', () => {
    page.run('keys')
    assert.match(readFileSync(path.join(page.work, 'keys.json'), 'utf8'), /"kid"/)
    assert.match(page.command('ls -l ~/manifest-key.pem'), /^-rw-------/)
    assert.match(page.run('sign').join(''), /the same, signed$/m)
    const [entry = ''] = page.command('cd /opt/yanshu/dist/maps && ls r/remote-mail/*/*.js.map').split('\n')
    writeFileSync(path.join(page.work, 'error.txt'), `TypeError: x\n    at /${entry.replace('.map', '')}:1:400\n`)
    const [resolved] = page.run('stack')
    assert.match(resolved ?? '', / → \S+:\d+:\d+/)
  })
}
