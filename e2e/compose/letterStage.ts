import { Code } from '@yanshu/contracts'
import { ApiError, loginScope } from '@yanshu/shell-api'
import {
  entriesByUse,
  type KeptEntry,
  letterJournal,
  released,
} from '../../remote-compose/src/recovery/letterJournal.ts'
import type { Composer } from '../../remote-compose/src/write/composer.ts'
import { createComposer } from '../../remote-compose/src/write/createComposer.ts'
import { startWriting } from '../../remote-compose/src/write/startWriting.ts'
import { sendLetters } from '../../shared/shell-api/src/offline/outbox.ts'

/** One letter of the stage: what is written in it, piece by piece. */
export interface StagedLetter {
  readonly subject: string
  readonly to: string
  readonly pieces: readonly string[]
  /** Milliseconds before each piece. */
  readonly pauses: readonly number[]
  /** The pieces after which it is saved on the server by hand. */
  readonly saves: readonly number[]
  /** Whether it is sent once it is written. */
  readonly sends: boolean
}

/** What of a letter was found by a page that came later. */
export interface FoundLetter {
  readonly subject: string
  readonly text: string
}

/** How an attempt to send a letter ended: `sent`, `gone` where it had been sent before, else what its screen shows. */
export interface Ended {
  readonly subject: string
  readonly end: string
}

/** What a page of the stage can do: one life of a browser in which letters are written. */
export interface LetterStage {
  /**
   * Calls `stageDies` at the point with this number: before or after a call, before or after a write on the device. Where it
   * is halted, nothing of the page goes on from there.
   */
  dieAt(point: number, isHalted: boolean): void
  /** Writes them side by side, and sends those that are to be sent. */
  write(letters: readonly StagedLetter[]): Promise<void>
  /** What the device has of letters that are not open. */
  found(): Promise<readonly FoundLetter[]>
  /** Sends what lies in the outbox. */
  settle(): Promise<void>
  /** Goes on with each, or begins it where nothing is kept, writes it to its end and sends it. */
  finish(letters: readonly StagedLetter[]): Promise<readonly Ended[]>
}

/** What the spec provides to the pages. They call it as long as they are open, so it is closed after them. */
interface SpecCalls {
  /** A point was reached at which the page, the browser, the server or the network is to fail. */
  stageDies(): void
  stageTyped(subject: string, text: string): void
  /** The journal has it on disk, so long after the oldest piece of it was typed, in ms. */
  stageKept(subject: string, text: string, behind: number): void
}
const spec = globalThis as unknown as SpecCalls

const login = loginScope()
const never = () => new Promise<never>(() => undefined)
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const textOf = (html: string): string => html.replace(/<[^>]*>/g, '')

/** When each letter got which length. */
const typedAt = new Map<string, { readonly length: number; readonly at: number }[]>()

/** Reports to the spec what of each letter the journal has, as its transactions complete. */
function watchJournal(): void {
  const sealed = new WeakMap<object, FoundLetter>()
  const { subtle } = crypto
  const encrypt = subtle.encrypt.bind(subtle)
  subtle.encrypt = (how: AesGcmParams, key: CryptoKey, plain: BufferSource) => {
    const { letter } = JSON.parse(new TextDecoder().decode(plain)) ?? {}
    if (letter?.html !== undefined) sealed.set(how.iv, { subject: letter.subject, text: textOf(letter.html) })
    return encrypt(how, key, plain)
  }
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...entry) {
    const kept = sealed.get(entry[0]?.iv ?? {})
    if (kept)
      this.transaction.addEventListener('complete', () => {
        const times = typedAt.get(kept.subject) ?? []
        const oldest = times.find(({ length }) => length <= kept.text.length)
        typedAt.set(
          kept.subject,
          times.filter(({ length }) => length > kept.text.length),
        )
        spec.stageKept(kept.subject, kept.text, oldest ? performance.now() - oldest.at : 0)
      })
    return put.apply(this, entry)
  }
}
watchJournal()

