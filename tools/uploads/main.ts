import assert from 'node:assert/strict'
import { createCipheriv, createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Envelope, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import { runYanshu } from '../../server/src/testing/yanshuCommand.ts'
import { ApiClient } from '../bench/apiClient.ts'
import { type ServerProcess, startServer } from '../bench/serverProcess.ts'
import { build } from '../build.ts'

/*
 * `npm run uploads [megabytes]`: uploads a file of 2 GB, or of so many megabytes, in parts, while the server is killed three
 * times in the middle of a part. Then the file is fetched and compared, and three copies of it in the document center are
 * fetched as one ZIP file. Prints the times, and the memory of the server, which
 * must not grow with the file; ends with 1 where anything is not so. It works in a folder of its own in the temporary folder.
 */

const MIB = 1_048_576
const MEGABYTES = Number(process.argv[2] ?? 2_048)
const SIZE = MEGABYTES * MIB
const PARTS = Math.ceil(SIZE / UPLOAD_PART_SIZE)
const KILLS = 3
/** What the server may hold beyond what it held when it had started. */
const GROWTH_MAX = 192 * MIB
/** How often the file goes into one ZIP file, which is then longer than 4 GB (zip64). */
const COPIES = 3
/** The end of a ZIP file: its mark, and the bytes from there on. */
const ZIP_MARK = Buffer.from('504b0506', 'hex')
const ZIP_END = 22
const ADDRESS = 'li.na@uploads.example'
const PASSWORD = 'Wild-Goose-7'

/** A part of the file: bytes that look random and are the same in each run. */
function partAt(number: number): Buffer<ArrayBuffer> {
  const key = Buffer.alloc(16)
  key.writeUInt32BE(number + 1)
  const size = Math.min(UPLOAD_PART_SIZE, SIZE - number * UPLOAD_PART_SIZE)
  return Buffer.from(createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size)))
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content)

/** The digest of the file as a client computes it, and the hash of its bytes. */
function hashes(): { readonly digest: string; readonly whole: string } {
  const digest = createHash('sha256')
  const whole = createHash('sha256')
  for (let number = 0; number < PARTS; number++) {
    const part = partAt(number)
    whole.update(part)
    digest.update(sha256(part).digest())
  }
  return { digest: digest.digest('hex'), whole: whole.digest('hex') }
}

async function sendPart(client: ApiClient, uploadId: string, part: number): Promise<void> {
  const content = partAt(part)
  const form = new FormData()
  form.append('file', new Blob([content]), 'part')
  const query = new URLSearchParams({ uploadId, part: String(part), sha256: sha256(content).digest('hex') })
  const headers = { authorization: `Bearer ${client.accessToken}` }
  const answer = await fetch(`${client.url}/api/file/upload/part?${query}`, { method: 'POST', headers, body: form })
  const { code, message } = (await answer.json()) as Envelope<unknown>
  assert.equal(Number(code), 200, message)
}

const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-uploads-'))
// What runs already is built: `YANSHU_CLIENT` names it.
const { YANSHU_CLIENT } = process.env
if (!YANSHU_CLIENT) await build()
const start = () => startServer(folder, [], YANSHU_CLIENT ? { YANSHU_CLIENT } : {})
let server: ServerProcess = await start()
let mostGrowth = 0
let atStart = server.memory()
const watching = setInterval(() => {
  // One that has just been killed has no memory any more, or no folder in /proc.
  try {
    const growth = server.memory() - atStart
    if (growth > mostGrowth) mostGrowth = growth
  } catch {}
}, 100)

async function restarted(): Promise<ApiClient> {
  server = await start()
  const client = await ApiClient.logIn(server.url, ADDRESS, PASSWORD)
  atStart = server.memory()
  return client
}

