import type { MailRule } from '@yanshu/contracts'
import { IconButton, type IconDrawing } from '@yanshu/ui'
import type { DragEvent } from 'react'
import { LiveSwitch } from '../folder-management/LiveSwitch.tsx'
import { RowActions } from '../folder-management/RowActions.tsx'
import { useWords } from '../useWords.ts'
import { ruleSentence } from './ruleSentence.ts'
import css from './rules.module.css'
import { useRuleWords } from './useRuleWords.ts'

/** Runs a rule now, which is not to load something anew. */
const RUN: IconDrawing = 'M6.5 4.2v11.6L15.8 10z'
const DRAGGED = 'application/x-yanshu-rule'

interface RuleRowProps {
  rule: MailRule
  index: number
  isFirst: boolean
  isLast: boolean
  onEnable: (enabled: boolean) => Promise<void>
  /** By one place, up or down. */
  onMove: (by: -1 | 1) => void
  /** Another rule was dropped here. */
  onDrop: (from: number) => void
  onEdit: () => void
  onRun: () => void
  onRemove: () => void
}

/** A rule as one sentence, with what can be done with it. It is moved by buttons, by Alt with an arrow, and by dragging. */
export function RuleRow({
  rule,
  index,
  isFirst,
  isLast,
  onEnable,
  onMove,
  onDrop,
  onEdit,
  onRun,
  onRemove,
}: RuleRowProps) {
  const say = useWords()
  const words = useRuleWords()
  const name = rule.ruleName
  const drop = (event: DragEvent) => {
    const from = event.dataTransfer.getData(DRAGGED)
    if (from === '') return
    event.preventDefault()
    onDrop(Number(from))
  }
  return (
    <li
      className={css.rule}
      data-off={rule.enabled ? undefined : ''}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, `${index}`)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onMove(event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <span className={css.number} aria-hidden="true">
        {index + 1}
      </span>
      <div className={css.ruleText}>
        <p className={css.ruleName}>{name}</p>
        <p className={css.sentence}>{ruleSentence(rule, words)}</p>
      </div>
      <div className={css.ruleTools}>
        <LiveSwitch label={say('rules.enable', { name })} checked={rule.enabled} onChange={onEnable} />
        <IconButton icon="chevron-up" label={say('rules.up', { name })} disabled={isFirst} onClick={() => onMove(-1)} />
        <IconButton
          icon="chevron-down"
          label={say('rules.down', { name })}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <RowActions
          more={say('rules.more', { name })}
          actions={[
            { id: 'edit', label: say('rules.edit', { name }), icon: 'edit', run: onEdit },
            { id: 'run', label: say('rules.run', { name }), icon: RUN, run: onRun },
            { id: 'delete', label: say('rules.delete', { name }), icon: 'trash', danger: true, run: onRemove },
          ]}
        />
      </div>
    </li>
  )
}
