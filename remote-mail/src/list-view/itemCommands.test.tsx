// @vitest-environment happy-dom
import { createCollection, readersDay } from '@yanshu/lists'
import { type ItemCommands, type ItemCommandsOptions, useItemCommands } from '@yanshu/lists/view'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { NOTHING } from '@yanshu/ui'
import { expect, test, vi } from 'vitest'

interface Row {
  readonly id: number
  readonly sortValues: readonly [number]
}

const ROWS: readonly Row[] = [1, 2, 3, 4].map((id) => ({ id, sortValues: [id] }))
const given = createCollection<Row, number, string>(
  {
    idOf: ({ id }) => id,
    idOfKey: Number,
    placeOf: () => 'all',
    keyOf: String,
    rulesOf: () => ({ belongs: (row) => row !== null, compare: (a, b) => a.sortValues[0] - b.sortValues[0] }),
  },
  { today: () => readersDay(8), fetchPage: async () => ({ list: ROWS, total: ROWS.length, more: false }) },
)

type Options = ItemCommandsOptions<Row, number, string>

function Commands({ options, onMade }: { options: Options; onMade: (commands: ItemCommands<number>) => void }) {
  onMade(useItemCommands(options))
  return null
}

test.each([
  ['the open item leaves', [], 3],
  ['the next item opens elsewhere', [3], 4],
  ['all after it open elsewhere', [3, 4], 1],
  ['all others open elsewhere', [1, 3, 4], null],
] as const)('given a list beside its open item, when %s, then the right one follows', async (_, elsewhere, follows) => {
  const shell = await startTestShell()
  const list = given.lists.get('all')
  list.show(0, 4)
  await expect.poll(() => list.length).toBe(4)
  const show = vi.fn()
  let commands: ItemCommands<number> | undefined
  const options: Options = {
    collection: given,
    list,
    handle: { current: null },
    opened: { openId: 2, openNow: () => 2, show },
    active: true,
    beside: true,
    selection: NOTHING,
    onSelection: () => undefined,
    open: () => undefined,
    opensElsewhere: (id) => elsewhere.some((one) => one === id),
    collect: async () => null,
    warnOnlyOne: () => undefined,
  }
  const shown = await renderInShell(<Commands options={options} onMade={(made) => (commands = made)} />)
  commands?.leave(2)
  expect(show.mock.calls).toEqual([[follows]])
  await shown.unmount()
  shell.stop()
})
