import type {
  Envelope,
  FolderLists,
  FolderRole,
  GeneralSettings,
  GetData,
  GetPath,
  MailListItem,
  OpenedSession,
  PostBody,
  PostData,
  PostPath,
} from '@yanshu/contracts'

/** The password of all accounts of the demonstration organisation. */
export const PASSWORD = 'Wild-Goose-7'
export const DOMAIN = 'yanshu.test'

/** Calls to a server as one user, beside the browser: to prepare, and to check what a page shows. */
export interface Api {
  readonly accessToken: string
  get<P extends GetPath>(path: P, query?: Readonly<Record<string, string | number>>): Promise<GetData<P>>
  post<P extends PostPath>(path: P, body?: PostBody<P>): Promise<PostData<P>>
  /** The bytes of a file call. */
  bytes(path: string): Promise<Buffer>
  folder(role: Exclude<FolderRole, 'custom'>): Promise<FolderLists['folderList'][number]>
  inbox(): Promise<readonly MailListItem[]>
  save(settings: Partial<GeneralSettings>): Promise<void>
}

async function dataOf<T>(response: Response, path: string): Promise<T> {
  const envelope: Envelope<T> = await response.json()
  if (Number(envelope.code) !== 200 || envelope.data === null) {
    throw new Error(`${path} answered ${envelope.code}: ${envelope.message}`)
  }
  return envelope.data
}

const JSON_TYPE = { 'content-type': 'application/json' }
const baseOf = (server: string): string => new URL('/api/', server).href

/** Logs a user in beside the browser; `server` is the address without a path. */
export async function openSession(server: string, user: string): Promise<OpenedSession> {
  const path = 'mail/apilogin/userLogin'
  const response = await fetch(baseOf(server) + path, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ account: `${user}@${DOMAIN}`, password: PASSWORD }),
  })
  const session = await dataOf<OpenedSession & { secondVerified?: boolean }>(response, path)
  if (session.secondVerified) throw new Error(`${user} needs a second step to log in`)
  return session
}

/** Opens a session of its own for a user; `server` is the address without a path. */
export async function apiOf(server: string, user: string): Promise<Api> {
  return apiWith(server, user, (await openSession(server, user)).accessToken)
}

/** The calls of a user whose session is open. */
export function apiWith(server: string, user: string, accessToken: string): Api {
  const base = baseOf(server)
  const call = async <T>(path: string, init: RequestInit): Promise<T> => dataOf<T>(await fetch(base + path, init), path)
  const headers = { authorization: `Bearer ${accessToken}` }
  const api: Api = {
    accessToken,
    get: (path, query = {}) => {
      const text = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
      return call(`${path}?${text}`, { headers })
    },
    post: (path, body) =>
      call(path, { method: 'POST', headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body ?? {}) }),
    async bytes(path) {
      const response = await fetch(base + path, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
    async folder(role) {
      const { folderList } = await api.get('mail/main/folder/list')
      const found = folderList.find((folder) => folder.role === role)
      if (!found) throw new Error(`${user} has no folder ${role}`)
      return found
    },
    async inbox() {
      const { folderId } = await api.folder('inbox')
      return (await api.get('mail/email/mailbox/list', { mailboxId: folderId, pageSize: 200 })).list
    },
    async save(settings) {
      await api.post('mail/main/generalConfig/save', settings)
    },
  }
  return api
}
