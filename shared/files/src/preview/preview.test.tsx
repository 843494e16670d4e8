// @vitest-environment happy-dom
import type { FilePreview } from '@yanshu/contracts'
import { ApiError } from '@yanshu/shell-api'
import { renderInShell, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Preview from './Preview.tsx'
import { newsOf } from './pdfFrame.ts'
import { previewEn } from './previewEn.ts'
import type { PreviewedFile } from './previewedFile.ts'
import { previewZh } from './previewZh.ts'

let shell: TestShell
beforeEach(async () => {
  shell = await startTestShell({})
})
afterEach(() => shell.stop())

const dialog = () => document.querySelector('[role=dialog]')
const file = (id: number, read: () => Promise<FilePreview>, save = vi.fn()): PreviewedFile => ({
  id,
  name: `${id}.docx`,
  size: 3,
  address: `/api/file/show/${id}`,
  read,
  save,
})
const shown = (more: Partial<FilePreview>) => async (): Promise<FilePreview> => ({
  kind: 'blocks',
  blocks: [],
  isCut: false,
  ...more,
})

test('both languages have the same words', () => {
  expect(Object.keys(previewEn).toSorted()).toEqual(Object.keys(previewZh).toSorted())
})

test('given a file by its pieces, then each is drawn as text, with a note where only the beginning is shown', async () => {
  const pieces = shown({
    isCut: true,
    blocks: [
      { kind: 'heading', level: 1, text: '<b>合同</b>' },
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
      { kind: 'table', rows: [['甲', '1']] },
      { kind: 'fields', fields: [{ field: 'from', value: '李娜' }] },
      { kind: 'entries', entries: [{ name: '一.txt', size: 3 }] },
    ],
  })
  const { unmount } = await renderInShell(() => <Preview files={[file(1, pieces)]} start={0} onClose={() => {}} />)
  await vi.waitFor(() => expect(dialog()?.querySelector('h4')?.textContent).toBe('<b>合同</b>'))
  expect(dialog()?.querySelector('img, b')).toBeNull()
  expect([...(dialog()?.querySelectorAll('td') ?? [])].slice(0, 3).map((cell) => cell.textContent)).toEqual([
    ...['甲', '1', '一.txt'],
  ])
  expect(dialog()?.querySelector('dt')?.textContent).toBe('发件人')
  expect(dialog()?.textContent).toContain(previewZh.cut)
  await unmount()
})

test.each([
  ['picture', 'application/octet-stream', 'img[src="blob:copy"]'],
  ['pdf', 'application/pdf', 'iframe[src^="blob:copy"]'],
] as const)('given no answer of a server, then the copy of the device is shown: %s', async (kind, type, shownBy) => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:copy')
  const gone = vi.spyOn(URL, 'revokeObjectURL')
  const cut = () => Promise.reject(new ApiError('no network', { code: 0, status: 0 }))
  const preview = await shown({ kind, exact: true })()
  // A file with the type of a page must not become one of this origin.
  const kept = async () => ({ preview, content: new Blob(['x'], { type: 'text/html' }) })
  const { unmount } = await renderInShell(() => (
    <Preview files={[{ ...file(1, cut), kept }]} start={0} onClose={() => {}} />
  ))
  await vi.waitFor(() => expect(dialog()?.querySelector(shownBy)).not.toBeNull())
  const [[copy] = []] = made.mock.calls
  expect(copy instanceof Blob && copy.type).toBe(type)
  expect(dialog()?.textContent).toContain(previewZh.copyNote)
  await unmount()
  expect(gone).toHaveBeenCalledWith('blob:copy')
  vi.restoreAllMocks()
})

test('given words that are sought, then the first place is scrolled to, and the preview can be closed', async () => {
  // As in browsers whose scrolling methods return a promise.
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as never)
  const sought = { words: '月下', mark: (text: string) => <mark>{text}</mark> }
  const pieces = shown({ blocks: [{ kind: 'text', text: '月下' }] })
  const { unmount } = await renderInShell(() => (
    <Preview files={[{ ...file(1, pieces), sought }]} start={0} onClose={() => {}} />
  ))
  await vi.waitFor(() => expect(dialog()?.querySelector('mark')?.textContent).toBe('月下'))
  expect(scrolled).toHaveBeenCalledOnce()
  await unmount()
  scrolled.mockRestore()
})

