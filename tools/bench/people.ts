import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { ApiClient } from './apiClient.ts'
import { DOMAIN, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'
import { timed } from './stats.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, '.yanshu/bench')
const GROUP = 'A directory'
const TIMES = 100
const IMPORTED = 5_000

/** What is typed: a name as it sounds, initials, one letter, a department, a duty, the end of a number. */
const KEYS = [
  ['name', 'zhangwei', 'a name by pinyin'],
  ['reading', 'danjie', 'a surname by its other reading'],
  ['initials', 'zw', 'initials'],
  ['letter', 'z', 'one letter'],
  ['department', 'yanfa', 'a department'],
  ['duty', 'gongchengshi', 'a duty'],
  ['phone', '1234', 'the end of a number'],
] as const

/** The tree, the search and an import of contacts in an organisation of so many people (`directory fill`). */
export async function measurePeople(people: number, results: Results, say: Say): Promise<void> {
  const folder = await prepare(people, say)
  const server = await startServer(folder)
  try {
    const owner = await ApiClient.logIn(server.url, OWNER, PASSWORD)
    results.add(row('tree', 'every department'), await timed(owner, TIMES, () => owner.get('contact/tree')))
    const { list } = await owner.get('contact/tree')
    const largest = list.toSorted((a, b) => b.people - a.people)[0]?.deptId ?? 0
    results.add(
      row('department', 'people of the largest department'),
      await timed(owner, TIMES, () => owner.get('contact/department/people', { deptId: largest })),
    )
    for (const [id, keyword, title] of KEYS) {
      results.add(
        row(`search.${id}`, `people for ${title} (${keyword})`),
        await timed(owner, TIMES, () => owner.get('contact/list/suggest', { keyword, pageSize: 10 })),
      )
    }
    results.add(
      {
        id: 'people.import',
        group: GROUP,
        title: `import of ${IMPORTED} contacts`,
        unit: 'per second',
        style: 'range',
      },
      [await importedPerSecond(server.url, owner)],
    )
  } finally {
    await server.stop()
  }
}

const row = (id: string, title: string) =>
  ({ id: `people.${id}`, group: GROUP, title, unit: 'ms', style: 'percentiles' }) as const

async function importedPerSecond(url: string, owner: ApiClient): Promise<number> {
  const mark = Date.now().toString(36)
  const cards = Array.from(
    { length: IMPORTED },
    (_, at) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:联系人${at}\r\nEMAIL:c${at}-${mark}@partner.example\r\nTEL;TYPE=CELL:137${String(at).padStart(8, '0')}\r\nORG:单位${at % 50}\r\nEND:VCARD\r\n`,
  )
  const form = new FormData()
  form.set('file', new Blob(cards), 'people.vcf')
  const uploaded = await fetch(`${url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.accessToken}` },
    body: form,
  })
  const { data }: { data: { fileId: string } } = JSON.parse(await uploaded.text())
  const begun = performance.now()
  const { importId } = await owner.post('contact/import/start', { fileId: data.fileId })
  while ((await owner.get('contact/import/state', { importId })).state === 'running') await wait(50)
  const seconds = (performance.now() - begun) / 1_000
  await owner.post('contact/import/undo', { importId })
  return IMPORTED / seconds
}

/** The store with the people in it, made once by the operator's command. */
async function prepare(people: number, say: Say): Promise<string> {
  const folder = path.join(CACHE, `people-${people}`)
  if (existsSync(folder)) {
    say.line(`Directory of ${people} people: kept from before`)
    return folder
  }
  const partial = `${folder}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const config = readConfig({ YANSHU_DATA: partial })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
  } finally {
    await close()
  }
  await say.step(`Making ${people} people`, async () => {
    const parameters = ['server/src/cli/main.ts', 'directory', 'fill', 'big.example', '--people', String(people)]
    const made = spawnSync(process.execPath, parameters, {
      cwd: ROOT,
      env: { ...process.env, YANSHU_DATA: partial },
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(made.stderr)
  })
  await rename(partial, folder)
  return folder
}
