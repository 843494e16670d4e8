import { afterEach, expect, test } from 'vitest'
import { createWorkerPool, type WorkerPool } from './workerPool.ts'

/** A thread that does what the task says. */
const SOURCE = `
import { parentPort, threadId } from 'node:worker_threads'
let waiting = null
parentPort.on('message', ({ id, task }) => {
  if (task === 'wait') { waiting = id; return }
  if (task === 'go on') parentPort.postMessage({ id: waiting, value: { task: 'wait', threadId } })
  if (task === 'loop') for (;;);
  if (task === 'memory') { const kept = []; for (;;) kept.push({ a: [kept.length] }) }
  if (task === 'exit') process.exit(0)
  if (task === 'throw') parentPort.postMessage({ id, error: new Error('no') })
  else parentPort.postMessage({ id, value: { task, threadId } })
})`

let pool: WorkerPool | null = null
const open = (threads = 1, tasksOfThread = 1) => {
  pool = createWorkerPool({
    file: new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`),
    workerData: null,
    threads,
    tasksOfThread,
    memory: 48,
    idle: 5_000,
  })
  return pool
}
const limits = { time: 20_000 }
afterEach(() => pool?.stop())

test('tasks are answered, each with its own answer, and an error is the task’s alone', async () => {
  const { run } = open(2)
  const answers = await Promise.allSettled(['a', 'throw', 'b', 'c'].map((task) => run(task, limits)))
  expect(answers.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(answers[2]).toMatchObject({ value: { task: 'b' } })
})

test('a task that takes too long, too much memory or its thread with it is rejected, and the next one is run', async () => {
  const { run } = open()
  const failing = [run('loop', { time: 300 }), run('memory', limits), run('exit', limits)]
  const after = run('a', limits)
  const [slow, large, gone] = await Promise.allSettled(failing)
  expect(slow).toMatchObject({ reason: { name: 'TaskLimitError', limit: 'time' } })
  expect(large).toMatchObject({ reason: { name: 'TaskLimitError', limit: 'memory' } })
  expect(gone).toMatchObject({ status: 'rejected' })
  expect(await after).toMatchObject({ task: 'a' })
})

test('a thread that may have two tasks begins one while the other waits, and loses both with its end', async () => {
  const { run } = open(1, 2)
  const first = run('wait', limits)
  expect(await run('go on', limits)).toMatchObject({ task: 'go on' })
  expect(await first).toMatchObject({ task: 'wait' })
  const [waited, slow] = await Promise.allSettled([run('wait', limits), run('loop', { time: 300 })])
  expect([waited.status, slow.status]).toEqual(['rejected', 'rejected'])
  expect(await run('a', limits)).toMatchObject({ task: 'a' })
})

test('what waits when the pool stops is rejected', async () => {
  const { run, stop } = open()
  const waiting = Promise.allSettled([run('loop', limits), run('a', limits)])
  await stop()
  expect((await waiting).map((one) => one.status)).toEqual(['rejected', 'rejected'])
})
