import type { SlotProps } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { useWords } from '../useWords.ts'
import css from './person.module.css'
import { usePerson } from './usePerson.ts'

const LOOKED_AT = 10

/** Shows which of several people of one name is written to; nothing for names that are unique. */
export default function NamesakeHint({ address }: SlotProps<'recipient.hint'>) {
  const say = useWords()
  const person = usePerson(address)
  const name = person?.accountId ? person.name : ''
  const { data: namesakes = 0 } = useQuery({
    queryKey: ['contacts', 'namesakes', name],
    queryFn: async ({ signal }) => {
      const { list } = await http.get(
        'contact/list/suggest',
        { keyword: name, pageSize: LOOKED_AT },
        { signal, silent: true },
      )
      return list.filter((one) => one.kind === 'organization' && one.name === name).length - 1
    },
    enabled: name !== '',
  })
  if (!person || namesakes < 1) return null
  const place = [person.deptName, person.duties].filter(Boolean).join(' · ')
  return <p className={css.hint}>{say('hint.namesakes', { name, place, count: namesakes })}</p>
}
