import type { Context } from '../../store/context/context.ts'

/** Bytes of mails that one command asks for, unless connections break within it. */
export const COMMAND_BYTES = 8 * 1_048_576
/** Less is not asked for: a connection that does not carry this much brings nothing. */
const LEAST_BYTES = 8_192
/** A connection that has carried so many commands lives for longer than larger ones take. */
const COMMANDS_CARRIED = 8
const LISTED_MOST = 500
/** Bytes of an answer for one mail: its size, marks, date and Message-ID; and its number alone. */
const LISTED_BYTES = 160
const NUMBER_BYTES = 8

/**
 * How much one command asks for. Some servers and proxies end each connection after so many bytes: then commands become smaller
 * until one comes about, and a mail that is larger comes in pieces. It is kept with the migration, so that a run that goes on
 * need not find it again.
 */
export class CommandSize {
  readonly #context: Pick<Context, 'store'>
  readonly #migrationId: number
  #bytes: number
  #carried = 0

  constructor(context: Pick<Context, 'store'>, { id, command_bytes }: { id: number; command_bytes: number }) {
    this.#context = context
    this.#migrationId = id
    this.#bytes = command_bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Whether a mail of any size is asked for by one command. */
  get isWhole(): boolean {
    return this.#bytes >= COMMAND_BYTES
  }

  /** Mails that one command lists. */
  get listed(): number {
    return Math.min(LISTED_MOST, Math.ceil(this.#bytes / LISTED_BYTES))
  }

  /** Numbers that one command searches; null for all of a folder. */
  get searched(): number | null {
    return this.isWhole ? null : Math.ceil(this.#bytes / NUMBER_BYTES)
  }

  /** What follows goes over a new connection. */
  renewed(): void {
    this.#carried = 0
  }

  /** A command has brought so many bytes of mails. */
  async came(bytes: number): Promise<void> {
    this.#carried += bytes
    if (this.isWhole || this.#carried < this.#bytes * COMMANDS_CARRIED) return
    this.#carried = 0
    await this.#set(Math.min(this.#bytes * 2, COMMAND_BYTES))
  }

  /** A connection broke before a single command came about. Answers whether smaller ones can be tried. */
  async broke(): Promise<boolean> {
    if (this.#bytes <= LEAST_BYTES) return false
    await this.#set(Math.max(Math.floor(this.#bytes / 4), LEAST_BYTES))
    return true
  }

  async #set(bytes: number): Promise<void> {
    this.#bytes = bytes
    const { db } = this.#context.store
    await db.updateTable('migration').set({ command_bytes: bytes }).where('id', '=', this.#migrationId).execute()
  }
}
