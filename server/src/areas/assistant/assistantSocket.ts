import { AI_FINISHED, type AssistantMessage, SOCKET_LOCKED, SOCKET_UNAUTHORIZED } from '@yanshu/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameOrigin } from '../../platform/http/sameOrigin.ts'
import type { Socket } from '../../platform/http/socket.ts'
import { FORBIDDEN_ORIGIN, keepPulse, TRY_AGAIN } from '../../platform/http/socketPulse.ts'
import type { Context } from '../../store/context/context.ts'
import { SESSION_LOCKED } from '../../store/sessions/lockSession.ts'
import { standingOf } from '../../store/sessions/session.repository.ts'
import { answer } from './answer.ts'
import { forgetJob, type Job, jobOf } from './jobs.ts'
import { keepAnswer } from './keptAnswers.ts'
import type { Piece } from './model/asker.ts'

/** Bytes that wait for a slow page; beyond it the answer, and the model behind it, wait too. */
const BACKLOG_MAX = 256 * 1_024
const BACKLOG_LOOK_MS = 25
const FRAME_MAX = 400
/** Tickets that one socket may bring in a minute, good or bad. */
const TICKETS_PER_MINUTE = 60

/** The assistant's socket `/ws/ai` (§7, aiUrl): a ticket goes in, the answer comes out. */
export function assistantSocket(app: FastifyInstance, context: Context): void {
  /** What is being answered, by ticket: a ticket that comes again over a new socket ends the old answer. */
  const running = new Map<string, AbortController>()
  app.addHook('onClose', async () => {
    for (const one of running.values()) one.abort()
  })
  app.get('/ws/ai', { websocket: true }, (socket: Socket, request: FastifyRequest) => {
    socket.on('error', () => {})
    if (isSameOrigin(request)) serve(context, running, socket)
    else socket.close(FORBIDDEN_ORIGIN, 'origin')
  })
}

function serve(context: Context, running: Map<string, AbortController>, socket: Socket): void {
  let minute = 0
  let inMinute = 0
  const mine = new Map<string, { readonly sessionId: string; readonly control: AbortController }>()
  /** Sessions that have brought a ticket over this socket. */
  const sessionsServed = new Set<string>()
  const refuse = () => socket.close(SOCKET_UNAUTHORIZED, 'unauthorized')
  /** Whether a session may be answered; else the socket is closed, for a locked screen with its own code. */
  const mayAnswer = async (sessionId: string): Promise<boolean> => {
    const standing = await standingOf(context, sessionId)
    if (standing === 'ended') refuse()
    if (standing === 'locked') socket.close(SOCKET_LOCKED, 'locked')
    return standing === 'open'
  }
  /** How to stop listening for locked screens, by account: a locked one is sent nothing more, not even what is under way. */
  const following = new Map<number, () => void>()
  const followLock = (accountId: number) => {
    if (following.has(accountId)) return
    const stop = context.events.onEvent(accountId, (event) => {
      if (event.name !== SESSION_LOCKED) return
      if (!sessionsServed.has(String(event.data))) return
      for (const { control } of mine.values()) control.abort()
      socket.close(SOCKET_LOCKED, 'locked')
    })
    following.set(accountId, stop)
  }
  const check = async () => {
    for (const { sessionId } of mine.values()) if (!(await mayAnswer(sessionId))) break
  }
  keepPulse(socket, check, (error) =>
    context.log.warn({ err: error }, 'a session of the assistant could not be checked'),
  )
  socket.on('close', () => {
    for (const stop of following.values()) stop()
    for (const { control } of mine.values()) control.abort()
  })

  const serveTicket = async (ticket: string) => {
    const job = await jobOf(context, ticket)
    if (!job) {
      refuse()
      return
    }
    if (socket.readyState !== socket.OPEN) return
    // Followed before its state is read: a lock between the two is noticed.
    sessionsServed.add(job.sessionId)
    followLock(job.accountId)
    if (!(await mayAnswer(job.sessionId))) return
    running.get(ticket)?.abort()
    const control = new AbortController()
    running.set(ticket, control)
    mine.set(ticket, { sessionId: job.sessionId, control })
    try {
      await stream(context, socket, job, control.signal)
    } finally {
      mine.delete(ticket)
      if (running.get(ticket) === control) running.delete(ticket)
    }
  }
  socket.on('message', (data, isBinary) => {
    const now = Math.floor(context.now() / 60_000)
    inMinute = now === minute ? inMinute + 1 : 1
    minute = now
    if (isBinary || data.length > FRAME_MAX || inMinute > TICKETS_PER_MINUTE) {
      refuse()
      return
    }
    const text = data.toString('utf8')
    if (text.startsWith('stop:')) {
      mine.get(text.slice('stop:'.length))?.control.abort()
      return
    }
    serveTicket(text).catch((error: unknown) => {
      context.log.error({ err: error }, 'the assistant could not answer')
      socket.close(TRY_AGAIN, 'try again')
    })
  })
}

/** Acknowledges a request and sends its answer, piece by piece, up to the mark of its end. */
async function stream(context: Context, socket: Socket, job: Job, signal: AbortSignal): Promise<void> {
  const { id, request } = job
  let isAnswered = false
  const whole = { content: '', thought: '', extra: {} }
  const sendPiece = async ({ content = '', thought = '', ...more }: Piece & { ack?: boolean }) => {
    while (socket.readyState === socket.OPEN && socket.bufferedAmount > BACKLOG_MAX && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, BACKLOG_LOOK_MS))
    }
    if (socket.readyState !== socket.OPEN) return
    const message: AssistantMessage = { id, type: request.kind, content, thought, ...more }
    // Encoded twice, as §7 has it.
    socket.send(JSON.stringify(JSON.stringify(message)))
  }
  await sendPiece({ ack: true })
  try {
    for await (const piece of answer(context, job, signal)) {
      if (signal.aborted) break
      isAnswered ||= Boolean(piece.content || piece.extra)
      whole.content += piece.content ?? ''
      whole.thought += piece.thought ?? ''
      whole.extra = { ...whole.extra, ...piece.extra }
      // An answer that contains the mark itself must not end by it.
      if (piece.content === AI_FINISHED) await sendPiece({ ...piece, content: `${AI_FINISHED} ` })
      else await sendPiece(piece)
    }
  } catch (error) {
    if (!signal.aborted) context.log.error({ err: error }, 'the assistant could not answer')
  }
  if (signal.aborted && socket.readyState !== socket.OPEN) return
  // Before the mark of its end: a client that reads then finds it.
  // A translation can be had again, and would fill the place of what cannot.
  if (isAnswered && request.kind !== 6) {
    await keepAnswer(context, job, whole).catch((error: unknown) =>
      context.log.warn({ err: error }, 'an answer of the assistant could not be kept'),
    )
  }
  // An empty message: the page shows its own text for no answer (§8).
  if (!isAnswered && !signal.aborted) await sendPiece({})
  await sendPiece({ content: AI_FINISHED })
  await forgetJob(context, id)
}
