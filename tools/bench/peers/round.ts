import type { BenchClient } from './client.ts'
import type { Plan } from './plan.ts'
import type { Figures, RowId } from './rows.ts'

const KIB = 1_024

/** What a client counted itself, to be held against what is known. */
export interface Counted {
  readonly hits: number
  /** Why the editor could not be measured; null when it was. It comes last, so that the other figures stand without it. */
  readonly missing: string | null
}

/** One person's way through a client, the same for each; what is waited for goes into `figures`, null while warming up. */
export async function oneRound(client: BenchClient, plan: Plan, figures: Figures | null): Promise<Counted> {
  const { page } = client
  const timed = async (row: RowId, outside: Promise<number>) => {
    const ms = await outside
    figures?.add(row, ms, page.felt)
    return ms
  }
  const writing = async () => {
    await timed('compose', client.compose())
    await client.write()
    // A draft that is being saved would be sent after it.
    await page.network.quiet()
    await timed('send', client.send())
    await page.network.quiet()
    return null
  }
  const formMs = await client.openLogin()
  figures?.add('form', formMs)
  await page.network.quiet()
  const rowsMs = await timed('login', client.logIn())
  const { orderedAt } = page
  const quietAt = await page.network.quiet()
  figures?.add('quiet', Math.max(quietAt - orderedAt, rowsMs))
  await page.fetchedAhead()

  await timed('openFirst', client.open(plan.first))
  await page.network.quiet()
  await timed('openSecond', client.open(plan.second))
  await page.network.quiet()
  await client.reveal(plan.html)
  await timed('openHtml', client.open(plan.html))
  await page.network.quiet()
  await client.toTop()
  await timed('openAgain', client.open(plan.first))
  await page.network.quiet()
  await timed('openNext', client.openNext(plan.next))
  await page.network.quiet()

  await client.toTop()
  await page.network.quiet()
  await timed('further', client.further())
  await page.network.quiet()
  page.network.reset()
  await timed('jump', client.jumpTo(Math.floor(plan.mails / 2)))
  await page.network.quiet()
  figures?.add('jumpBytes', page.network.traffic().bytes / KIB)
  await client.toTop()
  await page.network.quiet()

  await timed('folder', client.openFolder())
  await page.network.quiet()
  await timed('back', client.backToInbox())
  await page.network.quiet()
  await timed('search', client.searchSubject())
  await page.network.quiet()
  const hits = await client.shownCount()

  await client.prepareMark()
  await page.network.quiet()
  await timed('mark', client.markRead())
  await page.network.quiet()
  await client.prepareMove()
  await timed('move', client.move())
  const movedAt = page.orderedAt
  await client.filled()
  figures?.add('filled', performance.now() - movedAt)
  await page.network.quiet()

  const missing = await writing().catch((error: Error) => error.message)
  if (page.errors.length > 0) throw new Error(`errors in the page: ${page.errors.join('; ')}`)
  return { hits, missing }
}
