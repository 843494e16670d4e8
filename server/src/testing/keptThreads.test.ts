import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkerPool } from '../platform/workers/workerPool.ts'
import { temporaryRoot } from './temporaryRoot.ts'

/** A thread with a store that it opens, as those of the server have. */
const MODULE = `
import { DatabaseSync } from 'node:sqlite'
import { parentPort, threadId, workerData } from 'node:worker_threads'
const database = new DatabaseSync(workerData.file)
database.exec('pragma journal_mode = wal; create table if not exists kept (id integer); insert into kept values (1)')
parentPort?.on('message', ({ id, task }: { id: number; task: string }) => {
  if (task === 'loop') for (;;);
  parentPort?.postMessage({ id, value: { threadId, file: workerData.file } })
})`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-kept-'))
  writeFileSync(path.join(folder, 'module.ts'), MODULE)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const storeOf = (name: string) => path.join(folder, `${name}.db`)
const poolFor = (name: string) =>
  createWorkerPool({
    ...{ file: pathToFileURL(path.join(folder, 'module.ts')), workerData: { file: storeOf(name) } },
    ...{ threads: 1, memory: 48, idle: 5_000 },
  })

test('given a pool that ended, then the next one has its thread, with data of its own, and what was open is closed', async () => {
  const first = poolFor('first')
  const { threadId } = (await first.run('', { time: 20_000 })) as { readonly threadId: number }
  expect(existsSync(`${storeOf('first')}-wal`)).toBe(true)
  await first.stop()
  expect(existsSync(`${storeOf('first')}-wal`)).toBe(false)
  const next = poolFor('next')
  expect(await next.run('', { time: 20_000 })).toEqual({ threadId, file: storeOf('next') })
  await next.stop()
})

test('given a thread in the middle of a task, then it ends with its pool, and the next one has another', async () => {
  const first = poolFor('third')
  const { threadId } = (await first.run('', { time: 20_000 })) as { readonly threadId: number }
  await expect(first.run('loop', { time: 200 })).rejects.toMatchObject({ limit: 'time' })
  await first.stop()
  const next = poolFor('fourth')
  const answer = await next.run('', { time: 20_000 })
  expect(answer).toMatchObject({ file: storeOf('fourth') })
  expect(answer).not.toMatchObject({ threadId })
  await next.stop()
})
