const PROMISE = /附件|附上|随附|附后|附表|attach(?:ed|ment|ments|ing)?\b|enclosed\b/i
const DENIAL = /(?:无|没有|不带|不含|未带|去掉|删除)(?:任何)?附件|(?:no|without(?: any| an)?) attachments?\b/gi

/** Whether the writer's own words mention an attachment, so that a mail without one was probably sent too early. */
export const promisesAttachment = (subject: string, text: string): boolean =>
  PROMISE.test(
    `${subject.replace(/^(?:(?:回复|答复|转发|re|fw|fwd)\s*[:：]\s*)+.*/i, '')}\n${text}`.replace(DENIAL, ''),
  )