/** Keeps the file in the document center several times and fetches all as one ZIP file. Answers the milliseconds of that. */
async function fetchZip(
  client: ApiClient,
  fileId: string,
  yanshu: (words: readonly string[]) => Promise<void>,
): Promise<number> {
  await yanshu(['switch', 'set', 'netdiskEnable', 'on'])
  const ids: number[] = []
  for (let at = 0; at < COPIES; at++) {
    ids.push(...(await client.post('documents/keep', { fileIds: [fileId], parentId: 0 })).documentIds)
  }
  const begun = performance.now()
  const headers = { cookie: `safeMailToken=${client.accessToken}` }
  const zip = await fetch(`${server.url}/api/file/documents?documentIds=${ids.join(',')}`, { headers })
  assert.equal(zip.status, 200)
  let bytes = 0
  let end: Uint8Array = new Uint8Array()
  for await (const chunk of zip.body ?? []) {
    bytes += chunk.length
    end = chunk.length >= ZIP_END ? chunk : Buffer.concat([end, chunk]).subarray(-ZIP_END)
  }
  assert.ok(bytes > COPIES * SIZE, `the ZIP file has ${bytes} bytes`)
  assert.ok(Buffer.from(end).includes(ZIP_MARK), 'the ZIP file has no end')
  return performance.now() - begun
}

try {
  const yanshu = async (words: readonly string[], input = '') => {
    const { code, err } = await runYanshu({ dataFolder: folder, database: '' }, words, input)
    assert.equal(code, 0, err)
  }
  await yanshu(['domain', 'add', 'uploads.example'])
  await yanshu(['user', 'add', ADDRESS], `${PASSWORD}\n`)
  let client = await ApiClient.logIn(server.url, ADDRESS, PASSWORD)
  const { digest, whole } = hashes()
  const file = { name: 'large.bin', contentType: 'application/octet-stream', size: SIZE, digest }
  const breaks = new Set(Array.from({ length: KILLS }, (_, at) => Math.floor((PARTS * (at + 1)) / (KILLS + 1))))
  const begun = performance.now()
  let sent = 0
  let { uploadId, parts } = await client.post('file/upload/begin', file)
  for (;;) {
    const there = new Set(parts)
    const missing = Array.from({ length: PARTS }, (_, number) => number).filter((number) => !there.has(number))
    let broken = false
    for (const number of missing) {
      assert.ok(uploadId)
      const sending = sendPart(client, uploadId, number)
      sent += 1
      if (breaks.delete(number)) {
        broken = true
        const outcome = sending.then(
          () => 'answered',
          () => 'broken off',
        )
        await server.kill()
        console.log(`killed while part ${number + 1} of ${PARTS} was sent, which was ${await outcome}`)
        break
      }
      await sending
    }
    if (!broken) break
    client = await restarted()
    const again = await client.post('file/upload/begin', file)
    assert.equal(again.uploadId, uploadId, 'the upload does not go on where it was')
    parts = again.parts
  }
  assert.ok(uploadId)
  const uploadedMs = performance.now() - begun
  const { fileId } = await client.post('file/upload/finish', { uploadId })
  const finishedMs = performance.now() - begun - uploadedMs
  assert.ok(sent <= PARTS + KILLS, `${sent} parts were sent for ${PARTS}`)
  const cookie = `safeMailToken=${client.accessToken}`
  const answer = await fetch(`${server.url}/api/file/download/${fileId}`, { headers: { cookie } })
  const fetched = createHash('sha256')
  for await (const chunk of answer.body ?? []) fetched.update(chunk)
  assert.equal(fetched.digest('hex'), whole, 'the file is not what was uploaded')
  const zippedMs = await fetchZip(client, fileId, yanshu)
  assert.ok(mostGrowth < GROWTH_MAX, `the server grew by ${Math.round(mostGrowth / MIB)} MB`)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(`${MEGABYTES} MB in ${PARTS} parts, broken ${KILLS} times: ${seconds(uploadedMs)}`)
  console.log(`joined in ${seconds(finishedMs)}, and fetched whole`)
  console.log(`${COPIES} copies of the document center as one ZIP file: ${seconds(zippedMs)}`)
  console.log(
    `parts sent again: ${sent - PARTS}; memory of the server above its start: ${Math.round(mostGrowth / MIB)} MB`,
  )
} finally {
  clearInterval(watching)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
