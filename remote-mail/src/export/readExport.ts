import { EXPORT_HEADERS } from '@yanshu/contracts'

/** How far an export is. `done` and `total` are bytes, the latter about. */
export interface ExportProgress {
  readonly mails: number
  readonly leftOut: number
  readonly done: number
  readonly total: number
}

const numberOf = (response: Response, name: string): number => Number(response.headers.get(name)) || 0

/** Reads the answer of `mail/email/export` and reports how far it is, a few times a second. */
export async function readExport(response: Response, report: (progress: ExportProgress) => void): Promise<Blob> {
  const known = {
    mails: numberOf(response, EXPORT_HEADERS.mails),
    leftOut: numberOf(response, EXPORT_HEADERS.leftOut),
    total: numberOf(response, EXPORT_HEADERS.bytes),
  }
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  const pieces: BlobPart[] = []
  let done = 0
  let reported = 0
  report({ ...known, done })
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(piece.value)
    done += piece.value.length
    if (performance.now() - reported < REPORT_EACH_MS) continue
    reported = performance.now()
    report({ ...known, done })
  }
  return new Blob(pieces, { type })
}

const REPORT_EACH_MS = 200
