import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const entrySchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  by: z.string(),
  /** Where it came from: an address of the network, or the tool. */
  from: z.string(),
  /** The change as JSON. */
  what: z.string(),
  reason: z.string(),
  outcome: z.enum(['written', 'refused', 'conflict']),
  detail: z.string(),
})

/** One attempt to change the manifest. */
export type AuditEntry = z.output<typeof entrySchema>

const fileOf = (folder: string) => path.join(folder, 'audit.jsonl')

/** Adds a line to the log of all attempts, which nothing ever rewrites. */
export async function recordAttempt(folder: string, entry: AuditEntry): Promise<void> {
  await mkdir(folder, { recursive: true })
  await appendFile(fileOf(folder), `${JSON.stringify(entry)}\n`, { flush: true })
}

/** The attempts, the newest first. A line that a power cut left incomplete is skipped. */
export async function readAttempts(folder: string, limit: number): Promise<AuditEntry[]> {
  const text = await readFile(fileOf(folder), 'utf8').catch(() => '')
  const entries: AuditEntry[] = []
  for (const line of text.split('\n').reverse()) {
    if (entries.length >= limit) break
    try {
      entries.push(entrySchema.parse(JSON.parse(line)))
    } catch {
      // Half a line, or the end of the file.
    }
  }
  return entries
}
