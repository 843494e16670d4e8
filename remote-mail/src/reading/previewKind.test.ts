import { expect, it } from 'vitest'
import { previewKind } from './previewKind.ts'

it.each([
  ['image/png', 'a.png', 'image'],
  ['application/pdf; name=x', 'x', 'pdf'],
  ['text/plain', '说明.txt', 'text'],
  ['application/octet-stream', '合同.PDF', 'pdf'],
  ['', '照片.jpg', 'image'],
  ['image/svg+xml', 'a.svg', null],
  ['text/html', 'a.png', null],
  ['application/octet-stream', 'a.html', null],
] as const)('shows %s named %s as %s', (contentType, name, kind) => {
  expect(previewKind({ contentType, name })).toBe(kind)
})
