import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config/config.ts'
import { fileFailure } from '../config/fileFailure.ts'
import type { Log } from '../log/log.ts'

/** A private key and its certificate with its chain, in PEM form. */
export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
}

/** How often the files are read: one that was renewed is in use a minute later. */
const EVERY_MS = 60_000

/** Reads the files; null where none are named. Rejects where one cannot be read. */
export async function readCertificate(files: Config['tls']): Promise<Certificate | null> {
  return files && { key: await readFile(files.key), cert: await readFile(files.cert) }
}

interface Following {
  /** What is in use; null for none. */
  readonly certificate: Certificate | null
  /** Is given the next one for all connections that come from then on. */
  readonly use: (certificate: Certificate) => void
  readonly log: Log
  readonly everyMs?: number | undefined
}

/**
 * Reads the files again and again, so that a certificate that was renewed is used without a restart. While they cannot be
 * read, or key and certificate do not go together, as between two writes of a renewal, the one before stays in use, and
 * this is logged once. Returns what ends it.
 */
export function followCertificate(files: Config['tls'], following: Following): () => void {
  const { use, log, everyMs = EVERY_MS } = following
  let { certificate } = following
  if (!files || !certificate) return () => {}
  let complaint = ''
  let reading = false
  const read = async () => {
    try {
      const next = await readCertificate(files)
      if (!next || (certificate?.key.equals(next.key) && certificate.cert.equals(next.cert))) return
      createSecureContext({ ...next })
      use(next)
      certificate = next
      complaint = ''
      log.info({ file: files.cert }, 'the certificate was renewed and is in use')
    } catch (error) {
      const next = fileFailure(error)
      if (next !== complaint) log.warn({ err: error, file: files.cert }, 'the former certificate stays in use')
      complaint = next
    }
  }
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    void read().finally(() => {
      reading = false
    })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
