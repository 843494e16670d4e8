import type { ApprovalConditions } from '@yanshu/contracts'
import {
  type ComparedLetter,
  comparedOf,
  few,
  isIn,
  type JudgedRule,
  judgeCompared,
  type LetterFacts,
  megabytes,
  typesIn,
  wordsIn,
} from './judgeLetter.ts'

/** One change of a letter, in both languages. */
interface Change {
  readonly zh: string
  readonly en: string
  /** Whether the letter has to leave later. */
  readonly later?: boolean
  readonly apply: (letter: ComparedLetter) => ComparedLetter
}

/** Changes that together let a letter leave without approval. */
export interface WayOut {
  readonly zh: string
  readonly en: string
  readonly later: boolean
}

const WAYS_MAX = 3
/** Changes of one way: with more of them it is another letter. */
const CHANGES_MAX = 3
const TRIED_MAX = 60

/**
 * What to change in a letter so that no rule holds it: the fewest changes first. Each way is tried with the function that
 * decides. Empty where no small change helps. Pure.
 */
export function waysOut(rules: readonly JudgedRule[], facts: LetterFacts): WayOut[] {
  const letter = comparedOf(facts)
  const changed = (changes: readonly Change[]) => changes.reduce((one, { apply }) => apply(one), letter)
  const ways: (readonly Change[])[] = []
  let tried = 0
  let level: (readonly Change[])[] = [[]]
  while (level.length > 0 && ways.length < WAYS_MAX) {
    const next: (readonly Change[])[] = []
    for (const changes of level) {
      // A way with more changes than one that is there already is none.
      if (ways.some((way) => way.every(({ en }) => changes.some((one) => one.en === en)))) continue
      if (++tried > TRIED_MAX) break
      const hit = judgeCompared(rules, changed(changes))
      if (!hit) ways.push(needed(changes, (some) => judgeCompared(rules, changed(some)) === null))
      else if (changes.length < CHANGES_MAX)
        next.push(...changesOf(hit.rule.conditions, changed(changes)).map((one) => [...changes, one]))
    }
    level = next
  }
  const shortest = ways.toSorted((a, b) => a.length - b.length).slice(0, WAYS_MAX)
  return shortest.map((changes) => ({
    zh: changes.map(({ zh }) => zh).join('并'),
    en: changes.map(({ en }) => en).join(' and '),
    later: changes.some(({ later }) => later === true),
  }))
}

/** Without the changes that the later ones have made needless. */
const needed = (changes: readonly Change[], isEnough: (some: readonly Change[]) => boolean): readonly Change[] =>
  changes.reduce((kept, one) => {
    const others = kept.filter((other) => other !== one)
    return others.length > 0 && isEnough(others) ? others : kept
  }, changes)

/** Changes of which each makes that a rule does not hold a letter that it holds now. */
function changesOf(conditions: ApprovalConditions, letter: ComparedLetter): Change[] {
  const changes: (Change | null)[] = [
    recipientChange(conditions, letter),
    domainChange(conditions, letter),
    countChange(conditions),
    sizeChange(conditions),
    conditions.withAttachment && !letter.encrypted
      ? {
          zh: '不带附件',
          en: 'without attachments',
          apply: (one) => ({ ...one, hasAttachment: false, files: [], withFiles: false }),
        }
      : null,
    fileChange(conditions, letter),
    wordChange(conditions, letter),
    conditions.outsideHours
      ? {
          zh: '在工作时间内发送',
          en: 'sent in working hours',
          later: true,
          apply: (one) => ({ ...one, working: true }),
        }
      : null,
    secrecyChange(conditions),
  ]
  return changes.flatMap((change) => change ?? [])
}

type Recipient = LetterFacts['recipients'][number]

const withoutRecipients =
  (isGone: (one: Recipient) => boolean): Change['apply'] =>
  (letter) => {
    const recipients = letter.recipients.filter((one) => !isGone(one))
    return { ...letter, recipients, recipientCount: Math.min(letter.recipientCount, recipients.length) }
  }

