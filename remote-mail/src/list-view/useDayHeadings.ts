import type { DaySection } from '@yanshu/lists'
import { useGeneral, useLanguage } from '@yanshu/shell-api'
import type { ListHeading } from '@yanshu/ui'
import { useMemo } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'

const HOUR = 3_600_000

let names: Intl.DateTimeFormat | undefined
/** Made when it is needed: that takes as long as drawing some rows. */
const monthNames = () => (names ??= new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }))

/** The headings of a list in the words of the reader; the same array until one of them moves. */
export function useDayHeadings(sections: readonly DaySection[]): readonly ListHeading[] {
  const say = useWords()
  const language = useLanguage()
  const { timeZone } = useGeneral()
  return useMemo(() => {
    /** A date whose UTC fields are the wall clock of the reader. */
    const local = (moment: number) => new Date(moment + timeZone * HOUR)
    const month = (from: number) => {
      const date = local(from)
      const year = date.getUTCFullYear()
      const name = language === 'zh' ? date.getUTCMonth() + 1 : monthNames().format(date)
      return year === local(Date.now()).getUTCFullYear()
        ? say('day.month', { month: name })
        : say('day.monthOfYear', { month: name, year })
    }
    return sections.map(({ kind, from, start }) => ({
      key: `${kind}-${from}`,
      start,
      label: kind === 'month' ? month(from) : say(`day.${kind}`),
    }))
  }, [sections, say, language, timeZone])
}
