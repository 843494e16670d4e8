import type { Suggestion } from '@yanshu/contracts'
import { http, t } from '@yanshu/shell-api'
import type { SuggestPeople } from '@yanshu/ui/people'
import { NS } from '../write/namespace.ts'

const COUNT = 8

/** Why somebody is offered whose name and address may not show what was typed. */
function whyOf({ matched, correspondent, kind }: Suggestion): string {
  if (matched === 'phone' || matched === 'duty' || matched === 'department') return t(NS, `recipients.${matched}`)
  if (correspondent) return t(NS, 'recipients.recent')
  return kind === 'organization' ? t(NS, 'recipients.colleague') : ''
}

/** People for what is typed, as the server knows them. */
export const suggestRecipients: SuggestPeople = async (keyword, signal) => {
  const { list } = await http.get('contact/list/suggest', { keyword, pageSize: COUNT }, { signal, silent: true })
  return list.map((one) => ({ ...one, why: whyOf(one) }))
}
