import { expect } from '@playwright/test'
import type { Api } from '../support/api.ts'
import type { OwnServer } from '../support/startServer.ts'
import { test } from '../support/test.ts'

/**
 * Opens the file centre on the worker's own server for the tests of a file. Each file has people of its own: what they keep
 * stays until the server is removed.
 */
export function withFileCentre(): void {
  test.beforeAll(({ ownServer }) => ownServer.setSwitches({ netdiskEnable: true }))
  test.afterAll(({ ownServer }) => ownServer.setSwitches({ netdiskEnable: false }))
}

/** A file for a field of the page. */
export const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Keeps a file for a user, beside the browser. */
export async function upload(
  { url }: OwnServer,
  { accessToken }: Api,
  name: string,
  content: Buffer | string,
): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), name)
  const headers = { authorization: `Bearer ${accessToken}` }
  const response = await fetch(`${url}/api/documents/upload`, { method: 'POST', headers, body: form })
  expect(await response.json()).toMatchObject({ code: 200 })
}
