import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemActor } from '../../store/sessions/actor.ts'
import { putMail } from '../../testing/putMail.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { quickSearch, search } from './search.service.ts'

describe.each(engines)('what the search box shows while somebody types, on %s', (engine) => {
  let mailServer: TestServer
  let wei: number
  beforeEach(async () => {
    mailServer = await startTestServer({ engine, still: true })
    wei = await mailServer.addUser('zhang.wei')
    for (let index = 0; index < 8; index++) await putMail(mailServer.context, wei, { text: '的' })
  })
  afterEach(() => mailServer.stop())

  /** How many statements count, of those that some work runs. */
  const counting = async (work: (context: TestServer['context']) => Promise<unknown>): Promise<number> => {
    const seen: string[] = []
    const watcher: KyselyPlugin = {
      transformQuery: ({ node }) => {
        seen.push(JSON.stringify(node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { store } = mailServer.context
    await work({
      ...mailServer.context,
      store: { ...store, db: store.db.withPlugin(watcher), longReads: store.longReads.withPlugin(watcher) },
    })
    return seen.filter((text) => text.includes('count(*)')).length
  }

  test('given more hits than it shows, then it shows them and nothing is counted for it', async () => {
    let shown = 0
    const quick = async (context: TestServer['context']) => {
      shown = (await quickSearch(context, systemActor(wei), '的', 5, async () => [])).list.length
    }
    expect(await counting(quick)).toBe(0)
    expect(shown).toBe(5)
    const paging = {
      pageSize: 5,
      searchKeyword: '的',
      searchType: 3,
      isUnread: 2,
      hasAttachment: 2,
      subject: '',
      from: '',
      to: '',
    } as const
    let total = 0
    const whole = async (context: TestServer['context']) => {
      total = (await search(context, systemActor(wei), paging)).total
    }
    expect(await counting(whole)).toBe(1)
    expect(total).toBe(8)
  })
})
