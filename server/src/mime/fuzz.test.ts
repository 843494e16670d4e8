import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzing, hostileMail, wellFormedMail } from '../testing/mailArbitraries.ts'
import { boundHtml } from './boundHtml.ts'
import { htmlToText } from './html-text.ts'
import { MAX_FILE_NAME_BYTES, MAX_PARTS, PREVIEW_CHARACTERS } from './limits.ts'
import type { ParsedMail } from './parsedMail.ts'
import { parseMail } from './parseMail.ts'

const NOW = Date.UTC(2026, 10, 21)
/** Milliseconds of processor time for some kilobytes; a thousand times what they take. */
const CPU_MAX_MS = 2_000

const strings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}

function expectSound(mail: ParsedMail, raw: Uint8Array): void {
  for (const text of strings(mail)) {
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain('\0')
  }
  expect(mail.attachments.length).toBeLessThanOrEqual(MAX_PARTS)
  expect(mail.preview.length).toBeLessThanOrEqual(PREVIEW_CHARACTERS * 2)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  let bytes = 0
  for (const { filename, content, size } of mail.attachments) {
    expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(MAX_FILE_NAME_BYTES)
    expect(filename).not.toMatch(/[/\\\p{Cc}]|^\.{0,2}$/u)
    expect(content.length).toBe(size)
    bytes += size
  }
  // Nothing is made larger than what it was made of, but for the letters of other charsets.
  expect(bytes).toBeLessThanOrEqual(raw.length)
  expect((mail.text ?? '').length).toBeLessThanOrEqual(raw.length * 2)
}

test('whatever comes in, reading it ends soon and answers within the limits', async () => {
  await fc.assert(
    fc.asyncProperty(hostileMail, async (raw) => {
      const before = process.cpuUsage()
      const mail = await parseMail(raw, { now: NOW })
      expectSound(mail, raw)
      const html = boundHtml(mail.html ?? '')
      htmlToText(html)
      // What was bounded once stays as it is.
      expect(boundHtml(html)).toBe(html)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1_000).toBeLessThan(CPU_MAX_MS)
    }),
    fuzzing('hostile mail'),
  )
}, 600_000)

test('what a program wrote by the rules is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(wellFormedMail, async ({ draft, raw }) => {
      const mail = await parseMail(raw, { now: NOW })
      expect(mail.defects).toEqual([])
      expect(mail.subject).toBe(draft.subject)
      expect(mail.from).toEqual([draft.from])
      expect(mail.to).toEqual(draft.to)
      expect(mail.cc).toEqual(draft.cc)
      expect(mail.date).toBe(draft.date)
      expect(mail.messageId).toBe(draft.messageId)
      expect(mail.text?.trimEnd()).toBe(draft.text?.trimEnd())
      expect(mail.html?.trimEnd() ?? null).toBe(draft.html?.trimEnd() ?? null)
      expect(
        mail.attachments.map(({ filename, contentType, content }) => [filename, contentType, [...content]]),
      ).toEqual(draft.files?.map(({ name, contentType, content }) => [name, contentType, [...content]]))
    }),
    fuzzing('round trip'),
  )
}, 600_000)
