import { parentPort } from 'node:worker_threads'
import type { Answer, Question } from '../../platform/workers/workerPool.ts'
import { checkRisk } from './checkRisk.ts'
import { readHtml } from './readHtml.ts'
import type { RiskTask } from './riskMail.ts'

const port = parentPort
if (!port) throw new Error('riskWorker runs in a worker thread only')

port.on('message', ({ id, task }: Question) => {
  const asked = task as RiskTask
  const say = (answer: Answer) => port.postMessage(answer)
  try {
    say({ id, value: 'html' in asked ? readHtml(asked.html).seen : checkRisk(asked.mail, asked.around) })
  } catch (error) {
    say({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
