import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DEPLOYMENTS_CHANGED, type SocketMessage } from '@yanshu/contracts'
import type { Manifest } from '../../shared/discovery/src/index.ts'
import type { ApiClient } from './apiClient.ts'
import type { Results } from './measurement.ts'

const GROUP = 'Versions of remotes'
const BUILT = path.resolve(import.meta.dirname, '../../dist/mf/manifest.json')
const WITHIN_MS = 30_000
const LOOK_EVERY_MS = 5
const TIMES = 5

interface Switching {
  readonly url: string
  /** Somebody with an open page. */
  readonly person: ApiClient
  /** The data folder of the server. */
  readonly folder: string
  readonly results: Results
}

/** How long it takes from the operator's manifest until new pages are given it, and until open ones notice. */
export async function measureSwitching({ url, person, folder, results }: Switching): Promise<void> {
  const built: Manifest = JSON.parse(await readFile(BUILT, 'utf8'))
  const row = (id: string, title: string) =>
    ({ id: `switching.${id}`, group: GROUP, title, unit: 'ms', style: 'range' }) as const
  const page = await openPage(url, person)
  try {
    for (let revision = built.revision + 1; revision <= built.revision + TIMES; revision += 1) {
      const noticed = page.noticedAt(revision)
      await writeManifest(folder, { ...built, revision })
      const began = performance.now()
      await untilServed(url, revision)
      results.add(row('new', 'from promote to what new pages are given'), [performance.now() - began])
      results.add(row('open', 'from promote to the event that open pages follow'), [(await noticed) - began])
    }
  } finally {
    page.close()
    await rm(path.join(folder, 'mf'), { recursive: true, force: true })
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = path.join(folder, 'mf/manifest.json')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(manifest))
  await rename(`${file}.new`, file)
}

async function untilServed(url: string, revision: number): Promise<void> {
  const end = performance.now() + WITHIN_MS
  while (performance.now() < end) {
    const served: Manifest = await (await fetch(`${url}/mf/manifest.json`)).json()
    if (served.revision === revision) return
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`revision ${revision} was not served`)
}

/** The push socket of a page that is open. */
async function openPage(url: string, { address, accessToken }: ApiClient) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/mail/message/${encodeURIComponent(address)}`)
  const heard = new Map<number, (at: number) => void>()
  const ready = Promise.withResolvers<void>()
  socket.addEventListener('error', () => ready.reject(new Error('the push socket could not be opened')))
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'auth', accessToken })))
  socket.addEventListener('message', (event) => {
    const message: SocketMessage = JSON.parse(String(event.data))
    if (message.optType === 'ready') ready.resolve()
    if (message.optType !== 'event' || message.name !== DEPLOYMENTS_CHANGED) return
    heard.get(Number(Reflect.get(Object(message.data), 'revision')))?.(performance.now())
  })
  await ready.promise
  return {
    /** When the page notices a revision, by `performance.now()`. Ask before it is written. */
    noticedAt: (revision: number) =>
      new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no page noticed revision ${revision}`)), WITHIN_MS)
        heard.set(revision, (at) => {
          clearTimeout(timer)
          resolve(at)
        })
      }),
    close: () => socket.close(),
  }
}
