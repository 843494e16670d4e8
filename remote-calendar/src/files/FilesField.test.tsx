// @vitest-environment happy-dom
import type { EventFile } from '@yanshu/contracts'
import { type Rendered, renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { clearNotices } from '@yanshu/ui'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import EventFiles from './EventFiles.tsx'
import FilesField from './FilesField.tsx'
import zh from './zh.ts'

let shell: TestShell
let show: Rendered | null = null
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(async () => {
  await show?.unmount()
  clearNotices()
  shell.stop()
})

const kept: EventFile = { fileId: 'a-file-of-the-event', name: '议程.txt', size: 6, contentType: '', link: '' }
const link: EventFile = { fileId: '', name: '', size: 0, contentType: '', link: 'https://drive.example/d/1' }
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((one) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
  )

test('the files of a form are shown, taken away by a button, put back by another, and refused with their reason', async () => {
  let files: readonly EventFile[] = []
  show = await renderInShell(
    <div role="dialog" aria-label="form">
      <FilesField files={[kept, link]} onChange={(now) => (files = now)} />
    </div>,
  )
  expect(document.body.textContent).toContain('议程.txt')
  expect(files).toEqual([kept, link])
  // No remote answers `files.pick` here, so it is not offered.
  expect(button(zh.pick)).toBeUndefined()
  await act(async () => button('议程.txt')?.click())
  expect(files).toEqual([link])
  expect(document.activeElement).toBe(button(zh.undo))
  await act(async () => button(zh.undo)?.click())
  expect(files).toEqual([link, kept])
  await act(async () => button(zh.remove.replace('{{name}}', 'drive.example/d/1'))?.click())
  expect(files).toEqual([kept])
})

test('the card has a way to each file, to links past the page that warns', async () => {
  show = await renderInShell(<EventFiles files={[kept, link]} />)
  expect(button('议程.txt')).toBeDefined()
  expect(document.querySelector('a')?.getAttribute('href')).toBe('#/linkPage?url=https%3A%2F%2Fdrive.example%2Fd%2F1')
})

test('given a file whose name turns its direction, when it is refused, then the notice keeps its order', async () => {
  show = await renderInShell(<FilesField files={[]} onChange={() => undefined} />)
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!picker) throw new Error('no place for files')
  Object.defineProperty(picker, 'files', { value: [new File([], '报表\u202efdp.exe')] })
  await act(async () => picker.dispatchEvent(new Event('change', { bubbles: true })))
  await vi.waitFor(() => expect(document.body.textContent).toContain('报表fdp.exe'))
  expect(document.body.textContent).not.toContain('\u202e')
})
