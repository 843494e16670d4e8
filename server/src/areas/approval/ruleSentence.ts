import type { ApprovalLevel, ApprovalRuleBody } from '@yanshu/contracts'

/** Names of accounts and departments by their numbers; those that are gone are left out. */
export interface Names {
  readonly people: ReadonlyMap<number, string>
  readonly departments: ReadonlyMap<number, string>
  readonly groups: ReadonlyMap<number, string>
}

type Rule = Pick<ApprovalRuleBody, 'conditions' | 'levels' | 'commentRequired' | 'enabled' | 'startsAt' | 'endsAt'>

const named = (ids: readonly number[], names: ReadonlyMap<number, string>, gone: string): string[] =>
  ids.map((id) => names.get(id) ?? gone)

/** A rule as people read it, in both languages. */
export function ruleSentence(rule: Rule, names: Names): { zh: string; en: string } {
  return { zh: inChinese(rule, names), en: inEnglish(rule, names) }
}

function inChinese({ conditions: c, levels }: Rule, names: Names): string {
  const senders = [
    ...named(c.senderIds, names.people, '已删除的人'),
    ...named(c.deptIds, names.departments, '已删除的部门'),
    ...named(c.groupIds ?? [], names.groups, '已删除的邮件组').map((name) => `${name}成员`),
  ]
  const what = [
    c.to === 'outside' ? '发给外部收件人' : c.to === 'inside' ? '发给内部收件人' : '',
    c.domains.length > 0 ? `发往 ${c.domains.join('、')}` : '',
    c.recipientsFrom === null ? '' : `收件人不少于 ${c.recipientsFrom} 人`,
    c.sizeFrom === null ? '' : `不小于 ${Math.round(c.sizeFrom / 1_048_576)} MB`,
    c.withAttachment ? '带附件' : '',
    c.fileTypes.length > 0 ? `附件类型为 ${c.fileTypes.join('、')}` : '',
    c.words.length > 0 ? `含“${c.words.join('”或“')}”` : '',
    c.outsideHours ? '在非工作时间' : '',
    c.secrecy === 'secret' ? '保密' : c.secrecy === 'restricted' ? '限制阅读' : '',
  ].filter((one) => one !== '')
  const chain = levels.map((level) => `${whoChinese(level, names)}${afterChinese(level, names)}`).join('；然后由')
  return `${senders.length > 0 ? senders.join('、') : '所有人'}发出的${what.length > 0 ? `${what.join('且')}的` : '每封'}邮件，由${chain}。`
}

function whoChinese({ who, mode, choice }: ApprovalLevel, names: Names): string {
  const how = mode === 'all' ? '全部审批' : choice ? '中由发件人选一人审批' : '审批'
  switch (who.kind) {
    case 'people':
      return `${named(who.accountIds, names.people, '已删除的人').join(mode === 'all' ? '、' : '或')}${how}`
    case 'head':
      return `${who.up === 0 ? '发件人的部门负责人' : `上 ${who.up} 级部门的负责人`}${how}`
    case 'administrators':
      return `管理员${how}`
    case 'group':
      return `${names.groups.get(who.groupId) ?? '已删除的邮件组'}的${who.role === 'member' ? '成员' : '管理员'}${how}`
  }
}

function afterChinese({ hours, onTimeout, standInId }: ApprovalLevel, names: Names): string {
  if (hours === null) return ''
  const then = {
    next: '转下一级（没有下一级则退回）',
    standIn: `由 ${names.people.get(standInId ?? 0) ?? '下一级'} 代审`,
    send: '直接发出',
    refuse: '退回',
  }[onTimeout]
  return `（${hours} 个工作小时未处理则${then}）`
}

function inEnglish({ conditions: c, levels }: Rule, names: Names): string {
  const senders = [
    ...named(c.senderIds, names.people, 'a person who is gone'),
    ...named(c.deptIds, names.departments, 'a department that is gone'),
    ...named(c.groupIds ?? [], names.groups, 'a mail group that is gone').map((name) => `members of ${name}`),
  ]
  const what = [
    c.to === 'outside' ? 'to recipients outside' : c.to === 'inside' ? 'to recipients inside' : '',
    c.domains.length > 0 ? `to ${c.domains.join(' or ')}` : '',
    c.recipientsFrom === null ? '' : `to at least ${c.recipientsFrom} recipients`,
    c.sizeFrom === null ? '' : `of at least ${Math.round(c.sizeFrom / 1_048_576)} MB`,
    c.withAttachment ? 'with attachments' : '',
    c.fileTypes.length > 0 ? `with files of type ${c.fileTypes.join(' or ')}` : '',
    c.words.length > 0 ? `with “${c.words.join('” or “')}”` : '',
    c.outsideHours ? 'outside of working hours' : '',
    c.secrecy === 'secret' ? 'that is confidential' : c.secrecy === 'restricted' ? 'whose reading is restricted' : '',
  ].filter((one) => one !== '')
  const chain = levels.map((level) => `${whoEnglish(level, names)}${afterEnglish(level, names)}`).join('; then ')
  const who = senders.length > 0 ? senders.join(', ') : 'anybody'
  return `Mail of ${who}${what.length > 0 ? ` ${what.join(' and ')}` : ''} is approved by ${chain}.`
}

function whoEnglish({ who, mode, choice }: ApprovalLevel, names: Names): string {
  const all = mode === 'all' ? ' (all of them)' : choice ? ' (the sender chooses one)' : ''
  switch (who.kind) {
    case 'people':
      return `${named(who.accountIds, names.people, 'a person who is gone').join(mode === 'all' ? ' and ' : ' or ')}${all}`
    case 'head':
      return `${who.up === 0 ? "the head of the sender's department" : `the head ${who.up} departments above`}${all}`
    case 'administrators':
      return `the administrators${all}`
    case 'group':
      return `the ${who.role}s of ${names.groups.get(who.groupId) ?? 'a mail group that is gone'}${all}`
  }
}

function afterEnglish({ hours, onTimeout, standInId }: ApprovalLevel, names: Names): string {
  if (hours === null) return ''
  const then = {
    next: 'it goes to the next level, or back where there is none',
    standIn: `${names.people.get(standInId ?? 0) ?? 'the next level'} stands in`,
    send: 'it is sent',
    refuse: 'it goes back',
  }[onTimeout]
  return ` (after ${hours} working hours without a decision ${then})`
}
