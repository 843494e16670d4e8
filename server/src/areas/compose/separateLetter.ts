import {
  hasDividedField,
  isRestricted,
  type LetterContent,
  optionOf,
  SEPARATE_SIZE_MAX,
  unknownFields,
} from '@yanshu/contracts'
import { SeparatelyRefusedError, type Words } from './composeErrors.ts'

const COPIES: Words = {
  zh: '群发单显没有抄送和密送，请把他们移到收件人',
  en: 'there is no copy and no blind copy of it; move those recipients to To',
}
const RESTRICTED: Words = {
  zh: '限制阅读的信不能群发单显，请取消其中一项',
  en: 'a letter with restricted reading cannot; remove one of the two',
}
const DIVIDED: Words = {
  zh: '有字段写在链接里，或被格式分开了，请重新输入这个字段',
  en: 'a field stands in a link or is divided by formatting; type it again',
}
const LARGE: Words = {
  zh: '信和附件太大，按人数计算超出上限，请减少附件或分批发送',
  en: 'the letter with its files is too large for so many recipients; send fewer files, or to fewer at a time',
}

/** Throws `SeparatelyRefusedError` for what keeps a letter from going to each of its recipients separately. */
export function requireSeparable({ cc, bcc, subject, html, options }: LetterContent): void {
  if (cc.length + bcc.length > 0) throw new SeparatelyRefusedError(COPIES)
  if (isRestricted(optionOf(options, 'mail.reading'))) throw new SeparatelyRefusedError(RESTRICTED)
  if (hasDividedField(html)) throw new SeparatelyRefusedError(DIVIDED)
  const unknown = unknownFields(`${subject}\n${html}`).slice(0, 5)
  if (unknown.length === 0) return
  throw new SeparatelyRefusedError({
    zh: `没有内容可填的字段：${unknown.join('、')}。可用 {{name}}、{{address}}`,
    en: `nothing is known to fill in for ${unknown.join(', ')}; there are {{name}} and {{address}}`,
  })
}

/** Throws `SeparatelyRefusedError` where the mails of all recipients together would be too large. */
export function requireRoomForAll(size: number, recipients: number): void {
  if (size * recipients > SEPARATE_SIZE_MAX) throw new SeparatelyRefusedError(LARGE)
}
