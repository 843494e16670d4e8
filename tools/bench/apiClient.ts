import type { Envelope, GetData, GetPath, GetQuery, PostBody, PostData, PostPath } from '@yanshu/contracts'

const ANSWER_WITHIN_MS = 60_000

/** A person at a client, over real HTTP with kept connections. */
export class ApiClient {
  readonly url: string
  readonly address: string
  readonly accessToken: string

  private constructor(url: string, address: string, accessToken: string) {
    this.url = url
    this.address = address
    this.accessToken = accessToken
  }

  static async logIn(url: string, account: string, password: string): Promise<ApiClient> {
    const { accessToken } = await new ApiClient(url, account, '').post('mail/apilogin/userLogin', { account, password })
    return new ApiClient(url, account, accessToken)
  }

  get<P extends GetPath>(path: P, query: GetQuery<P> | Record<string, never> = {}): Promise<GetData<P>> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
    return this.#call<GetData<P>>(`${path}${search.size > 0 ? `?${search}` : ''}`, { method: 'GET' })
  }

  post<P extends PostPath>(path: P, body: PostBody<P>): Promise<PostData<P>> {
    return this.#call<PostData<P>>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async #call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(`${this.url}/api/${path}`, {
      ...init,
      headers: { ...init.headers, ...(this.accessToken ? { authorization: `Bearer ${this.accessToken}` } : {}) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const answer: Envelope<T> = await response.json()
    if (Number(answer.code) !== 200 || answer.data === null)
      throw new Error(`${path}: ${answer.code} ${answer.message}`)
    return answer.data
  }
}
