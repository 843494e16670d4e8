import type { Envelope, PostData, PostPath } from '@yanshu/contracts'
import type { TestClient } from './testClient.ts'

type Query = Readonly<Record<string, string | number>>

interface Sent {
  readonly name: string
  readonly content: string | Uint8Array<ArrayBuffer>
  readonly query: Query
}

async function send<P extends PostPath>(
  { url, login }: TestClient,
  path: P,
  { name, content, query }: Sent,
): Promise<Envelope<PostData<P>>> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const headers = { authorization: `Bearer ${login?.accessToken}` }
  return (await fetch(`${url}/api/${path}?${search}`, { method: 'POST', headers, body: form })).json()
}

/** Uploads a file into the document center of a person; whatever comes back. */
export const keepDocument = (client: TestClient, name: string, content: Sent['content'], query: Query = {}) =>
  send(client, 'documents/upload', { name, content, query })

/** Uploads the newest version of a file; whatever comes back. */
export const keepVersion = (client: TestClient, documentId: number, content: string) =>
  send(client, 'documents/version/upload', { name: 'of another name.txt', content, query: { documentId } })
