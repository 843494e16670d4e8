import type { Language } from '@yanshu/contracts'

/** Questions of an amount: a sentence without a number does not answer them. */
const ASKED =
  /多少|几(?=[元块钱天周月年次页份个件箱台点号楼层折级分人位])|多(?:长|久|大|高|重|远)|\bhow (?:much|many|long|old|far|big|high|heavy)\b/iu

/** Numbers as they are written in mails; in Chinese with what is counted, because 一 and 两 stand in many words. */
const NUMBER =
  /[\d０-９]|[一二三四五六七八九十百千万亿两半]+(?:多|余|来)?(?:元|块|角|分|天|周|个|月|年|次|页|份|件|箱|台|点|号|楼|层|折|级|人|位|名|小时|分钟|倍|成|万|亿|吨|公斤|米)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred|thousand|million|half|none|free)\b|免费/iu

export const asksHowMuch = (question: string): boolean => ASKED.test(question)

/** Whether a sentence names an amount. */
export const saysHowMuch = (sentence: string): boolean => NUMBER.test(sentence)

/** Where a mail is about what was asked and has no amount: that it is not known, and its nearest sentence. */
export const sayUnknownAmount = (subject: string, quote: string, language: Language): string =>
  language === 'zh'
    ? `“${subject}”里没有写是多少，我不知道。最接近的一句是：${quote}`
    : `"${subject}" does not say how much, and I do not know. The nearest that it says: ${quote}`
