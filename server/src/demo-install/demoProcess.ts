import { lineLog } from '../platform/log/log.ts'
import { LocalEvents } from '../platform/push/events.ts'
import { openFileBlobStore } from '../store/blobs/fileBlobStore.ts'
import { openStore } from '../store/database/open.ts'
import { searchIndexFor } from '../store/search/searchIndex.ts'
import { installDemo } from './installDemo.ts'
import type { DemoTask } from './installDemoApart.ts'

// Without the server that asked there is nobody to go on for.
const abandoned = () => process.exit(1)
process.once('disconnect', abandoned)

process.once('message', async ({ config, now }: DemoTask) => {
  const store = await openStore(config.database)
  const context = {
    config,
    store,
    search: searchIndexFor(store.engine),
    blobs: await openFileBlobStore(config.dataFolder),
    events: new LocalEvents(),
    log: lineLog({ level: config.logLevel }),
    now: () => now,
  }
  await installDemo(context, (done) => process.send?.(done))
  await store.close()
  process.off('disconnect', abandoned)
  process.disconnect()
})
