/** Bytes that are worked on at once: some ten milliseconds. A multiple of what three lines of base64 hold. */
export const PIECE = 57 * 3 * 16_384

/** Lets the page draw and answer between two pieces of long work. A timer would wait a second in a page that is not in front. */
export const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** The same for ciphers that no browser has, which are slower. A multiple of their blocks. */
export const SLOW_PIECE = 128 * 1024

/** Works on `length` bytes in pieces, one after the other; `work` gets where a piece begins and ends. */
export async function inPieces(
  length: number,
  work: (start: number, end: number) => void,
  piece = PIECE,
): Promise<void> {
  for (let start = 0; start < length; start += piece) {
    if (start > 0) await pause()
    work(start, Math.min(start + piece, length))
  }
}
