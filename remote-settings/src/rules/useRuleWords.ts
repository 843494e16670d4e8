import { folderLines } from '@yanshu/contracts'
import { DAY_MS, MINUTE_MS } from '@yanshu/contracts/days'
import { formatBy, useFolders, useGeneral, useLanguage } from '@yanshu/shell-api'
import { useWords } from '../useWords.ts'
import type { SentenceWords } from './ruleSentence.ts'

/** Monday, 5 January 1970. */
const MONDAY = 4 * DAY_MS

/** What the sentence of a rule is made of, in the user's language and clock. */
export function useRuleWords(): SentenceWords {
  const say = useWords()
  const tree = useFolders()
  const language = useLanguage()
  const { timeFormat } = useGeneral()
  const weekday = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone: 'UTC' })
  return {
    say: (key, values) => say(`rules.say.${key}`, values),
    folder: (id) => {
      const folder = tree.byId(id)
      if (folder?.parentId === undefined) return folder ? tree.nameOf(folder) : null
      return folderLines(tree.lists?.customList ?? []).find((line) => line.folder === folder)?.path ?? null
    },
    label: (id) => tree.label(id)?.labelName ?? null,
    weekday: (day) => weekday.format(MONDAY + (day - 1) * DAY_MS),
    clock: (minute) =>
      formatBy({ language, timeZone: 0, timeFormat, now: () => MONDAY }).mailTime(MONDAY + minute * MINUTE_MS),
  }
}
