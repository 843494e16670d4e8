import type { Envelope, FolderLists, GetPath, IndexSettings, PostPath } from '@yanshu/contracts'
import { PLATFORM_DEFAULTS } from '../platform/platform.ts'
import { defaultSettings } from '../settings/defaults.ts'

/** What a call was given: the query of a GET, the JSON body of a POST. */
export interface SeenCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Fails a call with a code and message of the server, as `responses` may throw it. */
export class TestFailure extends Error {
  readonly code: number
  readonly status: number

  constructor(code: number, message: string, status = code < 1_000 ? code : Math.floor(code / 1_000)) {
    super(message)
    this.code = code
    this.status = status
  }
}

type Answer = unknown | ((input: Readonly<Record<string, unknown>>) => unknown | Promise<unknown>)

/** Data by path; a function is asked with the call's input and may throw a {@link TestFailure}. */
export type Responses = { readonly [P in GetPath | PostPath]?: Answer }

export const EMPTY_FOLDERS: FolderLists = { folderList: [], customList: [], labelList: [], folderOutList: [] }

export interface Answering {
  readonly calls: readonly SeenCall[]
  /** Adds or replaces answers. */
  answer(more: Responses): void
  restore(): void
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text()
  const value: unknown = text && request.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const json = (envelope: Envelope<unknown>, status = 200) =>
  new Response(JSON.stringify(envelope), { status, headers: { 'content-type': 'application/json' } })

/**
 * Answers every call of the page from `responses` instead of a server, at the level of `fetch`, so that all rules of
 * the client stay the real ones. A call without an answer fails with 404001.
 */
export function answerCalls(settings: Partial<IndexSettings>, folders: FolderLists, responses: Responses): Answering {
  const before = globalThis.fetch
  const calls: SeenCall[] = []
  let known: Readonly<Record<string, Answer>> = {
    'mail/main/index': { ...defaultSettings(), ...settings },
    'mail/main/folder/list': folders,
    ...responses,
  }
  globalThis.fetch = async (input, init) => {
    const request = new Request(
      typeof input === 'string' || input instanceof URL ? new URL(`${input}`, 'http://shell.test') : input,
      init,
    )
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(PLATFORM_DEFAULTS.apiBase.length)
    const method = request.method === 'GET' ? 'GET' : 'POST'
    const call = {
      method,
      path,
      input: method === 'GET' ? Object.fromEntries(searchParams) : await bodyOf(request),
    } as const
    calls.push(call)
    request.signal.throwIfAborted()
    const answer = known[path]
    if (answer === undefined) return json({ code: 404_001, message: `No answer for ${path}`, data: null }, 404)
    try {
      const data: unknown = typeof answer === 'function' ? await answer(call.input) : answer
      request.signal.throwIfAborted()
      return data instanceof Response ? data : json({ code: 200, message: '', data })
    } catch (error) {
      if (!(error instanceof TestFailure)) throw error
      return json({ code: error.code, message: error.message, data: null }, error.status)
    }
  }
  return {
    calls,
    answer(more) {
      known = { ...known, ...more }
    },
    restore() {
      globalThis.fetch = before
    },
  }
}
