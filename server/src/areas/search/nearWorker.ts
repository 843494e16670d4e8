import { parentPort } from 'node:worker_threads'
import type { Answer, Question } from '../../platform/workers/workerPool.ts'
import { type NearTask, nearKeywords } from './nearWords.ts'

const port = parentPort
if (!port) throw new Error('nearWorker runs in a worker thread only')

port.on('message', ({ id, task }: Question) => {
  const say = (answer: Answer) => port.postMessage(answer)
  try {
    say({ id, value: nearKeywords(task as NearTask) })
  } catch (error) {
    say({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
