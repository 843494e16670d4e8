import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const ANSWER_WITHIN_MS = 60_000
const HEAD_END = Buffer.from('\r\n\r\n')
/** Of a body that is sent in parts. */
const LAST_PART = Buffer.from('0\r\n\r\n')

/** One answer to a call. */
export interface Answer {
  /** Whether the call was done. An answer that is packed is long, and no refusal is. */
  readonly isDone: boolean
  /** The answer as it came, for what went wrong. */
  readonly bytes: Buffer
  /** Milliseconds from sending the call to the last byte of its answer. */
  readonly waitedMs: number
}

/**
 * One connection of a person, kept over all their calls, one call after the other. It reads no more of an answer than where
 * it ends: with `node:http`, which reads all of it, hundreds of people would take a core from the server.
 */
export class KeptConnection {
  readonly #socket: Socket
  readonly #head: string
  #parts: Buffer[] = []
  #waiting: { begun: number; resolve(answer: Answer): void; reject(error: Error): void } | null = null

  private constructor(socket: Socket, accessToken: string) {
    this.#socket = socket
    this.#head = `Host: bench\r\nAuthorization: Bearer ${accessToken}\r\nAccept-Encoding: gzip, deflate, br\r\n`
    socket.on('data', (part) => this.#read(part))
    const fail = (error: Error) => this.#settle()?.reject(error)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed a connection')))
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
      if (this.#waiting) socket.destroy(new Error('the server did not answer'))
    })
  }

  static async open(url: string, accessToken: string): Promise<KeptConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.setNoDelay(true)
    await once(socket, 'connect')
    return new KeptConnection(socket, accessToken)
  }

  get(path: string): Promise<Answer> {
    return this.#send(`GET /api/${path} HTTP/1.1\r\n${this.#head}\r\n`)
  }

  post(path: string, body: object): Promise<Answer> {
    const text = JSON.stringify(body)
    const more = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
    return this.#send(`POST /api/${path} HTTP/1.1\r\n${this.#head}${more}\r\n${text}`)
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(text: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { begun: performance.now(), resolve, reject }
      this.#socket.write(text)
    })
  }

  #settle() {
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }

  #read(part: Buffer): void {
    this.#parts.push(part)
    const bytes = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
    if (!isWhole(bytes)) {
      this.#parts = [bytes]
      return
    }
    this.#parts = []
    const waiting = this.#settle()
    waiting?.resolve({ isDone: isDone(bytes), bytes, waitedMs: performance.now() - waiting.begun })
  }
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1]
  return length === undefined
    ? bytes.subarray(-LAST_PART.length).equals(LAST_PART)
    : bytes.length >= end + HEAD_END.length + Number(length)
}

function isDone(bytes: Buffer): boolean {
  const end = bytes.indexOf(HEAD_END)
  const head = bytes.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) return false
  return /\r\ncontent-encoding:/i.test(head) || /\{"code":"?200\b/.test(bytes.toString('latin1', end, end + 64))
}
