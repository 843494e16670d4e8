import {
  isHeaderName,
  isMailAddress,
  type OtherRuleLoss,
  RULE_CONDITIONS_MAX,
  RULE_NAME_MAX,
  RULE_REASON_MAX,
  type RuleCondition,
  ruleValueProblem,
} from '@yanshu/contracts'
import { readSieve, type SieveNode } from './readSieve.ts'

/** A filter of the other system as a rule of ours, which names its folder as that system does. */
export interface SieveRule {
  readonly name: string
  readonly match: 'all' | 'any'
  readonly conditions: readonly RuleCondition[]
  readonly folder: string
  readonly read: boolean
  readonly star: boolean
  readonly forward: readonly string[]
  /** The reason that the sender is answered; null where the mail is not refused. */
  readonly reject: string | null
  readonly delete: boolean
  readonly stop: boolean
  /** What of it is not the same here. */
  readonly losses: readonly OtherRuleLoss[]
}

/** A part of the script that is no rule here. */
export interface SieveLeft {
  readonly source: string
  readonly loss: OtherRuleLoss
}

const SOURCE_MAX = 500

/** It has no like here. */
class LossError extends Error {
  override readonly name = 'LossError'
  readonly loss: OtherRuleLoss

  constructor(loss: OtherRuleLoss) {
    super(loss)
    this.loss = loss
  }
}

const lose = (loss: OtherRuleLoss): never => {
  throw new LossError(loss)
}

/**
 * The filters of a script of Sieve as rules, in their order, and what of it can be no rule. Nothing is left out in silence.
 * Throws `SieveRefusedError`.
 */
export function rulesOfSieve(script: string): { readonly rules: SieveRule[]; readonly left: SieveLeft[] } {
  const rules: SieveRule[] = []
  const left: SieveLeft[] = []
  const leave = ({ source }: SieveNode, loss: OtherRuleLoss) => {
    left.push({ source: source.length > SOURCE_MAX ? `${source.slice(0, SOURCE_MAX)} …` : source, loss })
  }
  /** Whether every branch of the chain before this one ends the script. */
  let hasEnded = true
  for (const node of readSieve(script)) {
    if (node.name === 'require') continue
    if (node.name === 'vacation') {
      leave(node, 'vacation')
      continue
    }
    const isChained = node.name === 'elsif' || node.name === 'else'
    if (node.name !== 'if' && !isChained) {
      if (node.name !== 'keep') leave(node, 'always')
      continue
    }
    try {
      if (isChained && !hasEnded) lose('chain')
      const rule = ruleOf(node, rules.length + 1)
      hasEnded = rule.stop && (!isChained || hasEnded)
      rules.push(rule)
    } catch (error) {
      if (!(error instanceof LossError)) throw error
      hasEnded = false
      leave(node, error.loss)
    }
  }
  return { rules, left }
}

function ruleOf(node: SieveNode, number: number): SieveRule {
  const losses = new Set<OtherRuleLoss>()
  const [test] = node.tests
  if (!test || node.tests.length > 1) return lose('test')
  const { op, conditions } = testOf(test, losses)
  if (conditions.length === 0 || conditions.length > RULE_CONDITIONS_MAX) lose('test')
  return {
    name: nameOf(node.comment, number),
    match: op,
    conditions,
    ...actionsOf(node.block ?? [], losses),
    losses: [...losses],
  }
}

/** Many programs write the name of a filter into a comment: `rule:[Name]`. */
function nameOf(comment: string, number: number): string {
  const name = (/^rule:\[(.*)\]$/.exec(comment)?.[1] ?? comment).replace(/\p{Cc}/gu, ' ').trim()
  return [...(name || `Sieve ${number}`)].slice(0, RULE_NAME_MAX).join('')
}

interface Test {
  readonly op: 'all' | 'any'
  readonly conditions: readonly RuleCondition[]
}

const negated = ({ op, conditions }: Test): Test => ({
  op: op === 'all' ? 'any' : 'all',
  conditions: conditions.map((one) => ({ ...one, not: !one.not })),
})

function testOf(node: SieveNode, losses: Set<OtherRuleLoss>): Test {
  switch (node.name) {
    case 'not': {
      const [inner] = node.tests
      return inner ? negated(testOf(inner, losses)) : lose('test')
    }
    case 'allof':
    case 'anyof': {
      const op = node.name === 'allof' ? 'all' : 'any'
      const parts = node.tests.map((one) => testOf(one, losses))
      // Rules have one level: all of their conditions, or any.
      if (parts.some((part) => part.conditions.length > 1 && part.op !== op)) return lose('nested')
      return { op, conditions: parts.flatMap(({ conditions }) => conditions) }
    }
    case 'header':
    case 'address':
    case 'body':
      return textTest(node, losses)
    case 'exists':
      return { op: 'all', conditions: textsOf(node, 0).map((name) => headerCondition(name, '')) }
    case 'size': {
      const amount = node.arguments.find((one) => one.kind === 'number')
      if (amount?.kind !== 'number') return lose('test')
      const isOver = node.arguments.some((one) => one.kind === 'tag' && one.tag === 'over')
      // Rules ask for at least so many whole kilobytes.
      if (amount.number % 1_024 !== 0) losses.add('inexact')
      const kb = Math.max(1, Math.ceil((amount.number + Number(isOver)) / 1_024))
      return { op: 'all', conditions: [{ field: 'size', not: !isOver, kb }] }
    }
    default:
      return lose('test')
  }
}

