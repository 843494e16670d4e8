/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Reply = (seen: Seen, response: ServerResponse) => void | Promise<void>

export interface ApiServer {
  readonly base: string
  readonly seen: Seen[]
  /** What answers a path below `/api/`. */
  on(path: string, reply: Reply): void
  close(): Promise<void>
}

/** Answers JSON in the envelope. */
export function answer(
  response: ServerResponse,
  data: unknown,
  code: number | string = 200,
  status = 200,
  message = '',
) {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code, message, data }))
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** A real HTTP server on a free port, so that the client's rules meet real answers. */
export async function startApiServer(): Promise<ApiServer> {
  const replies = new Map<string, Reply>()
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-expose-headers', '*')
    if (request.method === 'OPTIONS') return response.end()
    const url = new URL(request.url ?? '/', 'http://server')
    const one: Seen = {
      method: request.method ?? '',
      path: url.pathname.replace('/api/', ''),
      query: url.searchParams,
      headers: request.headers,
      body: await read(request),
    }
    seen.push(one)
    const reply = replies.get(one.path)
    if (reply) await reply(one, response)
    else answer(response, null, 404_001, 404, 'nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}/api/`,
    seen,
    on: (path, reply) => replies.set(path, reply),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
