import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import { approvalStep } from '../areas/approval/index.ts'
import { separateStep } from '../areas/compose/index.ts'
import { mailTransportOf } from '../mailflow/mailTransport.ts'
import { createRuntime } from '../platform/runtime/runtime.ts'
import type { Schema } from '../store/database/schema.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) while it moves outgoing mail on, for tests. A process of its own: given are the store's
 * address, the data folder, the time of its clock, the relay, and before which of its writes it ends.
 */
const [database = '', folder = '', clock = '', relay = '', before = ''] = process.argv.slice(2)

const WRITES = new Set<RootOperationNode['kind']>(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'])
let writes = 0
const killer: KyselyPlugin = {
  transformQuery({ node }) {
    if (WRITES.has(node.kind)) writes += 1
    if (writes === Number(before)) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
const killing = (db: Kysely<Schema>) => db.withPlugin(killer)

const context = await openKilled(database, folder, Number(clock))
const store = { ...context.store, db: killing(context.store.db), background: killing(context.store.background) }
const transport = mailTransportOf({ ...context, config: { ...context.config, relay }, store, runtime: createRuntime() })
transport.submission.register([approvalStep, separateStep])
await transport.dispatcher.runDue()
process.stdout.write(`${writes} writes\n`)
process.exit(0)
