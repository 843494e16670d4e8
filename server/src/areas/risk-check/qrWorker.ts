import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Answer, Question } from '../../platform/workers/workerPool.ts'

const port = parentPort
if (!port) throw new Error('qrWorker runs in a worker thread only')

/** The texts of the QR codes of a picture; none when it cannot be read. */
async function codesOf(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 4 })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

// The file of the package; without it the library would ask the network.
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const bytes = await readFile(wasm)
const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })

port.on('message', async ({ id, task }: Question) => {
  const say = (answer: Answer) => port.postMessage(answer)
  try {
    say({ id, value: await codesOf(task as Uint8Array) })
  } catch (error) {
    say({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
