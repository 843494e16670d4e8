import type { Language } from '@yanshu/contracts'
import { NAME_RANK, nameRank } from '@yanshu/ui/folders'
import { settingsCommands } from './settingsCommands.ts'

export interface FoundSetting {
  readonly id: string
  readonly label: string
  /** The page it stands on. */
  readonly page: string
  readonly path: string
}

const FOUND_MAX = 12

/** Pages and settings whose name, pinyin, initials or choices fit what is typed, the best first. */
export function searchSettings(typed: string, language: Language): readonly FoundSetting[] {
  const wanted = typed.trim()
  if (wanted === '') return []
  const all = settingsCommands(language)
  const ranked = all.map(({ label, words = [], ...one }) => {
    const own = nameRank(wanted, label)
    // Another name counts less than the setting's own.
    const others = Math.max(NAME_RANK.none, ...words.map((word) => nameRank(wanted, word))) - 0.5
    return { id: one.id, label, page: one.group ?? '', path: one.path ?? '', rank: Math.max(own, others) }
  })
  return ranked
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, FOUND_MAX)
}
