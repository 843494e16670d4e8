import { FEW_HITS } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button } from '@yanshu/ui'
import type { ListQuery } from '../list-window/listQuery.ts'
import { useList } from '../mailbox/useMailbox.ts'
import css from './more.module.css'
import { useSearchMoreWords } from './moreWords.ts'

interface NearKeywordsProps {
  keyword: string
  list: ListQuery
  onRun: (keyword: string) => void
}

/** Where a search has found little: words that sound like those that were searched for. */
export function NearKeywords({ keyword, list, onRun }: NearKeywordsProps) {
  const say = useSearchMoreWords()
  const { view } = useList(list)
  const isLittle = view.status === 'ready' && !view.incomplete && view.total <= FEW_HITS
  const { data = [] } = useQuery({
    queryKey: ['near-keywords', keyword],
    queryFn: async ({ signal }) =>
      (await http.get('mail/email/search/near', { searchKeyword: keyword }, { signal, silent: true })).keywords,
    enabled: isLittle && keyword !== '',
  })
  if (!isLittle || data.length === 0) return null
  return (
    <p role="status" className={css.near}>
      {say('near')}
      {data.map((word) => (
        <Button key={word} size="small" onClick={() => onRun(word)}>
          {word}
        </Button>
      ))}
    </p>
  )
}
