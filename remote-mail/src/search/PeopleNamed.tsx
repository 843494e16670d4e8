import { go, http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button } from '@yanshu/ui'
import { nameOf } from '../list-view/rowFacts.ts'
import { useMailT } from '../mailbox/useMailbox.ts'

/**
 * People whom a keyword without hits means all the same: names of the directory, pinyin and departments stand in no mail.
 * Each leads to the mails with them.
 */
export function PeopleNamed({ keyword }: { keyword: string }) {
  const t = useMailT()
  const { data = [] } = useQuery({
    queryKey: ['people-named', keyword],
    queryFn: async ({ signal }) => {
      const query = { searchKeyword: keyword, pageSize: 1 }
      return (await http.get('mail/email/quick/list', query, { signal, silent: true })).people.slice(0, 3)
    },
    enabled: keyword !== '',
  })
  return data.map((person) => (
    <Button
      key={person.address}
      size="small"
      icon="mail"
      onClick={() => go(`/inboxct?address=${encodeURIComponent(person.address)}`)}
    >
      {t('search.mailsWith', { name: nameOf(person) })}
    </Button>
  ))
}
