/** Makes raw mails for tests: strings are bytes of latin1, so that every byte can be written as it is on the wire. */
export function rawMail(...pieces: (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)))
}

/** The fields that no test of a body cares about. */
export const HEAD =
  'From: a@yanshu.test\r\nTo: b@yanshu.test\r\nDate: Sat, 21 Nov 2026 10:00:00 +0800\r\nMIME-Version: 1.0\r\n'

/** The moment the tests read their mails at. */
export const NOW = Date.UTC(2026, 10, 21, 4)
