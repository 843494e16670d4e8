import type { RemoteRoute } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { matchRoute } from './remotes.ts'

const route = (path: string): RemoteRoute => ({ path, load: () => Promise.reject(new Error('not loaded here')) })
const ROUTES = [
  'inbox',
  'custombox/:folderId',
  'write/:type/:mailId',
  'write/draft/:mailId',
  'reply/:boxId/:id/:index?',
  'set/*',
].map(route)

test.each([
  ['/inbox', 'inbox', {}],
  ['/inbox/', 'inbox', {}],
  ['/custombox/7', 'custombox/:folderId', { folderId: '7' }],
  ['/write/new/0', 'write/:type/:mailId', { type: 'new', mailId: '0' }],
  ['/write/draft/12', 'write/draft/:mailId', { mailId: '12' }],
  ['/reply/1/7', 'reply/:boxId/:id/:index?', { boxId: '1', id: '7' }],
  ['/reply/1/7/3', 'reply/:boxId/:id/:index?', { boxId: '1', id: '7', index: '3' }],
  ['/set/normalset', 'set/*', {}],
  ['/custombox/%E5%BC%A0', 'custombox/:folderId', { folderId: '张' }],
])('%s is shown by %s', (path, pattern, params) => {
  const match = matchRoute(ROUTES, path)
  expect([match?.route.path, match?.params]).toEqual([pattern, params])
})

test.each(['/custombox', '/inbox/3', '/reply/1', '/write/new', '/custombox/%E5%zz', '/nothing'])(
  '%s is not shown',
  (path) => {
    expect(matchRoute(ROUTES, path)).toBeNull()
  },
)
