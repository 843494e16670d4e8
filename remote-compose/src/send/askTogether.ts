import type { LetterContent } from '@yanshu/contracts'
import type { SendCheck, SendVerdict } from './sendCheck.ts'

type Say = (key: string, values?: Record<string, string | number>) => string
type Asked = Extract<SendVerdict, { kind: 'ask' }>

/**
 * Several checks as one: what they ask stands in one panel, and what the writer has let pass is not asked again for the
 * same letter as long as it is the same finding.
 */
export function askTogether(checks: readonly SendCheck[], say: Say): SendCheck {
  const inOrder = checks.toSorted((a, b) => a.order - b.order)
  const letPass = new Set<string>()
  return {
    name: 'together',
    order: Math.min(...checks.map(({ order }) => order)),
    async judge(letter, content) {
      let repaired = content
      const asked: { readonly key: string; readonly verdict: Asked }[] = []
      const repairs: ((content: LetterContent) => LetterContent)[] = []
      for (const check of inOrder) {
        const verdict = await check.judge(letter, repaired)
        if (!verdict) continue
        if (verdict.kind === 'refuse') return verdict
        if (verdict.repair) {
          repairs.push(verdict.repair)
          repaired = verdict.repair(repaired)
        }
        if (verdict.kind === 'repair') continue
        const key = `${check.name} ${verdict.question.title} ${verdict.question.text}`
        if (!letPass.has(key)) asked.push({ key, verdict })
      }
      const repair = (given: LetterContent) => repairs.reduce((made, one) => one(made), given)
      const [first] = asked
      if (!first) return repairs.length > 0 ? { kind: 'repair', repair } : null
      const onYes = () => {
        for (const { key } of asked) letPass.add(key)
      }
      if (asked.length === 1) return { kind: 'ask', question: first.verdict.question, repair, onYes }
      const parts = asked.map(({ verdict: { question } }) => question)
      const question = {
        title: say('together.title', { count: parts.length }),
        text: '',
        parts,
        yes: say('together.send'),
        no: say('together.back'),
      }
      return { kind: 'ask', question, repair, onYes }
    },
  }
}
