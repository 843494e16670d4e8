// @vitest-environment happy-dom
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useAnswer } from '../src/useAnswer.ts'

const answers: ((value: string) => void)[] = []
const ask = () => new Promise<string>((resolve) => answers.push(resolve))

function Page() {
  return <p>{useAnswer('rules', ask).data ?? 'nothing yet'}</p>
}

let shell: TestShell
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(() => shell.stop())

test('given a change of settings while the first answer is on its way, then it is asked for again', async () => {
  const { container, unmount } = await renderInShell(<Page />)
  await expect.poll(() => answers).toHaveLength(1)
  await act(async () =>
    shell.emit({
      optType: 'mailbox',
      seq: 7,
      change: 'settings',
      mailboxId: null,
      mailIds: [],
      items: [],
      counters: { folders: [], labels: [] },
    }),
  )
  await act(async () => answers[0]?.('before'))
  await expect.poll(() => answers).toHaveLength(2)
  await act(async () => answers[1]?.('after'))
  await expect.poll(() => container.textContent).toBe('after')
  await unmount()
})