/** Strings and lists of strings of a node, by their place; tags are left out. */
function textsOf(node: SieveNode, place: number): readonly string[] {
  const texts = node.arguments.flatMap((one) =>
    one.kind === 'text' ? [[one.text]] : one.kind === 'list' ? [one.list] : [],
  )
  return texts[place] ?? lose('test')
}

const KNOWN_TAGS = new Set(['contains', 'is', 'matches', 'all', 'domain', 'localpart', 'text', 'raw', 'comparator'])

function textTest(node: SieveNode, losses: Set<OtherRuleLoss>): Test {
  const tags = new Set(node.arguments.flatMap((one) => (one.kind === 'tag' ? [one.tag] : [])))
  for (const tag of tags) if (!KNOWN_TAGS.has(tag)) lose('test')
  // The comparator is the string behind its tag.
  const given = node.arguments.filter(
    (_one, at) =>
      !(node.arguments[at - 1]?.kind === 'tag' && (node.arguments[at - 1] as { tag: string }).tag === 'comparator'),
  )
  const plain = { ...node, arguments: given }
  const isBody = node.name === 'body'
  const names = isBody ? [] : textsOf(plain, 0)
  const values = textsOf(plain, isBody ? 0 : 1).map((value) => includedText(value, tags, losses))
  const conditions = (isBody ? ['body'] : fieldsOf(names)).flatMap((field) =>
    values.map((value) => conditionOf(field, tags.has('domain') ? `@${value}` : value)),
  )
  return { op: 'any', conditions }
}

/** Rules ask whether a text includes another: for what asks more, that is not the same. */
function includedText(value: string, tags: ReadonlySet<string>, losses: Set<OtherRuleLoss>): string {
  if (tags.has('matches')) {
    const inner = /^\*([^*?\\]+)\*$/.exec(value)?.[1]
    if (inner === undefined) return lose('pattern')
    return inner
  }
  if (!tags.has('contains')) losses.add('inexact')
  return value
}

const FIELDS: Readonly<Record<string, string>> = {
  from: 'sender',
  to: 'recipient',
  cc: 'recipient',
  subject: 'subject',
}

const fieldsOf = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => FIELDS[name.toLowerCase()] ?? `header ${name}`)),
]

function conditionOf(field: string, value: string): RuleCondition {
  if (ruleValueProblem(value) !== null) lose('value')
  switch (field) {
    case 'sender':
    case 'recipient':
    case 'subject':
    case 'body':
      return { field, not: false, value }
    default:
      return headerCondition(field.slice('header '.length), value)
  }
}

function headerCondition(name: string, value: string): RuleCondition {
  if (!isHeaderName(name)) lose('value')
  return { field: 'header', not: false, name, value }
}

type Actions = Omit<SieveRule, 'name' | 'match' | 'conditions' | 'losses'>

function actionsOf(commands: readonly SieveNode[], losses: Set<OtherRuleLoss>): Actions {
  const actions = {
    ...{ folder: '', read: false, star: false, forward: [] as string[], delete: false, stop: false },
    reject: null as string | null,
  }
  let isKept = false
  for (const command of commands) {
    const tags = new Set(command.arguments.flatMap((one) => (one.kind === 'tag' ? [one.tag] : [])))
    switch (command.name) {
      case 'keep':
        isKept = true
        break
      case 'stop':
        actions.stop = true
        break
      case 'discard':
        // Into the recycle bin: a rule of ours deletes nothing for good.
        losses.add('bin')
        actions.delete = true
        break
      case 'fileinto': {
        if (tags.has('copy') || actions.folder !== '') lose('copies')
        if (tags.has('flags')) lose('action')
        actions.folder = textsOf(command, 0)[0] ?? ''
        break
      }
      case 'redirect': {
        const [address = ''] = textsOf(command, 0)
        if (!isMailAddress(address)) lose('value')
        if (!tags.has('copy')) losses.add('kept')
        actions.forward.push(address)
        break
      }
      case 'addflag':
      case 'setflag':
        setMarks(textsOf(command, 0), actions, losses)
        break
      case 'reject':
      case 'ereject':
        actions.reject = [...(textsOf(command, 0)[0] ?? '')].slice(0, RULE_REASON_MAX).join('')
        break
      case 'vacation':
        losses.add('vacation')
        break
      default:
        lose('action')
    }
  }
  if (isKept && actions.folder !== '') lose('copies')
  const hasAction =
    actions.folder !== '' || actions.read || actions.star || actions.delete || actions.stop || actions.reject !== null
  if (!hasAction && actions.forward.length === 0) lose(losses.has('vacation') ? 'vacation' : 'action')
  return actions
}

/** Marks that this mailbox has; another one is a loss. */
function setMarks(
  names: readonly string[],
  actions: { read: boolean; star: boolean },
  losses: Set<OtherRuleLoss>,
): void {
  for (const name of names.flatMap((one) => one.split(' '))) {
    if (/^\\seen$/i.test(name)) actions.read = true
    else if (/^\\flagged$/i.test(name)) actions.star = true
    else losses.add('flag')
  }
}
