import type { TaskEntry } from '@yanshu/contracts'
import { Icon } from '@yanshu/ui'
import css from './tasks.module.css'
import { useTaskWords } from './words.ts'

/** The round check of a task. */
export function TaskCheck({ task, onTick }: { task: TaskEntry; onTick: (task: TaskEntry) => void }) {
  const say = useTaskWords()
  const done = task.closedAt !== null
  return (
    <button
      type="button"
      aria-pressed={done}
      aria-label={say(done ? 'untick' : 'tick', { title: task.title })}
      className={css.check}
      onClick={() => onTick(task)}
    >
      <span className={css.round}>
        <Icon name="check" size={16} />
      </span>
    </button>
  )
}
