import { createParser } from 'eventsource-parser'
import type { ModelSettings } from './modelSettings.ts'

/** Why a model did not answer, or not to the end. */
export type ModelFailure = 'unreachable' | 'refused' | 'busy' | 'stalled' | 'incomplete' | 'error'

/** A model failed. Its text before the failure was sent on already. */
export class ModelError extends Error {
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, detail = '') {
    super(detail === '' ? `the model: ${failure}` : `the model: ${failure}, ${detail}`)
    this.name = 'ModelError'
    this.failure = failure
  }
}

export interface ModelMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

/** A piece of an answer. */
export interface ModelPiece {
  readonly content: string
  readonly thought: string
}

/** Characters of one answer; one that never ends is cut here. */
const ANSWER_MAX = 20_000
/** Bytes of one event: what is longer is no piece of text. */
const EVENT_MAX = 256 * 1_024

/** The text of one event; null for one that cannot be read, which is passed over; `error` for a failure in its place. */
function pieceOf(data: string): (ModelPiece & { readonly ends: boolean }) | 'error' | null {
  let event: unknown
  try {
    event = JSON.parse(data)
  } catch {
    return null
  }
  if (typeof event !== 'object' || event === null) return null
  if ('error' in event && event.error) return 'error'
  const choices: unknown = 'choices' in event ? event.choices : null
  const choice: unknown = Array.isArray(choices) ? choices[0] : null
  if (typeof choice !== 'object' || choice === null) return null
  // A second answer beside the first is not asked for.
  if ('index' in choice && choice.index !== 0 && choice.index !== undefined) return null
  const delta: object = 'delta' in choice && typeof choice.delta === 'object' && choice.delta ? choice.delta : {}
  const text = (name: string): string => {
    const value: unknown = Reflect.get(delta, name)
    return typeof value === 'string' ? value : ''
  }
  const ends = 'finish_reason' in choice && typeof choice.finish_reason === 'string'
  return { content: text('content'), thought: text('reasoning_content') || text('reasoning'), ends }
}

/**
 * Asks an OpenAI-compatible endpoint and gives out its answer as it comes. A slow reader slows the model down; ending the
 * iteration, or aborting, ends the request upstream.
 *
 * @throws {ModelError} for no answer, a refusal, silence longer than `idleMs`, an error inside of the stream, and an end
 * without the mark of one
 */
export async function* askModel(
  settings: ModelSettings,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): AsyncGenerator<ModelPiece> {
  const ending = new AbortController()
  const both = AbortSignal.any([signal, ending.signal])
  let idle: NodeJS.Timeout | undefined
  let stalled = false
  const alive = () => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      stalled = true
      ending.abort()
    }, settings.idleMs)
  }
  const failure = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason
    if (stalled) return new ModelError('stalled')
    if (error instanceof ModelError) return error
    return new ModelError('unreachable', error instanceof Error ? error.message : '')
  }
  alive()
  try {
    const response = await fetch(`${settings.url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      // An address that leads elsewhere would take the key along.
      redirect: 'error',
      signal: both,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(settings.key ? { authorization: `Bearer ${settings.key}` } : {}),
      },
      body: JSON.stringify({ model: settings.model, messages, stream: true }),
    })
    if (response.status === 429) throw new ModelError('busy')
    if (!response.ok || !response.body) throw new ModelError('refused', `status ${response.status}`)
    const pieces: ModelPiece[] = []
    let done = false
    let ended = false
    let broken = false
    let hasAnswered = false
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data === '[DONE]') done = true
        const piece = done || broken ? null : pieceOf(data)
        if (!piece) return
        if (piece === 'error') {
          broken = true
          return
        }
        ended ||= piece.ends
        if (!piece.content && !piece.thought) return
        hasAnswered = true
        pieces.push(piece)
      },
    })
    const decoder = new TextDecoder()
    let given = 0
    let sinceEvent = 0
    alive()
    for await (const chunk of response.body) {
      hasAnswered = false
      sinceEvent += chunk.byteLength
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (pieces.length > 0) sinceEvent = 0
      if (sinceEvent > EVENT_MAX) throw new ModelError('error', 'an event without an end')
      // While the reader is slow, nothing more is read, and that is no silence of the model. Comments and empty events,
      // by which a proxy keeps a connection open, are silence.
      if (hasAnswered) clearTimeout(idle)
      for (const { content, thought } of pieces.splice(0)) {
        given += content.length + thought.length
        yield { content, thought }
      }
      if (given > ANSWER_MAX) throw new ModelError('incomplete', 'too long')
      if (broken) throw new ModelError('error')
      if (done) return
      if (hasAnswered) alive()
    }
    if (!ended) throw new ModelError('incomplete')
  } catch (error) {
    throw failure(error)
  } finally {
    clearTimeout(idle)
    ending.abort()
  }
}
