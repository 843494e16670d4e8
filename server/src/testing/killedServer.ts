import { mailTransportOf } from '../mailflow/mailTransport.ts'
import { startSmtp } from '../mailflow/smtp/smtpServer.ts'
import type { DeliveryStep } from '../mailflow/steps/deliveryStep.ts'
import { noteVerdict } from '../mailflow/steps/verdicts.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { openContext } from '../store/context/openContext.ts'
import { jobsOf } from '../store/jobs/index.ts'

/**
 * A mail server that is killed (`kill -9`) in the middle of a step of delivery, for tests. A process of its own: given are
 * the store's address, the data folder, and where it ends, in `judge` or in the `effect`. Writes the port it listens on.
 */
const [database = '', folder = '', end = ''] = process.argv.slice(2)

const die = () => process.kill(process.pid, 'SIGKILL')

const config: Config = {
  ...readConfig({ YANSHU_DATA: folder, YANSHU_HOSTNAME: 'mail.yanshu.test', YANSHU_HOST: '127.0.0.1' }),
  smtpPort: 0,
  database,
}
const step: DeliveryStep = {
  name: 'fatal',
  judge(_mail, recipients) {
    if (end === 'judge') die()
    return new Map(recipients.map(({ address }) => [address, { effects: [{ for: address }] }]))
  },
  async effect(trx, context, effect) {
    await noteVerdict(trx, context, 'fatal', effect, { outcome: 'done' })
    die()
  },
}
const { context } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
const parts = mailTransportOf(context)
parts.steps.register([step])
const jobs = jobsOf(context)
jobs.register([parts.steps.effects.job])
await jobs.start()
const { port } = await startSmtp({ context, ...parts }, { port: 0 })
process.stdout.write(`${port}\n`)
