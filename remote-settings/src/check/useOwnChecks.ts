import { http, push, settings } from '@yanshu/shell-api'
import type { PageFacts, PageFinding } from './ownChecks.ts'

/** How fast the largest script of the page is loaded again, in megabits a second; null where that cannot be known. */
async function measureSpeed(): Promise<number | null> {
  const scripts = performance.getEntriesByType('resource').filter((one) => one instanceof PerformanceResourceTiming)
  const [largest] = scripts
    .filter(({ name }) => name.startsWith(`${location.origin}/`) && name.endsWith('.js'))
    .sort((a, b) => b.encodedBodySize - a.encodedBodySize)
  if (!largest) return null
  const began = performance.now()
  try {
    await (await fetch(largest.name, { cache: 'reload' })).arrayBuffer()
  } catch {
    return null
  }
  return (largest.encodedBodySize * 8) / 1_000 / Math.max(1, performance.now() - began)
}

const ABILITIES = () =>
  [
    ['IndexedDB', 'indexedDB' in globalThis],
    ['Service Worker', 'serviceWorker' in navigator],
    ['Web Crypto', globalThis.crypto?.subtle !== undefined],
  ] as const

const CONNECT_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 100

/** Whether the connection stands. A page that was opened a moment ago gets some seconds to make it. */
async function isConnected(): Promise<boolean> {
  push.start()
  const until = Date.now() + CONNECT_WITHIN_MS
  while (push.status() !== 'open' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return push.status() === 'open'
}

/** What is measured of this page; what the settings show is compared with it when it is drawn, so that it is never old. */
export type MeasuredFacts = Omit<PageFacts, 'timeZone' | 'notify'>

/** What the server finds of the mailbox, and what this page measures of itself. */
export async function runChecks() {
  const connected = isConnected()
  const began = Date.now()
  const { now, findings } = await http.get('mail/main/selfCheck')
  // Half of the way counts to each clock.
  const ahead = (began + Date.now()) / 2 - now
  const supported = 'Notification' in globalThis
  const measured: MeasuredFacts = {
    ahead,
    deviceZone: -new Date().getTimezoneOffset() / 60,
    pushed: await connected,
    keeps: navigator.cookieEnabled,
    abilities: ABILITIES(),
    speed: await measureSpeed(),
    notice: {
      supported,
      secure: globalThis.isSecureContext,
      permission: supported ? Notification.permission : 'denied',
    },
  }
  return { findings, measured }
}

/** A new connection for the one that is broken; waited for, so that the next check sees it. */
async function connectAgain(): Promise<void> {
  push.stop()
  await isConnected()
}

/** What this page can do about a finding of its own; null where the person has to. */
export function ownRepair({ id, values }: PageFinding): (() => Promise<unknown>) | null {
  if (id === 'zone') return () => settings.save('timeZone', Number(values?.hours))
  if (id === 'notice') return () => Notification.requestPermission()
  if (id === 'socket') return connectAgain
  return null
}
