import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'

export type FileKind = 'html' | 'js' | 'css' | 'img' | 'font' | 'data'

export interface Traffic {
  /** Requests that went over the network, and those that a cache of the browser answered. */
  readonly requests: number
  readonly cached: number
  /** Bytes as they were sent, with headers. */
  readonly bytes: number
  readonly byKind: Readonly<Record<FileKind, number>>
}

interface Entry {
  readonly kind: FileKind
  readonly begun: number
  /** The same by the browser's clock, in ms since 1970. */
  readonly begunAt: number
  path: string
  network: boolean
  bytes: number
  finished: number | null
}

const KINDS: Readonly<Record<string, FileKind>> = {
  Document: 'html',
  Script: 'js',
  Stylesheet: 'css',
  Image: 'img',
  Font: 'font',
}
const QUIET_MS = 500
const QUIET_WITHIN_MS = 20_000

/** Bytes of an answer's headers where the browser does not report them, because a service worker fetched it. */
const HEADER_BYTES = 400

/** Writes down every request of a page, as the browser's own protocol reports them. */
export class NetworkLog {
  readonly #entries = new Map<string, Entry>()
  #from = 0
  #lastChange = performance.now()

  async attach(session: CDPSession): Promise<void> {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
      if (!/^https?:/.test(request.url)) return
      this.#lastChange = performance.now()
      this.#entries.set(requestId, {
        kind: KINDS[type ?? ''] ?? kindOfPath(new URL(request.url).pathname),
        begun: performance.now(),
        begunAt: wallTime * 1_000,
        path: new URL(request.url).pathname,
        network: true,
        bytes: 0,
        finished: null,
      })
    })
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const entry = this.#entries.get(requestId)
      if (entry) entry.network = false
    })
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const entry = this.#entries.get(requestId)
      if (!entry) return
      if (response.fromDiskCache) entry.network = false
      if (!response.fromServiceWorker) return
      entry.network = response.serviceWorkerResponseSource === 'network'
      entry.bytes = entry.network ? Number(headerOf(response.headers, 'content-length') ?? 0) + HEADER_BYTES : 0
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const entry = this.#entries.get(requestId)
      if (!entry) return
      this.#lastChange = performance.now()
      entry.finished = performance.now()
      if (entry.network && encodedDataLength > 0) entry.bytes = encodedDataLength
    })
    session.on('Network.loadingFailed', ({ requestId }) => {
      const entry = this.#entries.get(requestId)
      if (!entry) return
      this.#lastChange = performance.now()
      entry.finished = performance.now()
    })
    await session.send('Network.enable')
  }

  /** Counts from now on. */
  reset(): void {
    this.#from = performance.now()
  }

  /** What was asked for since the last reset, or until a moment, in ms since 1970 by the browser's clock. */
  traffic(until = Number.POSITIVE_INFINITY): Traffic {
    const byKind = { html: 0, js: 0, css: 0, img: 0, font: 0, data: 0 }
    let requests = 0
    let cached = 0
    let bytes = 0
    for (const entry of this.#entries.values()) {
      if (entry.begun < this.#from || entry.begunAt > until) continue
      if (!entry.network) {
        cached++
        continue
      }
      requests++
      bytes += entry.bytes
      byKind[entry.kind] += entry.bytes
    }
    return { requests, cached, bytes, byKind }
  }

  /** Calls of the service since the last reset. */
  calls(path: RegExp): readonly { readonly begun: number; readonly finished: number | null }[] {
    return [...this.#entries.values()].filter((entry) => entry.begun >= this.#from && path.test(entry.path))
  }

  /** When the last of the calls was answered; waits for it. */
  async answered(path: RegExp): Promise<number> {
    const deadline = performance.now() + QUIET_WITHIN_MS
    for (;;) {
      const calls = this.calls(path)
      if (calls.length > 0 && calls.every(({ finished }) => finished !== null)) {
        return Math.max(...calls.map(({ finished }) => finished ?? 0))
      }
      if (performance.now() > deadline) throw new Error(`no answer to ${path} came`)
      await wait(2)
    }
  }

  /** Waits until nothing was on its way for half a second; answers when the last of it ended. */
  async quiet(): Promise<number> {
    const deadline = performance.now() + QUIET_WITHIN_MS
    for (;;) {
      const open = [...this.#entries.values()].some(({ finished }) => finished === null)
      const since = performance.now() - this.#lastChange
      if ((!open && since >= QUIET_MS) || performance.now() > deadline) return this.#lastChange
      await wait(20)
    }
  }
}

function kindOfPath(path: string): FileKind {
  if (/\.m?js$/.test(path)) return 'js'
  if (path.endsWith('.css')) return 'css'
  if (/\.(png|svg|webp|ico|gif)$/.test(path)) return 'img'
  return 'data'
}

const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
