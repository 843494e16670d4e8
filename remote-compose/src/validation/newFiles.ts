import { type AttachmentProblem, attachmentProblem } from '@yanshu/contracts'
import { attachedSize } from '@yanshu/ui/upload'

/** Why a chosen file does not become an attachment. `over-total`: with it the mail would be larger than it may be. */
export type FileProblem = AttachmentProblem | 'over-total'

export interface JudgedFiles<F> {
  readonly accepted: readonly F[]
  readonly refused: readonly { readonly file: F; readonly problem: FileProblem }[]
}

/**
 * Judges files that were chosen, dropped or pasted against those already there, one after the other: the second of two
 * files of one name is a duplicate too (§5, Compose).
 */
export function judgeNewFiles<F extends { readonly name: string; readonly size: number }>(
  files: readonly F[],
  there: readonly { readonly name: string; readonly size: number }[],
  limits: {
    readonly controlFileTypes: readonly string[]
    readonly maxMessageSize: number
    readonly linkedAbove?: number | null | undefined
  },
): JudgedFiles<F> {
  const blocked = limits.controlFileTypes.map((type) => type.replace(/^\./, '').toLowerCase())
  const accepted: F[] = []
  const refused: { file: F; problem: FileProblem }[] = []
  for (const file of files) {
    const before = [...there, ...accepted]
    const problem =
      attachmentProblem(file, before, blocked) ??
      (attachedSize([...before, file], limits.linkedAbove) > limits.maxMessageSize ? 'over-total' : null)
    if (problem) refused.push({ file, problem })
    else accepted.push(file)
  }
  return { accepted, refused }
}
