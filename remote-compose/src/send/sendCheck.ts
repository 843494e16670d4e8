import type { LetterChoice, LetterContent } from '@yanshu/contracts'
import type { UploadItem } from '@yanshu/ui/upload'
import type { WrittenLetter } from '../write/writtenLetter.ts'

/** The letter as the checks of this remote read it. */
export interface CheckedLetter {
  readonly letter: WrittenLetter
  readonly attachments: readonly Pick<UploadItem, 'name' | 'size' | 'state'>[]
  /** Bytes of all attachments together. */
  readonly maxMessageSize: number
  /** Files above so many bytes go as links. */
  readonly linkedAbove?: number | null | undefined
  /** The writer's own text, as HTML and as words; without what is quoted. */
  html(): string
  text(): string
}

/** What only the writer can decide. The answer that does not send has the focus. */
export interface SendQuestion {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no: string
  /** What is asked together: each with its title and text, below each other. */
  readonly parts?: readonly { readonly title: string; readonly text: string }[]
  /** What the writer chooses with it. */
  readonly choice?: LetterChoice
}

export type SendVerdict =
  | null
  /** Sent only if the writer confirms it; then as `repair` makes it, while the letter on the screen stays as it is. */
  | {
      readonly kind: 'ask'
      readonly question: SendQuestion
      readonly repair?: (content: LetterContent) => LetterContent
      /** The writer has agreed. */
      readonly onYes?: () => void
    }
  /** Sent as `repair` makes it, without a question: the writer has agreed to it before. */
  | { readonly kind: 'repair'; readonly repair: (content: LetterContent) => LetterContent }
  | { readonly kind: 'refuse'; readonly message: string }

interface Check {
  readonly name: string
  /** The smallest first. Those of this remote are below 0, those of others have the order that they declare. */
  readonly order: number
}

/** Refuses at once. From the first attempt to send on its words (`problems.{name}`) stand on the screen as long as it refuses. */
export interface Refusal extends Check {
  refuses(letter: CheckedLetter): boolean
}

/** Is asked when the letter is to be sent and nothing refuses. */
export interface SendCheck extends Check {
  /** @param content what would be sent, as the checks before have repaired it */
  judge(letter: CheckedLetter, content: LetterContent): SendVerdict | Promise<SendVerdict>
}

export type Checked =
  | { readonly kind: 'passed'; readonly content: LetterContent }
  | { readonly kind: 'refused'; readonly message: string }
  /** The writer does not send it now. */
  | { readonly kind: 'stays' }

/**
 * Asks the checks in their order, each only when those before let the letter go.
 * @param confirm asks the writer
 * @param isOver whether the letter was thrown away or closed meanwhile: then nothing more is asked
 */
export async function runChecks(
  checks: readonly SendCheck[],
  letter: CheckedLetter,
  content: LetterContent,
  confirm: (question: SendQuestion) => Promise<boolean>,
  isOver: () => boolean,
): Promise<Checked> {
  let repaired = content
  for (const check of checks.toSorted((a, b) => a.order - b.order)) {
    const verdict = await check.judge(letter, repaired)
    if (isOver()) return { kind: 'stays' }
    if (!verdict) continue
    if (verdict.kind === 'refuse') return { kind: 'refused', message: verdict.message }
    if (verdict.kind === 'ask') {
      if (!(await confirm(verdict.question)) || isOver()) return { kind: 'stays' }
      verdict.onYes?.()
    }
    repaired = verdict.repair?.(repaired) ?? repaired
  }
  return { kind: 'passed', content: repaired }
}
