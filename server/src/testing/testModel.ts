import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the scripted model answers a request; it may write, stall, break or end as it likes. */
export type ModelScript = (response: ServerResponse, body: string) => void

export interface TestModel {
  /** The address below which `/chat/completions` stands. */
  readonly url: string
  /** Every byte that it was sent, as text. */
  readonly received: string[]
  /** How many requests were ended by who asked before they were answered. */
  readonly aborted: () => number
  script: ModelScript
  stop(): Promise<void>
}

/** One event of the stream of an OpenAI-compatible endpoint. */
export const delta = (part: { content?: string; reasoning_content?: string }, more: object = {}): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: part, ...more }] })}\n\n`

export const DONE = 'data: [DONE]\n\n'

/** Answers these texts as events, then the mark of the end. */
export const says =
  (...texts: readonly string[]): ModelScript =>
  (response) => {
    for (const text of texts) response.write(delta({ content: text }))
    response.end(DONE)
  }

/** Starts an HTTP server that streams the text of a script and keeps every byte that it is sent. */
export async function startTestModel(): Promise<TestModel> {
  const received: string[] = []
  let aborted = 0
  const model = { script: says('好') }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    received.push(body)
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    response.setHeader('content-type', 'text/event-stream')
    model.script(response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    aborted: () => aborted,
    get script() {
      return model.script
    },
    set script(script) {
      model.script = script
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
