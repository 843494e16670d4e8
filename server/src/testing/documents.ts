import type { Envelope } from '@yanshu/contracts'
import type { TestClient } from './testClient.ts'

/** Uploads a file into the document center of a person; whatever comes back. */
export async function keepDocument(
  { url, login }: TestClient,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  query: Readonly<Record<string, string | number>> = {},
): Promise<Envelope<{ documentId: number; name: string }>> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const headers = { authorization: `Bearer ${login?.accessToken}` }
  return (await fetch(`${url}/api/documents/upload?${search}`, { method: 'POST', headers, body: form })).json()
}
