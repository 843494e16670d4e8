// @vitest-environment happy-dom
import { messageProblems } from '@yanshu/build/messageProblems'
import { declarationProblems, type SlotProps } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import Card from '../src/card/Card.tsx'
import contributes from '../src/contributes.ts'
import en from '../src/messages/en.ts'
import zh from '../src/messages/zh.ts'
import Page from '../src/page/Page.tsx'
import remote from '../src/remote.ts'

let shell: TestShell
let show: Rendered | null = null

beforeEach(async () => {
  shell = await startTestShell()
  addMessages('remote-ai', 'zh', zh)
})
afterEach(async () => {
  await show?.unmount()
  show = null
  shell.stop()
})

test('given what the manifest says, then the module has it, and nothing else', () => {
  expect(declarationProblems(remote, contributes)).toEqual([])
})

test('given both languages, then they say the same, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})

test('given its address, then the page says its name', async () => {
  show = await renderInShell(<Page />, { path: '/ai' })
  expect(show.container.querySelector('h1')?.textContent).toBe(zh.page.title)
})

test('given a mail, then the card says how large it is', async () => {
  const { mail } = { mail: { size: 2_048 } } as SlotProps<'mail.card'>
  show = await renderInShell(<Card mail={mail} port={{ text: () => '', mark() {}, scrollTo() {}, clear() {} }} />)
  expect(show.container.textContent).toContain('2 KB')
})

test.each(['zh', 'en'] as const)('given %s, then the palette leads to the page', async (language) => {
  const found = await remote.commands?.ai?.({ language, typed: '', signal: new AbortController().signal })
  expect(found?.map(({ label, path }) => [label, path])).toEqual([[(language === 'zh' ? zh : en).page.title, '/ai']])
})
