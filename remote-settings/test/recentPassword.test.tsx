// @vitest-environment happy-dom
import { Code } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { renderInShell, startTestShell, TestFailure, type TestShell } from '@yanshu/shell-api/testing'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRecentPassword } from '../src/recent-password/useRecentPassword.tsx'

type Run = ReturnType<typeof useRecentPassword>['run']

/** A page that makes such calls; `onRun` is given what its notices call. */
function Page({ onRun }: { onRun: (run: Run) => void }) {
  const { run, dialog } = useRecentPassword()
  useEffect(() => {
    onRun(run)
  })
  return dialog
}

const REFUSAL = '请先输入登录密码，再重试'
let shell: TestShell
beforeEach(async () => {
  const refuse = () => {
    throw new TestFailure(Code.recentPassword, REFUSAL)
  }
  shell = await startTestShell({ responses: { 'mail/main/settings/undo': refuse } })
})
afterEach(() => shell.stop())

test('given a notice whose button asks for a recent password after its page was left, then the refusal is shown', async () => {
  const runs: Run[] = []
  const page = await renderInShell(<Page onRun={(run) => void runs.push(run)} />)
  await page.unmount()
  const undoing = runs.at(-1)?.((options) => http.post('mail/main/settings/undo', { importId: 1 }, options))
  await expect(undoing).rejects.toMatchObject({ code: Code.recentPassword })
  expect(shell.errors).toEqual([REFUSAL])
})