function recipientChange({ to }: ApprovalConditions, { recipients }: ComparedLetter): Change | null {
  if (to === 'anybody') return null
  const isHit = ({ outside }: Recipient) => outside === (to === 'outside')
  if (recipients.every(isHit)) return null
  const names = few(recipients.filter(isHit).map(({ address }) => address))
  return {
    zh: `去掉${to === 'outside' ? '外部' : '内部'}收件人 ${names}`,
    en: `without recipients ${to} (${names})`,
    apply: withoutRecipients(isHit),
  }
}

function domainChange({ domains }: ApprovalConditions, { recipients }: ComparedLetter): Change | null {
  const hit = domains.filter((domain) => recipients.some(({ address }) => isIn(domain, address)))
  const isHit = ({ address }: Recipient) => hit.some((domain) => isIn(domain, address))
  if (hit.length === 0 || recipients.every(isHit)) return null
  return {
    zh: `去掉 ${few(hit)} 的收件人`,
    en: `without recipients at ${few(hit)}`,
    apply: withoutRecipients(isHit),
  }
}

/** Which recipients stay is left open, so all of them count for other rules. */
function countChange({ recipientsFrom }: ApprovalConditions): Change | null {
  if (recipientsFrom === null || recipientsFrom <= 1) return null
  return {
    zh: `收件人少于 ${recipientsFrom} 人`,
    en: `to fewer than ${recipientsFrom} recipients`,
    apply: (letter) => ({ ...letter, recipientCount: Math.min(letter.recipientCount, recipientsFrom - 1) }),
  }
}

/** Bytes: what is smaller is no size that people keep to. */
const SIZE_MIN = 102_400

function sizeChange({ sizeFrom }: ApprovalConditions): Change | null {
  if (sizeFrom === null || sizeFrom < SIZE_MIN) return null
  return {
    zh: `小于 ${megabytes(sizeFrom)}`,
    en: `smaller than ${megabytes(sizeFrom)}`,
    apply: (letter) => ({ ...letter, size: Math.min(letter.size, sizeFrom - 1) }),
  }
}

function fileChange({ fileTypes }: ApprovalConditions, letter: ComparedLetter): Change | null {
  const hit = typesIn(fileTypes, letter)
  if (hit.length === 0) return null
  return {
    zh: `去掉 ${few(hit)} 附件`,
    en: `without files of type ${few(hit)}`,
    apply: (one) => {
      const files = one.files.filter((name) => !hit.some((type) => name.endsWith(`.${type}`)))
      const left = files.length > 0
      return { ...one, files, hasAttachment: one.hasAttachment && left, withFiles: one.withFiles && left }
    },
  }
}

function wordChange({ words }: ApprovalConditions, letter: ComparedLetter): Change | null {
  if (words.length === 0) return null
  const hit = wordsIn(words, letter)
  // What is in it is not known here: no change of it makes sure that it leaves.
  if (letter.encrypted) return null
  if (hit.length === 0)
    return {
      zh: '缩短正文或附件，去掉无法读取的附件',
      en: 'with a shorter text or smaller files, without files that cannot be read',
      apply: (one) => ({ ...one, truncated: false }),
    }
  const gone = hit.map((word) => letter.placesOf(word).folded)
  return {
    zh: `去掉“${hit.join('”“')}”`,
    en: `without “${hit.join('”, “')}”`,
    apply: (one) => ({ ...one, without: [...one.without, ...gone] }),
  }
}

function secrecyChange({ secrecy = 'any' }: ApprovalConditions): Change | null {
  if (secrecy === 'any') return null
  return secrecy === 'secret'
    ? {
        zh: '不设为保密',
        en: 'not confidential',
        apply: (letter) => ({ ...letter, secrecy: letter.secrecy === 'secret' ? 'restricted' : letter.secrecy }),
      }
    : { zh: '不限制阅读', en: 'read without conditions', apply: (letter) => ({ ...letter, secrecy: 'free' }) }
}
