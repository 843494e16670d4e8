import { lineLog } from '../platform/log/log.ts'
import { openContext } from '../store/context/openContext.ts'
import { installDemo } from './installDemo.ts'
import type { DemoTask } from './installDemoApart.ts'

// Without the server that asked, the result is of no use.
const abandoned = () => process.exit(1)
process.once('disconnect', abandoned)

process.once('message', async ({ config, now }: DemoTask) => {
  const log = lineLog({ level: config.logLevel })
  const { context, close } = await openContext({ config, log, now: () => now })
  await installDemo(context, (done) => process.send?.(done))
  await close()
  process.off('disconnect', abandoned)
  process.disconnect()
})
