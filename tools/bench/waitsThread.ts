import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ApiClient } from './apiClient.ts'
import { WARM_UP } from './stats.ts'
import type { WaitsTask } from './waits.ts'

const port = parentPort
if (!port) throw new Error('waitsThread runs in a worker thread only')
const { url, address, accessToken, everyMs }: WaitsTask = workerData
const client = new ApiClient(url, address, accessToken)
const { folderList } = await client.get('mail/main/folder/list')
const mailboxId = folderList.find(({ role }) => role === 'inbox')?.folderId ?? 0
const ask = () => client.get('mail/email/mailbox/list', { mailboxId, pageSize: 15 })
for (let round = 0; round < WARM_UP; round++) await ask()

const waited: number[] = []
let going = true
void once(port, 'message').then(() => {
  going = false
})
port.postMessage('ready')
while (going) {
  await ask()
  waited.push(client.waitedMs)
  await wait(everyMs)
}
port.postMessage(waited)
