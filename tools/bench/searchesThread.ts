import { parentPort, workerData } from 'node:worker_threads'
import { ApiClient, type Person } from './apiClient.ts'
import type { SearchesTask } from './searchesApart.ts'
import { timed } from './stats.ts'

const port = parentPort
if (!port) throw new Error('searchesThread runs in a worker thread only')
const { url, address, accessToken }: Person = workerData
const client = new ApiClient(url, address, accessToken)
port.on('message', ({ query, times }: SearchesTask) => {
  void timed(client, times, () => client.get('mail/email/search', query)).then((spent) => port.postMessage(spent))
})
port.postMessage('ready')
