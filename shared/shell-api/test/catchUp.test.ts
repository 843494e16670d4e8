// @vitest-environment happy-dom
import { CHANGE_HEADER } from '@yanshu/contracts'
import { afterEach, expect, test } from 'vitest'
import { folders, settings } from '../src/index.ts'
import { defaultSettings } from '../src/settings/defaults.ts'
import { EMPTY_FOLDERS, startTestShell, type TestShell } from '../src/testing/index.ts'

let shell: TestShell
afterEach(() => shell.stop())

/** An answer of the server at the time of a change. */
const at = (seq: number, data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: '', data }), {
    headers: { 'content-type': 'application/json', [CHANGE_HEADER]: String(seq) },
  })

const changed = (change: 'folders' | 'settings', seq: number) =>
  shell.emit({
    optType: 'mailbox',
    seq,
    change,
    mailboxId: null,
    mailIds: [],
    items: [],
    counters: { folders: [], labels: [] },
  })

const asked = () => shell.calls.map(({ path }) => path).filter((path) => /folder\/list|main\/index/.test(path))

test('what was read after a change is not read again for it', async () => {
  shell = await startTestShell({
    responses: {
      'mail/main/folder/list': () => at(12, EMPTY_FOLDERS),
      'mail/main/index': () => at(11, defaultSettings()),
    },
  })
  const before = asked().length
  shell.emit({ optType: 'ready', seq: 12, missed: false })
  changed('folders', 12)
  changed('settings', 11)
  expect(asked()).toHaveLength(before)
  changed('settings', 12)
  await expect.poll(() => asked().slice(before)).toEqual(['mail/main/index'])
  changed('folders', 13)
  await expect.poll(() => asked().slice(before)).toEqual(['mail/main/index', 'mail/main/folder/list'])
})

test('a page that missed too much reads everything again', async () => {
  shell = await startTestShell()
  const before = asked().length
  shell.emit({ optType: 'ready', seq: 900, missed: true })
  await expect.poll(() => asked().slice(before).toSorted()).toEqual(['mail/main/folder/list', 'mail/main/index'])
  expect([folders.tree().lists, settings.current().mailArchiveEnable]).toEqual([EMPTY_FOLDERS, false])
})
