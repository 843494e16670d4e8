import { parentPort } from 'node:worker_threads'
import type { Answer, Question } from '../../platform/workers/workerPool.ts'
import { checkRisk } from './checkRisk.ts'
import type { RiskMail, RiskSurroundings } from './riskMail.ts'

const port = parentPort
if (!port) throw new Error('riskWorker runs in a worker thread only')

port.on('message', ({ id, task }: Question) => {
  const { mail, around } = task as { mail: RiskMail; around: RiskSurroundings }
  const say = (answer: Answer) => port.postMessage(answer)
  try {
    say({ id, value: checkRisk(mail, around) })
  } catch (error) {
    say({ id, error: error instanceof Error ? error : new Error(String(error)) })
  }
})
