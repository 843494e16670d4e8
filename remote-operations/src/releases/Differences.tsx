import type { PostData } from '@yanshu/contracts'
import { useWords } from '../useWords.ts'
import css from './releases.module.css'

/** More of them are a whole version that was published; its first lines say which. */
const SHOWN = 12

/** What two manifests say differently, a line each. */
export function Differences({ list }: { list: PostData<'deployments/change'>['differences'] }) {
  const say = useWords()
  return (
    <ul className={css.diff}>
      {list.slice(0, SHOWN).map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code>
          <span>
            <del>{before ?? say('history.nothing')}</del> → <ins>{after ?? say('history.nothing')}</ins>
          </span>
        </li>
      ))}
      {list.length > SHOWN && <li>…</li>}
    </ul>
  )
}
