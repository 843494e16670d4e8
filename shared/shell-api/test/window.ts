import { vi } from 'vitest'

export interface ShownError {
  readonly text: string
  readonly code?: number
  readonly durationMs?: number
}

/** Writes the operator's settings into the page. */
export function writePlatform(settings: Record<string, unknown>): void {
  document.getElementById('platform')?.remove()
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'platform'
  script.textContent = JSON.stringify(settings)
  document.head.append(script)
}

/** A window of the client: its own copy of every module, sharing storage, cookies and locks with the others. */
export async function openWindow() {
  vi.resetModules()
  const shell = await import('../src/index.ts')
  const shownErrors: ShownError[] = []
  shell.setNotifier({ error: (text, how) => shownErrors.push({ text, ...how }) })
  await shell.initI18n('zh')
  return { ...shell, shownErrors }
}
