import { useFolders, useFormat, useGeneral } from '@yanshu/shell-api'
import { Chip } from '@yanshu/ui'
import { useWords } from '../mailbox/useMailbox.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { isEdgeOfDay, toClock } from './localTime.ts'
import { isFileType } from './narrowed.ts'
import css from './search.module.css'
import type { SearchForm } from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

/** What the list of results shows, one chip a condition; each can be taken away. */
export function SearchChips({ form, onRun }: { form: SearchForm; onRun: (form: SearchForm) => void }) {
  const say = useSearchWords()
  const textOf = useConditionText(form)
  const conditions = conditionsOf(form)
  if (conditions.length === 0) return null
  return (
    <ul className={css.chips} aria-label={say('search.conditions')}>
      {conditions.map(({ name, without }) => (
        <li key={name}>
          <Chip tone={name === 'keyword' ? 'accent' : 'neutral'} onRemove={() => onRun(without)}>
            {textOf(name)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function useConditionText(form: SearchForm): (name: Condition['name']) => string {
  const say = useSearchWords()
  const sayMail = useWords()
  const tree = useFolders()
  const format = useFormat()
  const { timeZone } = useGeneral()
  // To the minute, as it is chosen; seconds only where there are some, after a correction.
  const moment = (ms: number | null, edge: 'start' | 'end') => {
    if (ms === null) return ''
    if (isEdgeOfDay(ms, edge, timeZone)) return format.day(ms)
    return ms % 60_000 === 0 ? format.dayTime(ms) : (toClock(ms, timeZone) ?? '')
  }
  return (name) => {
    switch (name) {
      case 'keyword':
        return form.keyword.trim()
      case 'from':
      case 'to':
      case 'subject':
        return say(`search.part.${name}`, { text: form[name].trim() })
      case 'fileType':
        return say('search.fileIs', {
          kind: isFileType(form.fileType) ? say(`search.fileType.${form.fileType}`) : form.fileType,
        })
      case 'kind':
        return say(`search.kind${form.kind}`)
      case 'folder': {
        const folder = tree.byId(form.folderId ?? 0)
        return say('search.inFolder', { name: folder ? tree.nameOf(folder) : '?' })
      }
      case 'scope':
        return say('search.in', { places: format.people(form.scope.map((one) => say(`search.scope${one}`))) })
      case 'startTime':
        return say('search.from', { time: moment(form.startTime, 'start') })
      case 'endTime':
        return say('search.until', { time: moment(form.endTime, 'end') })
      case 'attachment':
        return say(form.attachment === 1 ? 'search.hasFile' : 'search.hasNoFile')
      case 'unread':
        return sayMail(form.unread === 1 ? 'filter.unread' : 'filter.read')
    }
  }
}
