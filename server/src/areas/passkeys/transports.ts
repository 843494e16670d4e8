import type { PasskeyTransport } from '@yanshu/contracts'
import { z } from 'zod'

const KNOWN: readonly PasskeyTransport[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
const stored = z.array(z.string())

/** How a browser reaches an authenticator, of what was stored; names of later standards are left out. */
export function transportsOf(json: string): PasskeyTransport[] {
  const names = stored.parse(JSON.parse(json))
  return KNOWN.filter((name) => names.includes(name))
}
