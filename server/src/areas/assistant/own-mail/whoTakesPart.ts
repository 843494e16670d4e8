import type { Language } from '@yanshu/contracts'
import type { MailReader } from '../../../platform/actor/actor.ts'
import type { Context } from '../../../store/context/context.ts'
import { readText } from '../../../store/database/storedText.ts'
import { openMailbox } from '../../../store/mailbox/index.ts'
import { sentencesOf } from '../summary/sentences.ts'

/** Questions of who comes, or how many do: a notice does not say that, its answers do. */
const ASKED =
  /(?:谁|哪些人|哪几个人|哪几位|几个人|几人|多少人|多少位)[^，。？?]{0,6}?(?:来|去|参加|报名|出席|到场)|\b(?:who|how many)\b[^?]{0,30}\b(?:join|attend|com(?:e|ing)|tak(?:e|ing) part|participat)/iu
const NO =
  /(?:不|没法|无法|不能|没空|没时间)[^，。]{0,4}(?:参加|报名|去|来|出席)|(?:去|来|参加)不了|\b(?:can'?t|cannot|won'?t|will not|unable)\b/iu
const YES =
  /参加|报名|出席|到场|算我|加我|我(?:们)?(?:会|要|也|都|能|可以)?(?:来|去)|\bcount me in\b|\bI(?:'ll|'m| will| can| am)\b[^.]{0,30}\b(?:join|attend|com(?:e|ing)|there)/iu
const ANSWER = /^\s*(?:re|aw|回复|答复)\s*[:：]/i
/** Sentences of an answer that are read: what decides comes first. */
const READ_MAX = 6

export const asksWho = (question: string): boolean => ASKED.test(question)

/** The names of those who wrote in a conversation that they take part, and of those who wrote that they do not. */
export interface TakingPart {
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

/** Reads the answers of a conversation; the last word of a person counts. */
export async function whoTakesPart(context: Context, reader: MailReader, mailId: number): Promise<TakingPart> {
  const mailbox = openMailbox(context, reader)
  const { mailIds } = await mailbox.othersInThread(mailId)
  const rows = await mailbox.texts([mailId, ...mailIds])
  const answers = new Map<string, boolean>()
  for (const row of rows.toSorted((a, b) => a.received_at - b.received_at)) {
    if (!row.restrictions.toAssistant || !ANSWER.test(row.subject)) continue
    const takesPart = answerIn(readText(row.text ?? ''))
    if (takesPart !== null) answers.set(row.from_name || row.from_address, takesPart)
  }
  const named = (wanted: boolean) => [...answers].flatMap(([name, takesPart]) => (takesPart === wanted ? [name] : []))
  return { yes: named(true), no: named(false) }
}

function answerIn(text: string): boolean | null {
  for (const { text: sentence } of sentencesOf(text).slice(0, READ_MAX)) {
    if (/[?？]$/.test(sentence)) continue
    if (NO.test(sentence)) return false
    if (YES.test(sentence)) return true
  }
  return null
}

/** The answer in words; where no mail has it, that it is not known. */
export function sayTakingPart({ yes, no }: TakingPart, subject: string, language: Language): string {
  const zh = language === 'zh'
  if (yes.length + no.length === 0) {
    return zh
      ? `“${subject}”里没有写谁参加，回复里也没有人说，我不知道。`
      : `"${subject}" does not say who takes part, and no answer to it does. I do not know.`
  }
  const list = (names: readonly string[]) => names.join(zh ? '、' : ', ')
  const parts = zh
    ? [
        yes.length > 0 ? `${yes.length} 人表示参加：${list(yes)}` : '还没有人表示参加',
        ...(no.length > 0 ? [`${no.length} 人表示不参加：${list(no)}`] : []),
      ]
    : [
        yes.length > 0 ? `${yes.length} said that they take part: ${list(yes)}` : 'Nobody has said that they take part',
        ...(no.length > 0 ? [`${no.length} said that they do not: ${list(no)}`] : []),
      ]
  return zh ? `“${subject}”的回复里，${parts.join('；')}。` : `In the answers to "${subject}": ${parts.join('; ')}.`
}
