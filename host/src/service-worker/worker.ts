import { MAIL_FRAME_PATH } from '@yanshu/contracts'
import { CACHE, isAskedAnew, isImmutable, isKeepable, isMailFrame, isPage, PAGE_CACHE, surplus } from './immutable.ts'
import { addressOf, type OpenWindow, readNote, tagOf, wordsOf } from './notes.ts'

/** The part of the worker's world that is used here; the page's types do not have it. */
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface PushEvent extends LifeEvent {
  readonly data: { json(): unknown } | null
}
interface ClickEvent extends LifeEvent {
  readonly notification: Notification
}
interface Worker {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
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

/**
 * Keeps the page as the server gives it now, for a start without a network, and the empty document of mails with its policy. They
 * carry no data of any person.
 */
async function keepPage(): Promise<void> {
  const kept = await caches.open(PAGE_CACHE)
  const page = await fetch('/', { cache: 'no-store', credentials: 'omit' })
  if (page.ok) await kept.put('/', page)
  const frame = await fetch(MAIL_FRAME_PATH, { credentials: 'omit' })
  // Without its policy a mail must not be shown in it.
  if (frame.ok && frame.headers.has('content-security-policy')) await kept.put(MAIL_FRAME_PATH, frame)
}

/** The empty document of mails as the server gives it; the kept one where none answers. */
async function answerFrame({ request }: RequestEvent): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(MAIL_FRAME_PATH, { cacheName: PAGE_CACHE }).catch(() => undefined)
    if (kept) return kept
    throw error
  }
}

/** The page from the server, which decides its content and the versions that it runs; the kept page where no server answers. */
async function answerPage(event: RequestEvent): Promise<Response> {
  try {
    const page = await fetch(event.request)
    event.waitUntil(keepPage().catch(() => undefined))
    return page
  } catch (error) {
    const kept = await caches.match('/', { cacheName: PAGE_CACHE }).catch(() => undefined)
    if (kept) return kept
    throw error
  }
}

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
    event.respondWith(answerPage(event))
    return
  }
  if (isMailFrame({ method, url, mode }, self.location.origin)) {
    event.respondWith(answerFrame(event))
    return
  }
  if (isImmutable({ method, url, range: headers.has('range') }, self.location.origin)) event.respondWith(answer(event))
})

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Shows a notification of a mail or an event, unless a page is visible, which shows it itself. */
async function notifyPages(data: unknown): Promise<void> {
  const note = readNote(data)
  if (!note) return
  if ((await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body } = wordsOf(note)
  await self.registration.showNotification(title, { body, tag: tagOf(note), data: note, icon: '/icon-192.png' })
}

/** Shows the list with the mail, or the day, in a window that is open or in a new one. */
async function show(data: unknown): Promise<void> {
  const note = readNote(data)
  if (!note) return
  const address = addressOf(note)
  const [open] = await windows()
  if (!open) {
    await self.clients.openWindow(address)
    return
  }
  await open.navigate(address)
  await open.focus()
}

self.addEventListener('push', (event) => {
  let data: unknown = null
  try {
    data = event.data?.json()
  } catch {
    // Not from this system.
  }
  event.waitUntil(notifyPages(data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})
