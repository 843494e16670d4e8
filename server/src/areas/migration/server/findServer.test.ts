import { expect, test } from 'vitest'
import { findServer, type Names } from './findServer.ts'

const none = () => Promise.reject(new Error('ENOTFOUND'))
const names = (more: Partial<Names>): Names => ({ resolveSrv: none, resolveMx: none, ...more }) as Names
const srv = async () => [
  { name: 'second.old.example', port: 993, priority: 20, weight: 0 },
  { name: 'IMAP.old.example.', port: 9_993, priority: 10, weight: 0 },
]
const mx = (exchange: string) => async () => [
  { exchange: 'last.elsewhere.example', priority: 50 },
  { exchange, priority: 5 },
]

test.each([
  ['a provider of the list', 'li@163.com', {}, 'imap.163.com:993 known code'],
  ['a record of the domain', 'li@old.example', { resolveSrv: srv }, 'imap.old.example:9993 found none'],
  ['who takes its mail', 'li@old.example', { resolveMx: mx('mxbiz1.qq.com.') }, 'imap.exmail.qq.com:993 found code'],
  [
    'a name that only ends alike',
    'li@old.example',
    { resolveMx: mx('mx.notqq.com') },
    'imap.old.example:993 guessed none',
  ],
  [
    'a domain without the service',
    'li@old.example',
    { resolveSrv: async () => [{ name: '.', port: 0, priority: 0, weight: 0 }] },
    'imap.old.example:993 guessed none',
  ],
  ['nothing', 'li@Old.Example', {}, 'imap.old.example:993 guessed none'],
] as const)('given %s, then the server of %s is found', async (_what, address, records, wanted) => {
  const { host, port, from, code } = await findServer(address, names(records as Partial<Names>))
  expect(`${host}:${port} ${from} ${code === null ? 'none' : 'code'}`).toBe(wanted)
})
