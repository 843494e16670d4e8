import { isSameAuthserv, readAuthenticationResults } from '../../mime/authenticationResults.ts'

/** Bytes of one field that are collected; a longer `Authentication-Results` is left out whole. */
const FIELD_MAX = 16 * 1_024
const LINE_FEED = 0x0a
const FIELD_NAME = /^([!-9;-~]{1,200})[ \t]*:/
const RESULTS = 'authentication-results'

/**
 * Leaves out the `Authentication-Results` fields of a message that name this server (RFC 8601 §5), so that no
 * outside server can write what only this system's own border may. Names are compared whole; everything else passes as it is.
 * Fields are what this program reads as such: in any case, folded, and folded without a blank as some mailers do.
 */
export class ForgedResultsFilter {
  readonly #server: string
  /** The beginning of a line whose end has not come yet. */
  #partial: Buffer[] = []
  #partialSize = 0
  /** Whether the bytes up to the next line feed belong to a line that was decided by its beginning. */
  #midLine = false
  #field: Buffer[] = []
  #fieldSize = 0
  #mode: 'pass' | 'collect' | 'drop' = 'pass'
  #inBody = false
  #passed: Buffer[] = []

  constructor(server: string) {
    this.#server = server
  }

  /** Answers what of these and the earlier bytes is decided and passes; it may be empty. */
  push(bytes: Buffer): Buffer {
    let at = 0
    while (!this.#inBody && at < bytes.length) {
      const lineFeed = bytes.indexOf(LINE_FEED, at)
      const stop = lineFeed < 0 ? bytes.length : lineFeed + 1
      this.#takePiece(bytes.subarray(at, stop), lineFeed >= 0)
      at = stop
    }
    if (at < bytes.length) this.#passed.push(bytes.subarray(at))
    return this.#takePassed()
  }

  /** What is left at the end of the message. */
  end(): Buffer {
    if (this.#partialSize > 0) this.#line(this.#takePartial())
    this.#endField()
    return this.#takePassed()
  }

  #takePiece(piece: Buffer, isEnd: boolean): void {
    if (this.#midLine) {
      this.#midLine = !isEnd
      this.#add(piece)
    } else if (isEnd) this.#line(this.#partialSize > 0 ? Buffer.concat([this.#takePartial(), piece]) : piece)
    else {
      this.#partial.push(piece)
      this.#partialSize += piece.length
      if (this.#partialSize <= FIELD_MAX) return
      this.#line(this.#takePartial())
      this.#midLine = true
    }
  }

  #takePassed(): Buffer {
    const [only, ...more] = this.#passed.splice(0)
    return only && more.length === 0 ? only : Buffer.concat(only ? [only, ...more] : [])
  }

  #takePartial(): Buffer {
    this.#partialSize = 0
    return Buffer.concat(this.#partial.splice(0))
  }

  #line(line: Buffer): void {
    if (line.length <= 2 && /^\r?\n$/.test(line.toString('latin1'))) {
      this.#endField()
      this.#inBody = true
      this.#passed.push(line)
      return
    }
    const name = FIELD_NAME.exec(line.toString('latin1', 0, 210))?.[1]?.toLowerCase()
    const isFolded = line[0] === 0x20 || line[0] === 0x09
    if (name !== undefined && !isFolded) {
      this.#endField()
      if (name === RESULTS) this.#mode = 'collect'
    }
    this.#add(line)
  }

  #add(bytes: Buffer): void {
    if (this.#mode === 'pass') this.#passed.push(bytes)
    if (this.#mode !== 'collect') return
    this.#field.push(bytes)
    this.#fieldSize += bytes.length
    if (this.#fieldSize > FIELD_MAX) {
      this.#field = []
      this.#mode = 'drop'
    }
  }

  #endField(): void {
    if (this.#mode === 'collect') {
      const field = Buffer.concat(this.#field).toString('latin1')
      const named = readAuthenticationResults(field.slice(field.indexOf(':') + 1))?.authservId
      if (named === undefined || !isSameAuthserv(named, this.#server)) this.#passed.push(...this.#field)
    }
    this.#field = []
    this.#fieldSize = 0
    this.#mode = 'pass'
  }
}
