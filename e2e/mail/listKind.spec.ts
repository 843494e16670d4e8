import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { makeRemoteTry, replaceIn, withRemoteTry } from '../main-job/remoteTry.ts'
import { builtManifest, publish, unpublish } from '../support/manifest.ts'
import { test } from '../support/test.ts'

/** A page with a list of a kind of its own: notes, which no server keeps. */
const PAGE = `
import { type Action, createCollection, type ItemKind, type ItemPage, readersDay } from '@yanshu/lists'
import {
  ActionBar,
  type ItemAction,
  ItemList,
  isKeptSelection,
  keysOf,
  NO_SELECTION,
  useItem,
  useItemCommands,
  useItemList,
  useListSelection,
} from '@yanshu/lists/view'
import type { ViewProps } from '@yanshu/contracts'
import { perLogin, useShortcuts, useTabState } from '@yanshu/shell-api'
import type { MailListHandle } from '@yanshu/ui'
import { useRef, useState } from 'react'

interface Note {
  readonly noteId: number
  readonly text: string
  readonly sortValues: readonly [number]
}

const kind: ItemKind<Note, number, 'all'> = {
  idOf: (note) => note.noteId,
  idOfKey: Number,
  keyOf: String,
  rulesOf: () => ({ belongs: (note) => note !== undefined, compare: (a, b) => a.noteId - b.noteId }),
}

const notes = perLogin(() => {
  const stored = new Map(
    Array.from({ length: 5_000 }, (_, at) => [at + 1, { noteId: at + 1, text: 'note ' + (at + 1), sortValues: [at + 1] as const }]),
  )
  const fetchPage = async (_query: 'all', start: { pageSize: number; sortValues?: readonly (string | number)[]; offset?: number }): Promise<ItemPage<Note>> => {
    const rows = [...stored.values()]
    const after = start.sortValues?.[0]
    const from = after === undefined ? (start.offset ?? 0) : rows.findIndex((note) => note.noteId === after) + 1
    const list = rows.slice(from, from + start.pageSize)
    return { list, total: rows.length, more: from + list.length < rows.length }
  }
  const collection = createCollection(kind, { fetchPage, today: () => readersDay(8) })
  const remove = (ids: readonly number[]): Action<Note, number> => ({
    items: ids,
    patch: () => null,
    final: true,
    send: async () => {
      for (const id of ids) stored.delete(id)
      return undefined
    },
  })
  return {
    ...collection,
    remove: (ids: readonly number[]) => collection.leaving.takeAway(ids, () => void collection.engine.run(remove(ids)).settled),
  }
})

function Row({ id }: { id: number }) {
  return <span>{useItem(notes().cache, id)?.text}</span>
}

export default function Page({ tab, active }: ViewProps) {
  const collection = notes()
  const { list, view } = useItemList(collection, 'all')
  const [selection, onSelection] = useListSelection('all', useTabState(tab, 'selection', NO_SELECTION, isKeptSelection), collection.cache)
  const handle = useRef<MailListHandle>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const lastOpen = useRef<number | null>(null)
  const [show] = useState(() => (id: number | null) => {
    lastOpen.current = id
    setOpenId(id)
  })
  const opened = { openId, openNow: () => lastOpen.current, show }
  const commands = useItemCommands({
    collection,
    list,
    handle,
    opened,
    active,
    beside: true,
    selection,
    onSelection,
    open: show,
    collect: async () => null,
    warnOnlyOne: () => undefined,
  })
  const actions: readonly ItemAction<number>[] = [
    { id: 'delete', label: 'Delete notes', icon: 'trash', keys: 'Delete', run: (ids) => (collection.remove(ids), true) },
  ]
  useShortcuts(keysOf(actions, commands, 'Notes'), active)
  const open = useItem(collection.cache, openId)
  return (
    <div style={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <h1>{open?.text ?? 'no note'}</h1>
      <ActionBar
        label="Selected notes"
        actions={actions}
        commands={commands}
        selection={selection}
        total={list.length}
        onSelection={onSelection}
        words={{ all: 'All', none: 'None', count: (count) => count + ' notes' }}
      />
      <ItemList
        ref={handle}
        lists={collection.lists}
        list={list}
        view={view}
        active={active}
        opened={opened}
        beside
        selection={selection}
        onSelection={onSelection}
        label="Notes"
        rowHeight={40}
        renderRow={(id: number) => <Row id={id} />}
        onOpen={show}
        failed="failed"
      />
    </div>
  )
}
`

const LISTS = path.resolve(import.meta.dirname, '../../shared/lists')

test('given a remote made by the command, when it brings a kind of item of its own, then its list has the window, the keys and the selection of every list', async ({
  someone,
  ownServer,
}) => {
  const candidate = await makeRemoteTry(ownServer.client, (folder) => {
    writeFileSync(path.join(folder, 'src/page/Page.tsx'), PAGE)
    replaceIn(path.join(folder, 'package.json'), [
      '"@yanshu/contracts": "workspace:*",',
      '"@yanshu/contracts": "workspace:*",\n    "@yanshu/lists": "workspace:*",',
    ])
    // What `pnpm install` would link.
    const modules = path.join(folder, '../node_modules/@yanshu')
    mkdirSync(modules, { recursive: true })
    symlinkSync(LISTS, path.join(modules, 'lists'))
  })
  publish(ownServer, withRemoteTry(builtManifest(), candidate))
  try {
    const { page, seen } = await someone({ user: 'admin', server: ownServer.url, path: '/try' })
    const list = page.getByRole('grid', { name: 'Notes' })
    const opened = page.getByRole('heading', { level: 1 }).filter({ visible: true })
    await expect(list).toHaveAttribute('aria-rowcount', '5000')

    await list.focus()
    await page.keyboard.press('End')
    await expect(list.getByRole('row', { name: 'note 5000' })).toBeVisible()
    expect(await list.getByRole('row').count()).toBeLessThanOrEqual(60)
    await page.keyboard.press('Enter')
    await expect(opened).toHaveText('note 5000')
    await page.keyboard.press('ArrowUp')
    await expect(opened).toHaveText('note 4999')

    await page.keyboard.press('Delete')
    await expect(opened).toHaveText('note 5000')
    await expect(list).toHaveAttribute('aria-rowcount', '4999')

    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(page.getByRole('toolbar', { name: 'Selected notes' })).toContainText('2 notes')
    await page.keyboard.press('Delete')
    await expect(list).toHaveAttribute('aria-rowcount', '4997')
    expect(seen.violations).toEqual([])
  } finally {
    unpublish(ownServer)
  }
})
