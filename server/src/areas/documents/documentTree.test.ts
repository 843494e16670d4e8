import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setSwitch } from '../../store/switches/switches.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { engines } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const FOLDERS = 7

type Step = readonly [kind: 'move' | 'bin' | 'restore' | 'copy', which: number, into: number]
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('move', 'bin', 'restore', 'copy'),
  fc.nat({ max: FOLDERS - 1 }),
  fc.nat({ max: FOLDERS }),
)

describe.each(engines.filter((engine) => engine === 'sqlite'))('the tree of files, on %s', (engine) => {
  let server: TestServer
  let serial = 0
  beforeAll(async () => {
    server = await startTestServer({ engine, still: true })
    await setSwitch(server.context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  })
  afterAll(() => server.stop())

  /** Makes folders inside of each other at random; answers their numbers. */
  const grow = async (wei: TestClient, parents: readonly number[]) => {
    const ids: number[] = []
    for (const [at, parent] of parents.entries()) {
      const parentId = at === 0 ? 0 : (ids[parent % (at + 1)] ?? 0)
      ids.push((await wei.post('documents/folder', { parentId, name: `f${at}` })).documentId)
    }
    return ids
  }

  const act = (wei: TestClient, ids: readonly number[], [kind, which, into]: Step) => {
    const documentIds = [ids[which] ?? 0]
    const parentId = ids[into] ?? 0
    if (kind === 'move') return wei.attempt('documents/move', { documentIds, parentId, onClash: 'both' })
    if (kind === 'copy') return wei.attempt('documents/copy', { documentIds, parentId })
    return wei.attempt(kind === 'bin' ? 'documents/bin' : 'documents/restore', { documentIds })
  }

  test('given any moves, copies and deletions, then nothing is lost and no folder lies inside of itself', async () => {
    const tree = fc.tuple(
      fc.array(fc.nat({ max: 99 }), { minLength: FOLDERS, maxLength: FOLDERS }),
      fc.array(step, { minLength: 4, maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(tree, async ([parents, steps]) => {
        const accountId = await server.addUser(`p${serial++}`)
        const wei = await server.as(accountId)
        const ids = await grow(wei, parents)
        for (const one of steps) await act(wei, ids, one)
        const rows = await server.context.store.db
          .selectFrom('document')
          .select(['id', 'parent_id', 'name_key', 'bin_root'])
          .where('account_id', '=', accountId)
          .execute()
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const id of ids) expect(byId.has(id)).toBe(true)
        for (const row of rows) {
          const seen = new Set<number>()
          for (let at = row.id; at !== 0; at = byId.get(at)?.parent_id ?? 0) {
            expect(seen.has(at)).toBe(false)
            seen.add(at)
          }
          // What is not in the bin lies in folders that are not, so that it can be reached.
          const parent = byId.get(row.parent_id)
          if (row.bin_root === null && row.parent_id !== 0) expect(parent?.bin_root).toBeNull()
          if (row.bin_root !== null) expect(byId.get(row.bin_root)?.bin_root).toBe(row.bin_root)
        }
        const live = rows.filter((row) => row.bin_root === null).map((row) => `${row.parent_id}/${row.name_key}`)
        expect(new Set(live).size).toBe(live.length)
        const space = await server.context.store.db
          .selectFrom('document_space')
          .select('documents')
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        expect(space?.documents).toBe(rows.length)
      }),
      { numRuns: 20, seed: 7 },
    )
  })
})
