import type { Suggestion } from '@yanshu/contracts'
import { format, http, t } from '@yanshu/shell-api'
import type { SuggestedPerson, SuggestPeople } from '@yanshu/ui/people'
import { NS } from '../write/namespace.ts'
import { recentsFor } from './recents.ts'

const COUNT = 8

/** Why a person is suggested whose name and address may not contain what was typed. */
function whyOf({ matched, kind, lastWrittenAt, sameDepartment }: Suggestion): string {
  if (matched === 'phone' || matched === 'duty' || matched === 'department') return t(NS, `recipients.${matched}`)
  if (lastWrittenAt) return t(NS, 'recipients.writtenOn', { day: format().day(lastWrittenAt) })
  if (sameDepartment) return t(NS, 'recipients.sameDepartment')
  return kind === 'organization' ? t(NS, 'recipients.colleague') : ''
}

const shown = (list: readonly Suggestion[]): SuggestedPerson[] => list.map((one) => ({ ...one, why: whyOf(one) }))

/** People for what is typed: those written to last at once, then all that the server finds. */
export const suggestRecipients: SuggestPeople = Object.assign(
  async (keyword: string, signal: AbortSignal) => {
    const { list } = await http.get('contact/list/suggest', { keyword, pageSize: COUNT }, { signal, silent: true })
    return shown(list)
  },
  { known: (keyword: string) => shown(recentsFor(keyword).slice(0, COUNT)) },
)
