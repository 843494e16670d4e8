import { createHash } from 'node:crypto'

/** The digest as browsers expect it in an `integrity` attribute. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
