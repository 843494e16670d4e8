import { useFolders, useFormat, useGeneral } from '@yanshu/shell-api'
import { Chip } from '@yanshu/ui'
import { useMailT } from '../mailbox/useMailbox.ts'
import { useSearchT } from '../messages/search.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { isEdgeOfDay, toClock } from './localTime.ts'
import { isFileType } from './narrowed.ts'
import css from './search.module.css'
import type { SearchForm } from './searchParams.ts'

/** What the list of results shows, one chip a condition; each can be taken away. */
export function SearchChips({ form, onRun }: { form: SearchForm; onRun: (form: SearchForm) => void }) {
  const t = useSearchT()
  const say = useConditionWords(form)
  const conditions = conditionsOf(form)
  if (conditions.length === 0) return null
  return (
    <ul className={css.chips} aria-label={t('search.conditions')}>
      {conditions.map(({ name, without }) => (
        <li key={name}>
          <Chip tone={name === 'keyword' ? 'accent' : 'neutral'} onRemove={() => onRun(without)}>
            {say(name)}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function useConditionWords(form: SearchForm): (name: Condition['name']) => string {
  const t = useSearchT()
  const mailT = useMailT()
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
        return t(`search.part.${name}`, { text: form[name].trim() })
      case 'fileType':
        return t('search.fileIs', {
          kind: isFileType(form.fileType) ? t(`search.fileType.${form.fileType}`) : form.fileType,
        })
      case 'kind':
        return t(`search.kind${form.kind}`)
      case 'folder': {
        const folder = tree.byId(form.folderId ?? 0)
        return t('search.inFolder', { name: folder ? tree.nameOf(folder) : '?' })
      }
      case 'scope':
        return t('search.in', { places: format.people(form.scope.map((one) => t(`search.scope${one}`))) })
      case 'startTime':
        return t('search.from', { time: moment(form.startTime, 'start') })
      case 'endTime':
        return t('search.until', { time: moment(form.endTime, 'end') })
      case 'attachment':
        return t(form.attachment === 1 ? 'search.hasFile' : 'search.hasNoFile')
      case 'unread':
        return mailT(form.unread === 1 ? 'filter.unread' : 'filter.read')
    }
  }
}
