import { rm } from 'node:fs/promises'
import path from 'node:path'
import { bulkExpectations } from '@yanshu/demo'
import type { Browser } from 'playwright-core'
import { ApiClient } from '../apiClient.ts'
import { expectedHits, OWNER, PASSWORD } from '../mailbox.ts'
import { MailPage } from '../mailPage.ts'
import { ownHeap } from '../ownHeap.ts'
import { copyOf, prepareMailbox } from '../prepare.ts'
import type { Say } from '../say.ts'
import { Scene } from '../scene.ts'
import { startServer } from '../serverProcess.ts'
import { type BenchClient, BULK } from './client.ts'
import type { PeerName } from './names.ts'
import { type Plan, planRound } from './plan.ts'
import { oneRound } from './round.ts'
import { RoundcubeClient } from './roundcubeClient.ts'
import { Figures } from './rows.ts'
import { type Peers, startPeers } from './setup.ts'
import { sideTable } from './sideTable.ts'
import { SogoClient } from './sogoClient.ts'
import { YanshuClient } from './yanshuClient.ts'

const PERSON = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
const FAILED = path.resolve(import.meta.dirname, '../../../.yanshu/bench/failed.png')

/** One of the clients that are compared, for all rounds. */
interface Side {
  readonly name: string
  readonly figures: Figures
  /** How many hits its search has: Yanshu's looks through all folders, the peers' through the one that is shown. */
  readonly hits: number
  /** Its client in a new tab, and a call that restores the mailbox afterwards and answers how many mails had been moved. */
  open(page: MailPage): { readonly client: BenchClient; restore(): number | Promise<number> }
}

interface Task {
  readonly mails: number
  readonly runs: number
  readonly peers: readonly PeerName[]
  readonly browser: Browser
  readonly say: Say
}

/**
 * Measures Yanshu and its peers on this machine, in one browser, in turn and round by round: what else the machine does
 * meets all of them alike. The client must have been built. Answers the table as Markdown.
 */
export async function measureSideBySide({ mails, runs, peers: names, browser, say }: Task): Promise<string> {
  const folder = await copyOf(await prepareMailbox(mails, say), 'peers')
  const server = await startServer(folder)
  try {
    const peers = await startPeers(names, mails, say)
    try {
      const scene = await Scene.of(await ApiClient.logIn(server.url, OWNER, PASSWORD))
      const plan = await planRound(scene, mails)
      const sides = [
        yanshu(server.url, scene, expectedHits(mails).subject),
        ...names.map((name) => peer(name, peers, mails)),
      ]
      for (let round = 0; round <= runs; round++) {
        const title = round === 0 ? 'Warming up' : `Round ${round} of ${runs}`
        // Each is first, second and third in turn.
        const order = sides.map((_, at) => sides[(at + round) % sides.length] as Side)
        for (const side of order) {
          await say.step(`${title}, ${side.name}`, () => roundOf(side, plan, { browser, say, counted: round > 0 }))
        }
      }
      return sideTable(sides)
    } finally {
      await peers.stop()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const yanshu = (url: string, scene: Scene, hits: number): Side => ({
  name: 'Yanshu',
  figures: new Figures(),
  hits,
  open(page) {
    const client = new YanshuClient(page, url, scene)
    return { client, restore: () => client.restore() }
  },
})

const CLIENTS = {
  roundcube: { name: 'Roundcube', Client: RoundcubeClient },
  sogo: { name: 'SOGo', Client: SogoClient },
} as const

const peer = (peerName: PeerName, { urls, store }: Peers, mails: number): Side => {
  const { name, Client } = CLIENTS[peerName]
  const url = urls[peerName]
  if (!url) throw new Error(`${name} was not started`)
  return {
    name,
    figures: new Figures(),
    hits: bulkExpectations(mails).subjectWord,
    open: (page) => ({ client: new Client(page, url, mails), restore: () => store.restore() }),
  }
}

async function roundOf(
  side: Side,
  plan: Plan,
  { browser, say, counted }: { readonly browser: Browser; readonly say: Say; readonly counted: boolean },
): Promise<void> {
  const context = await browser.newContext(PERSON)
  try {
    const { client, restore } = side.open(await MailPage.open(context))
    const { hits, missing } = await oneRound(client, plan, counted ? side.figures : null)
    const moved = await restore()
    const heap = await ownHeap(browser, PERSON, client.plainLogin())
    if (counted) side.figures.add('heap', heap)
    if (missing !== null) {
      await context.pages()[0]?.screenshot({ path: FAILED })
      say.line(`The editor of ${side.name} was not measured (${FAILED}): ${missing}`)
    }
    if (hits !== side.hits) throw new Error(`${side.name} shows ${hits} hits; there are ${side.hits}.`)
    if (moved !== BULK) throw new Error(`${side.name} moved ${moved} mails instead of ${BULK}.`)
  } catch (error) {
    await context.pages()[0]?.screenshot({ path: FAILED })
    say.line(`What ${side.name} showed when it failed: ${FAILED}`)
    throw error
  } finally {
    await context.close()
  }
}
