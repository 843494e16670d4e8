import { dayOf, partsOf } from '@yanshu/contracts/days'
import type { WallSpan } from '../data/commands.ts'
import { clock, dayTitle, when } from '../model/words.ts'
import { useWords } from '../useWords.ts'
import type { GridProps } from './gridProps.ts'

/** What a grid announces to a screen reader at each step of the keyboard. */
export function useSpeech({ saying, now, announce }: Pick<GridProps, 'saying' | 'now' | 'announce'>) {
  const say = useWords()
  const { year } = partsOf(dayOf(now))
  return (
    kind: 'cursor' | 'moving' | 'dropped' | 'back',
    day: number,
    span: WallSpan | undefined,
    count: number,
    minute?: number,
  ) => {
    const where = dayTitle(saying.language, day, year)
    const time = minute === undefined ? '' : ` ${clock(saying, minute * 60_000)}`
    if (kind === 'cursor') announce(say('speech.day', { day: where + time, count }))
    else if (kind === 'back') announce(say('speech.back', { day: where }))
    else if (span) announce(say(`speech.${kind}`, { when: when(saying, span, year, say('allDay')) }))
  }
}
