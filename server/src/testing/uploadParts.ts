import { createHash } from 'node:crypto'
import { type Envelope, UPLOAD_PART_SIZE } from '@yanshu/contracts'
import type { TestClient } from './testClient.ts'

/** The parts of a file. */
export const partsOf = (content: Buffer): Buffer<ArrayBuffer>[] =>
  Array.from({ length: Math.ceil(content.length / UPLOAD_PART_SIZE) }, (_, at) =>
    Buffer.from(content.subarray(at * UPLOAD_PART_SIZE, (at + 1) * UPLOAD_PART_SIZE)),
  )

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The digest of a file, as its client computes it. */
export function digestOf(content: Buffer): string {
  const hashes = partsOf(content).map((part) => createHash('sha256').update(part).digest())
  return sha256Of(Buffer.concat(hashes))
}

/** Sends one part of an upload, as the client does; whatever comes back. `at` names its calls. */
export async function sendPart(
  { url, login }: TestClient,
  query: Readonly<Record<string, string | number>>,
  content: Uint8Array<ArrayBuffer>,
  at: 'file' | 'documents' = 'file',
): Promise<Envelope<unknown>> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'part')
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const headers = { authorization: `Bearer ${login?.accessToken}` }
  return (await fetch(`${url}/api/${at}/upload/part?${search}`, { method: 'POST', headers, body: form })).json()
}
