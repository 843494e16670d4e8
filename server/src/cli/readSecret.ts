import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Asks for a secret without showing it; without a terminal, reads the first line of standard input. */
export async function readSecret(question: string): Promise<string> {
  const terminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, ...(terminal ? { output: silent, terminal } : {}) })
  if (terminal) process.stderr.write(question)
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    if (terminal) process.stderr.write('\n')
    lines.close()
  }
}
