import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DocumentSort, documentSort } from '@yanshu/contracts/schemas'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { setSwitch } from '../../server/src/store/switches/switches.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'
import { timed } from './stats.ts'

const GROUP = 'A folder of the document center'
const TIMES = 300
const PAGE = 50

/** Pages of a folder with so many files: the first in each order, one from the middle, and the next one after a row. */
export async function measureDocuments(files: number, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-documents-'))
  try {
    await prepare(folder)
    copyFiles(folder, files)
    const server = await say.step(`Listing a folder of ${files} files`, () => startServer(folder))
    try {
      const person = await ApiClient.logIn(server.url, OWNER, PASSWORD)
      const list = (query: { sort?: DocumentSort; order?: 'asc' | 'desc'; offset?: number; after?: string }) =>
        person.get('documents/list', { parentId: 0, pageSize: PAGE, ...query })
      const first = await list({})
      results.check('files of the folder', files, first.total)
      for (const sort of documentSort.options) {
        results.add(row(`list.${sort}`, `first ${PAGE} by ${sort}`), await timed(person, TIMES, () => list({ sort })))
      }
      results.add(
        row('list.middle', `${PAGE} from the middle`),
        await timed(person, TIMES, (round) => list({ offset: Math.floor(files / 2) - (round % 100) })),
      )
      const last = (await list({ offset: Math.floor(files / 2) })).list.at(-1)
      const after = JSON.stringify([1, last?.sortName ?? '', last?.documentId ?? 0])
      results.add(row('list.next', `${PAGE} after a row`), await timed(person, TIMES, () => list({ after })))
      const search = () => person.get('documents/list', { place: 'search', text: 'baogao', pageSize: PAGE })
      results.add(row('search', `search by pinyin, first ${PAGE}`), await timed(person, TIMES, search))
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const row = (id: string, title: string) =>
  ({ id: `documents.${id}`, group: GROUP, title, unit: 'ms', style: 'percentiles' }) as const

/** A person with a document center and one file in it. */
async function prepare(folder: string): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
    await setSwitch(context, { scope: 'organisation' }, { name: 'netdiskEnable', value: true, locked: false })
  } finally {
    await close()
  }
}

/** Rows of files as uploads leave them, but for their content, which no list reads. */
function copyFiles(folder: string, files: number): void {
  const database = new DatabaseSync(path.join(folder, 'yanshu.db'))
  try {
    database.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${files})
      insert into document (account_id, parent_id, kind, name, name_key, sort_name, found_by, content_type, size, version,
          starred, created_at, changed_at)
        select account.id, 0, 1, '报告 ' || i || '.docx', '报告 ' || i || '.docx', printf('bao gao %010d', i),
          '报告 ' || i || char(10) || 'baogao' || i || char(10) || 'bg' || i, 'application/octet-stream',
          (i * 7919) % 1000003, 1, 0, i, (i * 104729) % 1000003
        from n join account on account.address = '${OWNER}'`)
  } finally {
    database.close()
  }
}
