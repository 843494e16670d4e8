import type { ApprovalConditions } from '@yanshu/contracts'

/** What rules ask about a letter. */
export interface LetterFacts {
  readonly senderId: number
  /** The departments of the sender, with those above them. */
  readonly deptIds: ReadonlySet<number>
  /** The mail groups that the sender is in, of those that rules name. */
  readonly groupIds: ReadonlySet<number>
  readonly recipients: readonly { readonly address: string; readonly outside: boolean }[]
  /** Bytes. */
  readonly size: number
  readonly hasAttachment: boolean
  readonly fileNames: readonly string[]
  readonly subject: string
  /** All that may be read in it. */
  readonly text: string
  /** What may be read in its files, as far as they are text. */
  readonly fileText: string
  /** Whether the end of a text is missing, so that a word may stand there. */
  readonly truncated: boolean
  /** How its reading is restricted. */
  readonly secrecy: 'free' | 'restricted' | 'secret'
  /** Whether its text and files can be opened by its recipients alone. */
  readonly encrypted?: boolean
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

/** A letter as rules compare it. */
export interface ComparedLetter extends Omit<LetterFacts, 'fileNames' | 'subject' | 'text' | 'fileText'> {
  readonly recipientCount: number
  /** Names of its files, folded. */
  readonly files: readonly string[]
  /** Whether the names and the content of its files count. */
  readonly withFiles: boolean
  /** Words that are left out, folded: no word that contains one of them is there. */
  readonly without: readonly string[]
  /** Where a word stands; each word is looked for once. */
  readonly placesOf: (word: string) => WordPlaces
}

interface WordPlaces {
  /** The word as it is compared. */
  readonly folded: string
  readonly subject: boolean
  readonly text: boolean
  readonly files: boolean
}

/**
 * The first rule, in their order, that holds a letter; null when none does. The one function for what is sent, for what is
 * shown before sending, and for what a rule would have held. Pure.
 */
export const judgeLetter = <Rule extends JudgedRule>(rules: readonly Rule[], facts: LetterFacts): Hit<Rule> | null =>
  judgeCompared(rules, comparedOf(facts))

/** The same about a letter whose texts were made ready for comparing. Pure. */
export function judgeCompared<Rule extends JudgedRule>(
  rules: readonly Rule[],
  letter: ComparedLetter,
): Hit<Rule> | null {
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

/** Makes a letter ready for comparing. */
export function comparedOf({ fileNames, subject, text, fileText, ...facts }: LetterFacts): ComparedLetter {
  const texts = { subject: folded(subject), text: folded(text), fileText: folded(fileText) }
  const files = fileNames.map(folded)
  const known = new Map<string, WordPlaces>()
  const find = (word: string): WordPlaces => {
    const one = folded(word)
    const has = (place: string) => one !== '' && place.includes(one)
    const inFiles = has(texts.fileText) || files.some(has)
    return { folded: one, subject: has(texts.subject), text: has(texts.text), files: inFiles }
  }
  return {
    ...facts,
    recipientCount: facts.recipients.length,
    files,
    withFiles: true,
    without: [],
    placesOf: (word) => {
      const places = known.get(word) ?? find(word)
      known.set(word, places)
      return places
    },
  }
}

/** Which of these words a letter has. */
export const wordsIn = (words: readonly string[], letter: ComparedLetter): string[] =>
  words.filter((word) => {
    const { folded: one, subject, text, files } = letter.placesOf(word)
    return (subject || text || (files && letter.withFiles)) && !letter.without.some((gone) => one.includes(gone))
  })

/** Which of these types a letter has files of. */
export const typesIn = (types: readonly string[], { files }: Pick<ComparedLetter, 'files'>): string[] =>
  types.filter((type) => files.some((name) => name.endsWith(`.${type}`)))

const SHOWN = 3
/** The first of these, for a sentence. */
export const few = (all: readonly string[]): string => all.slice(0, SHOWN).join('、') + (all.length > SHOWN ? '…' : '')

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Why a letter is what the conditions name; null when one of them is not met. */
function reasonsOf(conditions: ApprovalConditions, letter: ComparedLetter): Reason[] | null {
  if (!isSender(conditions, letter)) return null
  const reasons: (Reason | null | undefined)[] = [
    recipientReason(conditions, letter),
    domainReason(conditions, letter),
    conditions.recipientsFrom === null
      ? undefined
      : letter.recipientCount < conditions.recipientsFrom
        ? null
        : { zh: `收件人 ${letter.recipientCount} 人`, en: `${letter.recipientCount} recipients` },
    conditions.sizeFrom === null
      ? undefined
      : letter.size < conditions.sizeFrom
        ? null
        : { zh: `邮件较大（${megabytes(letter.size)}）`, en: `large mail (${megabytes(letter.size)})` },
    attachmentReason(conditions, letter),
    fileReason(conditions, letter),
    wordReason(conditions, letter),
    conditions.outsideHours
      ? letter.working
        ? null
        : { zh: '非工作时间', en: 'outside of working hours' }
      : undefined,
    secrecyReason(conditions, letter),
  ]
  if (reasons.includes(null)) return null
  return reasons.flatMap((reason) => reason ?? [])
}

function isSender({ senderIds, deptIds, groupIds = [] }: ApprovalConditions, letter: ComparedLetter): boolean {
  if (senderIds.length + deptIds.length + groupIds.length === 0) return true
  return (
    senderIds.includes(letter.senderId) ||
    deptIds.some((id) => letter.deptIds.has(id)) ||
    groupIds.some((id) => letter.groupIds.has(id))
  )
}

function secrecyReason(
  { secrecy: wanted = 'any' }: ApprovalConditions,
  { secrecy }: ComparedLetter,
): Reason | null | undefined {
  if (wanted === 'any') return undefined
  if (secrecy === 'secret') return { zh: '保密邮件', en: 'confidential' }
  return wanted === 'restricted' && secrecy === 'restricted'
    ? { zh: '限制阅读的邮件', en: 'reading is restricted' }
    : null
}

/** Rules about what an encrypted letter may hold count as met: it is not sent unread. */
const ENCRYPTED: Reason = {
  zh: '邮件已加密，无法检查内容',
  en: 'it is encrypted, so that its content cannot be checked',
}

/** A size in words. */
export const megabytes = (bytes: number): string => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`

function recipientReason({ to }: ApprovalConditions, { recipients }: ComparedLetter): Reason | null | undefined {
  if (to === 'anybody') return undefined
  const wanted = recipients.filter(({ outside }) => outside === (to === 'outside'))
  if (wanted.length === 0) return null
  return to === 'outside'
    ? {
        zh: `有外部收件人 ${few(wanted.map(({ address }) => address))}`,
        en: `outside recipients (${few(wanted.map(({ address }) => address))})`,
      }
    : { zh: '有内部收件人', en: 'recipients inside' }
}

/** Whether an address is in a domain, or below it. */
export const isIn = (domain: string, address: string): boolean =>
  domainOf(address) === domain || domainOf(address).endsWith(`.${domain}`)

function domainReason({ domains }: ApprovalConditions, { recipients }: ComparedLetter): Reason | null | undefined {
  if (domains.length === 0) return undefined
  const hit = domains.filter((domain) => recipients.some(({ address }) => isIn(domain, address)))
  return hit.length === 0 ? null : { zh: `发往 ${few(hit)}`, en: `goes to ${few(hit)}` }
}

function attachmentReason(
  { withAttachment }: ApprovalConditions,
  { encrypted, hasAttachment }: ComparedLetter,
): Reason | null | undefined {
  if (!withAttachment) return undefined
  if (encrypted) return ENCRYPTED
  return hasAttachment ? { zh: '有附件', en: 'has attachments' } : null
}

function fileReason({ fileTypes }: ApprovalConditions, letter: ComparedLetter): Reason | null | undefined {
  if (fileTypes.length === 0) return undefined
  const hit = typesIn(fileTypes, letter)
  if (hit.length === 0 && letter.encrypted) return ENCRYPTED
  return hit.length === 0 ? null : { zh: `附件类型 ${few(hit)}`, en: `files of type ${few(hit)}` }
}

function wordReason({ words }: ApprovalConditions, letter: ComparedLetter): Reason | null | undefined {
  if (words.length === 0) return undefined
  const hit = wordsIn(words, letter)
  if (hit.length > 0) {
    const inSubject = hit.some((word) => letter.placesOf(word).subject)
    return {
      zh: `${inSubject ? '主题' : '正文或附件'}含“${few(hit)}”`,
      en: `“${few(hit)}” in the ${inSubject ? 'subject' : 'text or a file'}`,
      words: hit,
    }
  }
  if (letter.encrypted) return ENCRYPTED
  // What cannot be read to its end is not sent unread.
  return letter.truncated
    ? {
        zh: '正文或附件过长，或附件无法读取，不能检查全部内容',
        en: 'the text or a file is too long, or a file cannot be read, so that not all of it can be checked',
      }
    : null
}
