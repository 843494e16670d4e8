import type { IndexSettings } from '@yanshu/contracts'
import { type Contribution, offeredOf } from '@yanshu/shell-api'

/** Whether some remote writes a part of "take everything with me". */
export const hasExports = (all: readonly Contribution[], switches: IndexSettings): boolean =>
  offeredOf(all, switches, ({ slots }) => slots).some(({ slot }) => slot === 'settings.export')
