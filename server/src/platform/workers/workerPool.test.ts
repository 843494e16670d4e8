import { afterEach, expect, test } from 'vitest'
import { createWorkerPool, type WorkerPool } from './workerPool.ts'

/** A thread that does what the task names. */
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
const open = (threads = 1, tasksOfThread = 1, ahead = 0) => {
  pool = createWorkerPool({
    file: new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`),
    workerData: null,
    threads,
    tasksOfThread,
    ahead,
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

test('a thread goes on with what it was handed ahead, and one that exceeds a limit costs only the task that it did', async () => {
  const { run } = open(1, 1, 2)
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((task) => run(task, limits)))
  expect(answers).toMatchObject(['a', 'b', 'c', 'd'].map((task) => ({ task })))
  // Were the time of those behind it counted from when they were handed over, they would be ended with it.
  const [slow, ...others] = await Promise.allSettled([
    run('loop', { time: 300 }),
    run('a', { time: 300 }),
    run('throw', limits),
    run('b', limits),
  ])
  expect(slow).toMatchObject({ reason: { name: 'TaskLimitError', limit: 'time' } })
  expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('what a thread was handed ahead is rejected when the pool stops', async () => {
  const { run, stop } = open(1, 1, 2)
  const waiting = Promise.allSettled(['loop', 'a', 'b', 'c'].map((task) => run(task, limits)))
  await stop()
  expect((await waiting).map((one) => one.status)).toEqual(Array.from({ length: 4 }, () => 'rejected'))
})

test('what waits behind a task that takes long is done by another thread', async () => {
  const { run } = open(2, 1, 1)
  const long = run('loop', limits).catch(() => 'ended')
  const others = ['a', 'b', 'c', 'd'].map((task) => run(task, limits))
  expect(await Promise.all(others)).toMatchObject(['a', 'b', 'c', 'd'].map((task) => ({ task })))
  await pool?.stop()
  expect(await long).toBe('ended')
})
