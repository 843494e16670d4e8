import type { ExternalSystem } from '@yanshu/contracts'

/** Where each outside system stands among the routes of §2. */
export const ROUTE_OF_SYSTEM = { archive: 'guidang', gateway: 'wangguan' } as const satisfies Record<
  ExternalSystem,
  string
>

/** The outside system that a path leads to (§2: guidang, wangguan), null for any other. */
export function externalSystemOf(path: string): ExternalSystem | null {
  const first = path.split(/[/?]/)[1]
  if (first === 'guidang') return 'archive'
  return first === 'wangguan' ? 'gateway' : null
}
