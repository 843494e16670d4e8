import { tokensOf } from '../../../store/search/tokens.ts'

/** Words by which people ask and that say nothing of what they ask about. */
const ASKING =
  /请问|请|麻烦|帮我|告诉我|我想知道|我想|我要|我的|怎么样|怎么办|怎么|怎样|如何|为什么|什么时候|什么时间|什么|在哪(?:里|儿)?|哪里|哪儿|哪些|哪个|哪天|哪一|几点|几号|几条|几个|几封|几次|多少|一个|这个|那个|是不是|有没有|没有|能不能|行不行|行吗|可以|可不可以|应该|需要|吗|呢|吧|啊|了(?!解)|的|是|在(?!线)|把|被|给|和|与|有(?!效)|会(?![议话])|能|到(?![期达])|去(?!年)|要(?![求点])|我|你|他|她|这封|那封|邮件里|一下|\b(?:how|what|when|where|which|who|why|does|did|do|is|are|was|were|can|could|should|would|will|may|must|i|my|me|we|our|you|your|the|a|an|of|to|in|on|at|for|from|with|and|or|it|its|this|that|there|please|tell|show|find|about|has|have|had|be|much|many|long)\b/giu

/** Whether a question asks how something is done, which the product's help answers rather than a mail. */
export const asksHow = (question: string): boolean =>
  /怎么|怎样|如何|哪里|什么意思|是什么|为什么|\bhow\b|\bwhere (?:can|do|is)\b|\bwhat does\b|\bcan i\b/i.test(question)

/** The words of a question without those by which it asks; of pairs of characters those that lie within one part. */
export function questionTokens(question: string): string[] {
  const parts = question.replace(ASKING, ' ').split(/\s+/u)
  return [...new Set(parts.flatMap((part) => wholePairs(part)))]
}

/** The parts themselves, the longest first: what is searched for as it was typed. */
export function questionParts(question: string): string[] {
  const parts = question
    .replace(ASKING, ' ')
    .split(/[\s\p{P}\p{S}]+/u)
    .filter((part) => [...part].length > 1)
  return [...new Set(parts)].sort((a, b) => b.length - a.length)
}

/** Tokens of a text; the single character that closes a run is left out unless it is all there is. */
export function wholePairs(text: string): string[] {
  const tokens = tokensOf(text)
  return tokens.length < 2 ? tokens : tokens.filter((token) => !/^\p{Script=Han}$/u.test(token))
}

const ENDINGS = /(?:ing|ed|es|s)$/
/** An English word without its ending, so that “attachments” is found by “attachment”. */
export const stem = (token: string): string =>
  /^[a-z]{5,}$/.test(token) ? token.replace(ENDINGS, '').replace(/e$/, '') : token
