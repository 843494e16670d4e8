import { CACHE, isAskedAnew, isImmutable, isKeepable, isPage, PAGE_CACHE, surplus } from './immutable.ts'

/** The part of the worker's world that is used here; the page's types do not have it. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker {
  readonly location: Location
  readonly navigator: { readonly onLine: boolean }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
}

declare const self: Worker

async function keep(request: Request, response: Response): Promise<void> {
  const { status, type, headers } = response
  const contentType = headers.get('content-type') ?? ''
  if (!isKeepable({ url: request.url, status, type, contentType, checked: request.integrity !== '' })) return
  const cache = await caches.open(CACHE)
  await cache.put(request, response)
  for (const old of surplus(await cache.keys())) await cache.delete(old)
}

async function answer(event: RequestEvent): Promise<Response> {
  const { request } = event
  if (isAskedAnew(request)) {
    await (await caches.open(CACHE)).delete(request)
    return fetch(request)
  }
  const known = await caches.match(request, { cacheName: CACHE }).catch(() => undefined)
  if (known) return known
  // Rejects when the request carries a hash and the answer differs, so the code below sees checked answers only.
  const response = await fetch(request)
  // When the disk is full, nothing is kept; the answer is still given.
  event.waitUntil(keep(request, response.clone()).catch(() => undefined))
  return response
}

/** Keeps the page as the server gives it now, for a start without a network. It carries nobody's data. */
async function keepPage(): Promise<void> {
  const page = await fetch('/', { cache: 'no-store', credentials: 'omit' })
  if (page.ok) await (await caches.open(PAGE_CACHE)).put('/', page)
}

/** The kept page, where there is no network to ask; without one the browser says so itself. */
const keptPage = async (request: Request): Promise<Response> =>
  (await caches.match('/', { cacheName: PAGE_CACHE }).catch(() => undefined)) ?? fetch(request)

// A new worker does what the old one did, only for other caches, so it need not wait for pages to close.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const names = await caches.keys()
    await Promise.all(
      names
        .filter((name) => name.startsWith('yanshu-') && name !== CACHE && name !== PAGE_CACHE)
        .map((name) => caches.delete(name)),
    )
    await self.clients.claim()
    await keepPage().catch(() => undefined)
  }
  event.waitUntil(tidy())
})

self.addEventListener('fetch', (event) => {
  const { method, url, headers, mode } = event.request
  if (isPage({ method, url, mode }, self.location.origin)) {
    // With a network the server alone says what the page is, and which versions it runs.
    if (!self.navigator.onLine) event.respondWith(keptPage(event.request))
    else event.waitUntil(keepPage().catch(() => undefined))
    return
  }
  if (isImmutable({ method, url, range: headers.has('range') }, self.location.origin)) event.respondWith(answer(event))
})
