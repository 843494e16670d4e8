import type { ApprovalConditions } from '@yanshu/contracts'

/** What rules ask about a letter. */
export interface LetterFacts {
  readonly senderId: number
  /** The departments of the sender, with those above them. */
  readonly deptIds: ReadonlySet<number>
  readonly recipients: readonly { readonly address: string; readonly outside: boolean }[]
  /** Bytes. */
  readonly size: number
  readonly hasAttachment: boolean
  readonly fileNames: readonly string[]
  readonly subject: string
  /** All that may be read in it. */
  readonly text: string
  /** Whether the end of the text is missing, so that a word may stand there. */
  readonly truncated: boolean
  readonly working: boolean
}

export interface JudgedRule {
  readonly ruleId: number
  readonly conditions: ApprovalConditions
}

/** Why a rule holds a letter, in both languages, and the words that were found. */
export interface Why {
  readonly zh: string
  readonly en: string
  readonly words: readonly string[]
}

export interface Hit<Rule> {
  readonly rule: Rule
  readonly why: Why
}

/**
 * The first rule, in their order, that holds a letter; null when none does. The one function for what is sent, for what is
 * said before sending, and for what a rule would have held. Pure.
 */
export function judgeLetter<Rule extends JudgedRule>(rules: readonly Rule[], facts: LetterFacts): Hit<Rule> | null {
  const letter = foldedOf(facts)
  for (const rule of rules) {
    const reasons = reasonsOf(rule.conditions, letter)
    if (!reasons) continue
    return {
      rule,
      why: {
        zh: reasons.map(({ zh }) => zh).join('，') || '所有邮件',
        en: reasons.map(({ en }) => en).join(', ') || 'every mail',
        words: reasons.flatMap(({ words = [] }) => words),
      },
    }
  }
  return null
}

interface Reason {
  readonly zh: string
  readonly en: string
  readonly words?: readonly string[]
}

/** Letters as they are compared: no case, no width, and without invisible characters. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}|\u034f/gu, '')
    .toLowerCase()

const foldedOf = (facts: LetterFacts) => ({
  facts,
  subject: folded(facts.subject),
  text: folded(facts.text),
  files: facts.fileNames.map(folded),
  outside: facts.recipients.filter(({ outside }) => outside),
  inside: facts.recipients.filter(({ outside }) => !outside),
})
type Folded = ReturnType<typeof foldedOf>

const SHOWN = 3
const few = (all: readonly string[]): string => all.slice(0, SHOWN).join('、') + (all.length > SHOWN ? '…' : '')

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Why a letter is what the conditions name; null when one of them is not met. */
function reasonsOf(conditions: ApprovalConditions, letter: Folded): Reason[] | null {
  const { facts } = letter
  const { senderIds, deptIds } = conditions
  const isSender = senderIds.length + deptIds.length === 0
  if (!isSender && !senderIds.includes(facts.senderId) && !deptIds.some((id) => facts.deptIds.has(id))) return null
  const reasons: (Reason | null | undefined)[] = [
    recipientReason(conditions, letter),
    domainReason(conditions, facts),
    conditions.recipientsFrom === null
      ? undefined
      : facts.recipients.length < conditions.recipientsFrom
        ? null
        : { zh: `收件人 ${facts.recipients.length} 人`, en: `${facts.recipients.length} recipients` },
    conditions.sizeFrom === null
      ? undefined
      : facts.size < conditions.sizeFrom
        ? null
        : { zh: `邮件较大（${megabytes(facts.size)}）`, en: `large mail (${megabytes(facts.size)})` },
    conditions.withAttachment ? (facts.hasAttachment ? { zh: '有附件', en: 'has attachments' } : null) : undefined,
    fileReason(conditions, letter),
    wordReason(conditions, letter),
    conditions.outsideHours ? (facts.working ? null : { zh: '非工作时间', en: 'outside of working hours' }) : undefined,
  ]
  if (reasons.includes(null)) return null
  return reasons.flatMap((reason) => reason ?? [])
}

const megabytes = (bytes: number): string => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`

function recipientReason({ to }: ApprovalConditions, { outside, inside }: Folded): Reason | null | undefined {
  if (to === 'anybody') return undefined
  const wanted = to === 'outside' ? outside : inside
  if (wanted.length === 0) return null
  return to === 'outside'
    ? {
        zh: `有外部收件人 ${few(wanted.map(({ address }) => address))}`,
        en: `outside recipients (${few(wanted.map(({ address }) => address))})`,
      }
    : { zh: '有内部收件人', en: 'recipients inside' }
}

function domainReason({ domains }: ApprovalConditions, { recipients }: LetterFacts): Reason | null | undefined {
  if (domains.length === 0) return undefined
  const hit = domains.filter((domain) =>
    recipients.some(({ address }) => domainOf(address) === domain || domainOf(address).endsWith(`.${domain}`)),
  )
  return hit.length === 0 ? null : { zh: `发往 ${few(hit)}`, en: `goes to ${few(hit)}` }
}

function fileReason({ fileTypes }: ApprovalConditions, { files }: Folded): Reason | null | undefined {
  if (fileTypes.length === 0) return undefined
  const hit = fileTypes.filter((type) => files.some((name) => name.endsWith(`.${type}`)))
  return hit.length === 0 ? null : { zh: `附件类型 ${few(hit)}`, en: `files of type ${few(hit)}` }
}

function wordReason({ words }: ApprovalConditions, { subject, text, files, facts }: Folded): Reason | null | undefined {
  if (words.length === 0) return undefined
  const hit = words.filter((word) => {
    const one = folded(word)
    return one !== '' && (subject.includes(one) || text.includes(one) || files.some((name) => name.includes(one)))
  })
  if (hit.length > 0) {
    const inSubject = hit.some((word) => subject.includes(folded(word)))
    return {
      zh: `${inSubject ? '主题' : '正文或附件名'}含“${few(hit)}”`,
      en: `“${few(hit)}” in the ${inSubject ? 'subject' : 'text or a file name'}`,
      words: hit,
    }
  }
  // What cannot be read to its end is not let go unread.
  return facts.truncated ? { zh: '正文过长，无法检查全部内容', en: 'the text is too long to be checked' } : null
}
