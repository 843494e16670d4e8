// @vitest-environment happy-dom
import type { SecurityChange } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { Changes } from '../src/account/Changes.tsx'
import zh from '../src/messages/zh.ts'

const AT = Date.UTC(2026, 10, 28, 4)
const login = (minute: number, device: string): SecurityChange => ({
  ...{ at: AT - minute * 60_000, kind: 'login', detail: '', device, place: '192.0.2.1', here: false },
})

test('given many log-ins, then each device is one row with their number, and no change is left out', async () => {
  addMessages('remote-settings', 'zh', zh)
  const list = [
    ...Array.from({ length: 40 }, (_, n) => login(n, n % 2 ? 'Chrome · Windows' : 'node')),
    ...Array.from(
      { length: 9 },
      (_, n): SecurityChange => ({ ...login(50 + n, ''), kind: 'alias', detail: `a${n}@b.example` }),
    ),
    { ...login(90, 'Safari · iOS'), kind: 'passkey', detail: '手机' } satisfies SecurityChange,
  ]
  const shell = await startTestShell({
    responses: { 'mail/log/changes': { since: null, list, more: true }, 'mail/log/visit': {} },
  })
  const { container, unmount } = await renderInShell(<Changes />)
  const rows = () => [...container.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
  await vi.waitFor(() => expect(rows()).toHaveLength(8))
  expect(container.textContent).toContain('此处只列出较新的')
  expect(rows().every((row) => row.includes('别名'))).toBe(true)
  const button = container.querySelector('button')
  expect(button?.textContent).toBe('显示全部 12 项')
  await act(async () => button?.click())
  expect(rows()).toHaveLength(12)
  expect(rows()[9]).toContain('手机')
  expect(rows()[10]).toContain('新的登录（20 次）')
  expect(rows()[11]).toContain('Chrome · Windows')
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  await act(async () => button?.click())
  expect(rows()).toHaveLength(8)
  await unmount()
  shell.stop()
})
