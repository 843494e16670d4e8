import { loginScope, perLogin } from '@yanshu/shell-api'

/** Characters that are read at once: some browsers stop in the middle of a longer text without an event. */
const PIECE_MAX = 160
/** Characters of a mail that are read; what is behind them is quoted history for the most part. */
const TEXT_MAX = 20_000

/** What is being read aloud: the number grows with each text, so that the end of a former one is known. */
const reading = perLogin(() => ({ turn: 0 }))

/** A text in pieces that are read one after the other, cut at the ends of sentences where there are any. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of text.slice(0, TEXT_MAX).match(/[^。！？；.!?;\n]+[。！？；.!?;\n]*/gu) ?? []) {
    const words = part.replace(/\s+/g, ' ').trimStart()
    if (piece !== '' && piece.length + words.length > PIECE_MAX) {
      pieces.push(piece)
      piece = ''
    }
    for (let at = 0; at < words.length; at += PIECE_MAX) {
      const rest = words.slice(at, at + PIECE_MAX)
      if (piece.length + rest.length > PIECE_MAX) {
        pieces.push(piece)
        piece = ''
      }
      piece += rest
    }
  }
  return [...pieces, piece].map((one) => one.trim()).filter((one) => one !== '')
}

/** The language that a piece is read in: Chinese where it has Han characters. */
const languageOf = (text: string): string => (/\p{Script=Han}/u.test(text) ? 'zh-CN' : 'en-US')

/**
 * Reads a text aloud by the voices of the device, in place of what is being read; it ends with the login.
 * @param onEnd called when all of it was read
 * @returns how to stop
 */
export function readAloud(text: string, onEnd: () => void): () => void {
  speechSynthesis.cancel()
  const { signal } = loginScope()
  const state = reading()
  const turn = ++state.turn
  const pieces = piecesOf(text)
  pieces.forEach((piece, at) => {
    const words = new SpeechSynthesisUtterance(piece)
    words.lang = languageOf(piece)
    if (at === pieces.length - 1) {
      words.addEventListener('end', () => {
        if (state.turn === turn) onEnd()
      })
    }
    speechSynthesis.speak(words)
  })
  const stop = () => {
    if (state.turn !== turn) return
    state.turn += 1
    speechSynthesis.cancel()
  }
  signal.addEventListener('abort', stop, { once: true })
  return stop
}