test('given a refusal of the server, then no copy is shown', async () => {
  const refused = () => Promise.reject(new ApiError('not yours', { code: 404_001, status: 404 }))
  const kept = vi.fn()
  const { unmount } = await renderInShell(() => (
    <Preview files={[{ ...file(1, refused), kept }]} start={0} onClose={() => {}} />
  ))
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(previewZh.failed))
  expect(kept).not.toHaveBeenCalled()
  await unmount()
})

test('given a watermark, then it stands over the file for the eye alone', async () => {
  const marked = shown({ kind: 'picture', watermark: '李娜 na@x.example' })
  const { unmount } = await renderInShell(() => <Preview files={[file(1, marked)]} start={0} onClose={() => {}} />)
  await vi.waitFor(() =>
    expect(dialog()?.querySelector('[aria-hidden=true] span')?.textContent).toBe('李娜 na@x.example'),
  )
  await unmount()
})

test('given a format without a preview, then it says so with the download beside it, and a picture comes next', async () => {
  const save = vi.fn()
  const files = [
    file(1, shown({ kind: 'none' }), save),
    file(2, shown({ kind: 'picture' })),
    file(3, () => Promise.reject(new Error('gone'))),
  ]
  const { unmount } = await renderInShell(() => <Preview files={files} start={0} onClose={() => {}} />)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((one) =>
      (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
    )
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(previewZh.impossible))
  await act(async () => button(previewZh.save)?.click())
  expect(save).toHaveBeenCalledOnce()
  await act(async () => button(previewZh.next)?.click())
  await vi.waitFor(() => expect(dialog()?.querySelector('img')?.getAttribute('src')).toBe('/api/file/show/2'))
  await act(async () => button(previewZh.next)?.click())
  await vi.waitFor(() => expect(dialog()?.textContent).toContain(previewZh.failed))
  await unmount()
})

test('given messages of the frame of a PDF file, then only those that it may send are answered', () => {
  const refused = [
    null,
    'ready',
    { kind: 'go' },
    { kind: 'link', url: 'javascript:alert(1)' },
    { kind: 'link', url: '/relative' },
    { kind: 'link', url: 3 },
    { kind: 'need', name: '../../file/download/1' },
    { kind: 'need', name: 'viewer.html' },
    { kind: 'key', key: 'Enter' },
  ]
  expect(refused.map(newsOf)).toEqual(refused.map(() => null))
  expect(newsOf({ kind: 'opened', pages: 'x' })).toEqual({ kind: 'opened', pages: 0 })
  expect(newsOf({ kind: 'link', url: 'https://a.example/' })).toEqual({ kind: 'link', url: 'https://a.example/' })
  expect(newsOf({ kind: 'need', name: 'UniGB-UCS2-H.bcmap' })).toEqual({ kind: 'need', name: 'UniGB-UCS2-H.bcmap' })
})

test('given a PDF file and a server that has the page for it, then it is shown in a frame without an origin', async () => {
  const viewer = 'file/viewer/0123456789abcdef/viewer.html'
  const pdf = shown({ kind: 'pdf', viewer })
  const { unmount } = await renderInShell(() => <Preview files={[file(1, pdf)]} start={0} onClose={() => {}} />)
  await vi.waitFor(() => expect(dialog()?.querySelector('iframe')?.getAttribute('src')).toContain(viewer))
  expect(dialog()?.querySelector('iframe')?.getAttribute('sandbox')).toBe('allow-scripts')
  await unmount()
})

test('given a document of which exact pages can be made, then they are offered, and shown at once where nothing else can be', async () => {
  const viewer = 'file/viewer/0123456789abcdef/viewer.html'
  const offered = shown({ exact: true, viewer, blocks: [{ kind: 'text', text: '正文' }] })
  const alone = shown({ kind: 'none', exact: true, viewer })
  const files = [file(1, offered), file(2, alone)]
  const { unmount } = await renderInShell(() => <Preview files={files} start={0} onClose={() => {}} />)
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find((one) =>
      (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(name),
    )
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('正文'))
  expect(dialog()?.querySelector('iframe')).toBeNull()
  await act(async () => button(previewZh.exact)?.click())
  await vi.waitFor(() => expect(dialog()?.querySelector('iframe')).not.toBeNull())
  await act(async () => button(previewZh.exact)?.click())
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('正文'))
  await act(async () => button(previewZh.next)?.click())
  await vi.waitFor(() => expect(dialog()?.querySelector('iframe')).not.toBeNull())
  await unmount()
})
