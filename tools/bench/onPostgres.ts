import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { ApiClient } from './apiClient.ts'
import { measureDeliveries } from './deliveryScenarios.ts'
import { DOMAIN, OTHER, OWNER, PASSWORD } from './mailbox.ts'
import type { Results } from './measurement.ts'
import type { Say } from './say.ts'
import { startServer } from './serverProcess.ts'

/**
 * Deliveries into a store on PostgreSQL. The processor time of the server is then that of Yanshu's alone.
 * @param address of an empty database, which keeps what was delivered
 */
export async function measureOnPostgres(address: string, results: Results, say: Say): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'yanshu-bench-'))
  try {
    await makePeople(folder, address)
    const server = await startServer(folder, [], { DATABASE_URL: address })
    try {
      const owner = await ApiClient.logIn(server.url, OWNER, PASSWORD)
      await measureDeliveries({ mails: 0, runs: 1, folder, results, say }, server, owner)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function makePeople(folder: string, address: string): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder, DATABASE_URL: address })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
    await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD })
  } finally {
    await close()
  }
}
