import type { ApiClient } from './apiClient.ts'
import type { Results, Unit } from './measurement.ts'
import type { Say } from './say.ts'

/** What the measurements without a browser work on. */
export interface Scene {
  readonly mails: number
  readonly runs: number
  readonly folder: string
  readonly results: Results
  readonly say: Say
}

/** The head of a row of the server's table. */
export const row = (id: string, title: string, unit: Unit = 'ms', style: 'percentiles' | 'range' = 'percentiles') => ({
  id: `server.${id}`,
  group: 'Server',
  title,
  unit,
  style,
})

/** The folders of a person, by role or name. */
export async function foldersOf(client: ApiClient) {
  const { folderList, customList } = await client.get('mail/main/folder/list')
  const all = [...folderList, ...customList]
  return (name: string) => {
    const folder = all.find((one) => one.role === name || one.folderName === name)
    if (!folder) throw new Error(`the prepared mailbox has no folder ${name}`)
    return folder
  }
}
