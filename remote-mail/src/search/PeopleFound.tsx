import { http, Link, useSwitch } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, VisuallyHidden } from '@yanshu/ui'
import { nameOf } from '../list-view/rowFacts.ts'
import { useSeen } from '../list-view/useSeen.ts'
import { Highlighted } from './Highlighted.tsx'
import { termsOf } from './highlight.ts'
import css from './search.module.css'
import { useSearchWords } from './useSearchWords.ts'

/** People named above the mails that were found. */
const SHOWN = 3
/** The longest keyword that the suggestions accept. */
const KEYWORD_MAX = 100

/**
 * People whom a keyword means, above the mails that have it: by name, pinyin, department or address, which may stand in
 * no mail. Each leads to the mails with them. Without a match it draws nothing.
 */
export function PeopleFound({ keyword }: { keyword: string }) {
  const say = useSearchWords()
  const displayEmail = useSwitch('displayEmail')
  const seen = useSeen()
  const { data = [] } = useQuery({
    queryKey: ['people-found', keyword],
    queryFn: async ({ signal }) =>
      (await http.get('contact/list/suggest', { keyword, pageSize: SHOWN }, { signal, silent: true })).list,
    enabled: seen && keyword !== '' && keyword.length <= KEYWORD_MAX,
  })
  if (data.length === 0) return null
  return (
    <ul className={css.people} aria-label={say('search.people')}>
      {data.map((person) => (
        <li key={person.address}>
          <Link
            className={css.person}
            to={`/inboxct?address=${encodeURIComponent(person.address)}`}
            title={displayEmail ? person.address : undefined}
          >
            <Avatar name={person.name} address={person.address} size={24} />
            <span className={css.cut}>
              <Highlighted text={nameOf(person)} terms={termsOf(keyword)} />
            </span>
            <span className={css.department}>
              {person.deptName.slice(person.deptName.lastIndexOf('/') + 1).trim() || (displayEmail && person.address)}
            </span>
            <VisuallyHidden>{say('search.mailsWith', { name: nameOf(person) })}</VisuallyHidden>
          </Link>
        </li>
      ))}
    </ul>
  )
}
