import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely'
import { decideParts } from '../areas/approval/decideParts.ts'
import type { Schema } from '../store/database/schema.ts'
import { openKilled } from './openKilled.ts'

/**
 * A server that is killed (`kill -9`) while it decides about a mail in parts, for tests. A process of its own: given are the
 * store's address, the data folder, the time of its clock, before which of its writes it ends, who decides, and the decision.
 */
const [database = '', folder = '', clock = '', before = '', accountId = '', decision = ''] = process.argv.slice(2)

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
const by = { accountId: Number(accountId), personId: Number(accountId) }
await decideParts({ ...context, store }, by, JSON.parse(decision))
process.stdout.write(`${writes} writes\n`)
process.exit(0)
