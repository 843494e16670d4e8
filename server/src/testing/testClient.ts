import type { Envelope, GetData, GetPath, GetQuery, PostBody, PostData, PostPath, Tokens } from '@yanshu/contracts'
import { expect } from 'vitest'
import { openTestSocket } from './testSocket.ts'

/** What came back, unchecked. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly envelope: Envelope<unknown>
}

/** The envelope of an answer, with its status. */
export type Attempt<T> = Envelope<T> & { readonly status: number }

export type Login = Tokens & { readonly userMail: string }

/** A person at a client, over real HTTP. */
export class TestClient {
  readonly url: string
  readonly login: Login | null

  constructor(url: string, login: Login | null = null) {
    this.url = url
    this.login = login
  }

  /** A GET of the contract that has to succeed. */
  async get<P extends GetPath>(path: P, query: GetQuery<P> | Record<string, never> = {}): Promise<GetData<P>> {
    // The server holds its answers against the schema in tests.
    return this.#good(await this.raw('GET', path, { query: query as Record<string, unknown> })) as GetData<P>
  }

  /** A POST of the contract that has to succeed. */
  async post<P extends PostPath>(path: P, body: PostBody<P>): Promise<PostData<P>> {
    return this.#good(await this.raw('POST', path, { body })) as PostData<P>
  }

  /** A POST of the contract and whatever comes back, refusals too. */
  async attempt<P extends PostPath>(path: P, body: PostBody<P>): Promise<Attempt<PostData<P>>> {
    const { status, envelope } = await this.raw('POST', path, { body })
    return { status, ...(envelope as Envelope<PostData<P>>) }
  }

  /** Uploads a file by a form, as the client does; whatever comes back. */
  async upload(
    call: 'file/upload' | 'file/uploadMailPicture',
    name: string,
    content: Uint8Array<ArrayBuffer>,
    type = '',
  ): Promise<Envelope<{ fileId: string; id: string; url: string }>> {
    const form = new FormData()
    form.append('file', new Blob([content], { type }), name)
    const headers = this.#authorization()
    return (await fetch(`${this.url}/api/${call}`, { method: 'POST', headers, body: form })).json()
  }

  /** Uploads a file that a letter or an event is to have; answers its id. */
  async uploaded(name: string, content: string | Uint8Array<ArrayBuffer>, type = ''): Promise<string> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const { data, code } = await this.upload('file/upload', name, bytes, type)
    expect(code).toBe(200)
    return data?.fileId ?? ''
  }

  /** Fetches a file as a plain link does: by the cookie. */
  file(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const cookie = `safeMailToken=${this.login?.accessToken}`
    return fetch(`${this.url}/api/${path}`, { headers: { ...headers, cookie } })
  }

  /** The code of a call that is expected to fail. */
  async refused(method: 'GET' | 'POST', path: string, input: unknown = {}): Promise<number> {
    const answer = await this.raw(
      method,
      path,
      method === 'GET' ? { query: input as Record<string, unknown> } : { body: input },
    )
    expect(answer.status, `${path} should have been refused`).toBeGreaterThanOrEqual(400)
    expect(answer.envelope.data).toBeNull()
    return Number(answer.envelope.code)
  }

  /** Any call, with any input. */
  async raw(
    method: string,
    path: string,
    input: { query?: Record<string, unknown>; body?: unknown; text?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) search.append(name, String(value))
    }
    const text = input.text ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
    const response = await fetch(`${this.url}/api/${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        ...this.#authorization(),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    const envelope = (await response.json()) as Envelope<unknown>
    return { status: response.status, headers: response.headers, envelope }
  }

  /** Opens the push socket of this person and waits until it is ready. `since`: the last change it was sent. */
  async socket(since?: number) {
    if (!this.login) throw new Error('nobody is logged in')
    const socket = await openTestSocket(this.url, this.login.userMail)
    socket.send({ type: 'auth', accessToken: this.login.accessToken, ...(since === undefined ? {} : { since }) })
    if (since === undefined) expect(await socket.next()).toMatchObject({ optType: 'ready', missed: false })
    return socket
  }

  #authorization(): Record<string, string> {
    return this.login ? { authorization: `Bearer ${this.login.accessToken}` } : {}
  }

  #good(answer: Answer): unknown {
    expect(answer.envelope, JSON.stringify(answer.envelope)).toMatchObject({ code: 200 })
    return answer.envelope.data
  }
}