async function open(query: string): Promise<Composer> {
  const route = { type: 'new', mailId: 0, query: new URLSearchParams(query) }
  const beginning = await startWriting(route, async () => 'kept')
  const place = { stepAside() {}, comeBack: () => true, show() {}, close() {} }
  return createComposer(beginning, { route: `new/0?${query}`, place, openDraft() {} })
}

function write(composer: Composer, { subject, to }: StagedLetter, text: string): void {
  composer.change({ subject, recipients: { to: [{ name: '', address: to }], cc: [], bcc: [] } })
  composer.body().replace(`<p>${text}</p>`)
  composer.bodyChanged()
}

async function send(composer: Composer): Promise<string> {
  await composer.send()
  const { sending, sendError, draft, problems } = composer.state.get()
  if (sending === 'sending') return 'sent'
  if (draft.phase === 'gone') return 'gone'
  return `${sending} ${draft.phase} ${sendError?.message} ${problems.join()}`
}

/** Entries of pages that died are free once the browser has ended their locks. */
async function kept(): Promise<readonly KeptEntry[]> {
  for (const { key } of (await entriesByUse()).live) await released(key, AbortSignal.timeout(30_000))
  return letterJournal().entries()
}

const stage: LetterStage = {
  dieAt(point, isHalted) {
    let passed = 0
    const isHere = () => {
      passed += 1
      if (passed === point) spec.stageDies()
      return isHalted && passed >= point
    }
    const ask = globalThis.fetch
    globalThis.fetch = async (...call) => {
      if (isHere()) return never()
      const answer = await ask(...call)
      return isHere() ? never() : answer
    }
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...entry) {
      if (isHere()) this.transaction.abort()
      else this.transaction.addEventListener('complete', isHere)
      return put.apply(this, entry)
    }
  },
  async write(letters) {
    await Promise.all(
      letters.map(async (letter) => {
        const { subject, pieces, pauses, saves, sends } = letter
        const composer = await open(`c=${encodeURIComponent(subject)}`)
        let text = ''
        for (const [at, piece] of pieces.entries()) {
          await pause(pauses[at] ?? 0)
          text += piece
          typedAt.set(subject, [...(typedAt.get(subject) ?? []), { length: text.length, at: performance.now() }])
          spec.stageTyped(subject, text)
          write(composer, letter, text)
          if (saves.includes(at)) void composer.saveQuietly()
        }
        if (sends) await send(composer)
        else await composer.flush()
      }),
    )
  },
  async found() {
    return (await kept()).map(({ value: { letter } }) => ({
      subject: letter.content.subject,
      text: textOf(letter.content.html),
    }))
  },
  async settle() {
    await sendLetters(login, Date.now())
  },
  async finish(letters) {
    const entries = await kept()
    return Promise.all(
      letters.map(async (letter) => {
        const { subject, pieces } = letter
        const entry = entries.find(({ value }) => value.letter.content.subject === subject)
        const query = entry ? `restore=${encodeURIComponent(entry.key)}` : `c=${encodeURIComponent(subject)}`
        const composer = await open(query).catch((error: unknown) => {
          const isGone = error instanceof ApiError && error.code === Code.mailNotFound
          // A letter that the server had whole is not offered again, and was sent since.
          if (!isGone || !entry || entry.value.note.unsaved) throw error
          return null
        })
        if (!composer) {
          await letterJournal().remove(entry?.key ?? '')
          return { subject, end: 'gone' }
        }
        if (composer.state.get().draft.phase !== 'saved' || textOf(composer.body().html()) !== pieces.join(''))
          write(composer, letter, pieces.join(''))
        const end = await send(composer)
        if (end === 'gone') await composer.leave()
        return { subject, end }
      }),
    )
  },
}
Object.assign(globalThis, { stage })
