/// <reference types="node" />
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineFile } from '../src/parts/examineFile.ts'
import { fetchPart, PartError, type PartErrorClass, partErrorOf } from '../src/parts/fetchPart.ts'

const SCRIPT = 'self.chunk = 1'
const BUILT = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`
const OTHER = `sha384-${createHash('sha384').update('another').digest('base64')}`
const TIMEOUT = 500

const answers: Record<string, (response: ServerResponse) => void> = {
  '/good.js': (response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT),
  '/good.css': (response) => response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(SCRIPT),
  '/page.js': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  '/plain.css': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(SCRIPT),
  '/cut.js': (response) => response.destroy(),
  '/half.js': (response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'content-length': '100' }).write('half')
    setImmediate(() => response.destroy())
  },
  '/hanging.js': () => undefined,
}
const server = createServer((request, response) => {
  const answer = answers[request.url ?? '']
  if (answer) answer(response)
  else response.writeHead(404, { 'content-type': 'text/javascript' }).end(SCRIPT)
})
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const examined: [what: string, path: string, integrity: string | undefined, errorClass: string][] = [
  ['no answer', '/cut.js', BUILT, 'load'],
  ['half an answer', '/half.js', BUILT, 'load'],
  ['an answer that does not come', '/hanging.js', BUILT, 'load'],
  ['404, even with a script in it', '/missing.js', OTHER, 'load'],
  ['a page in place of a script', '/page.js', OTHER, 'load'],
  ['text in place of a style sheet', '/plain.css', OTHER, 'load'],
  ['the file that was built', '/good.js', BUILT, 'load'],
  ['another file', '/good.js', OTHER, 'integrity'],
  ['another style sheet', '/good.css', OTHER, 'integrity'],
  ['a file of which nobody knows the hash', '/good.js', undefined, 'load'],
  ['the address of a further try', '/good.js?r=2', OTHER, 'integrity'],
]

test.each(examined)(
  'given %s, when a file that failed is examined, then its class is the right one',
  async (_, path, hash, expected) => {
    expect((await examineFile(origin + path, TIMEOUT, hash)).class).toBe(expected)
  },
)

const lost = (type: string, request?: string) =>
  Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError', type, request })

const thrown: [what: string, error: () => unknown, errorClass: PartErrorClass][] = [
  ['a chunk that did not answer in time', () => lost('timeout', `${origin}/hanging.js`), 'load'],
  ['a chunk that did not come', () => lost('error', `${origin}/missing.js`), 'load'],
  ['a script that ran without its chunk', () => lost('missing', `${origin}/good.js`), 'evaluate'],
  ['an exception of the code itself', () => new Error('undefined is not a function'), 'evaluate'],
  ['something that is no error', () => 'thrown', 'evaluate'],
]

test.each(thrown)('given %s, then its class is what was seen', async (_, error, expected) => {
  expect((await partErrorOf(error(), TIMEOUT)).class).toBe(expected)
})

const timing = { timeout: TIMEOUT, retryDelays: [1, 1] }

test('given a chunk that is lost twice, then the third try brings it', async () => {
  let tries = 0
  const part = await fetchPart(async () => {
    tries += 1
    if (tries < 3) throw lost('timeout')
    return 'part'
  }, timing)
  expect([part, tries]).toEqual(['part', 3])
})

test('given a chunk that is lost for good, then it is asked for three times', async () => {
  let tries = 0
  const load = () => {
    tries += 1
    return Promise.reject(lost('error', `${origin}/missing.js`))
  }
  await expect(fetchPart(load, timing)).rejects.toThrow(PartError)
  expect(tries).toBe(3)
})

test('given an exception of the code itself, then it goes on as it is, and nothing is asked for again', async () => {
  let tries = 0
  const own = new Error('own')
  const load = () => {
    tries += 1
    return Promise.reject(own)
  }
  await expect(fetchPart(load, timing)).rejects.toBe(own)
  expect(tries).toBe(1)
})

test('given a part inside a part, then what the inner one could not fetch is not asked for again by the outer', async () => {
  let tries = 0
  const inner = () =>
    fetchPart(() => {
      tries += 1
      return Promise.reject(lost('timeout'))
    }, timing)
  await expect(fetchPart(inner, timing)).rejects.toMatchObject({ class: 'load' })
  expect(tries).toBe(3)
})
