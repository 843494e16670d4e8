import { type MailAddress, type MailListItem, MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import { go, http, isAbort, useRoute, useShortcuts } from '@yanshu/shell-api'
import { IconButton, isComposing, notify, TextField, useActiveOption, useBodyWidth, useDismiss } from '@yanshu/ui'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { mailbox } from '../mailbox/mailbox.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { AdvancedPanel, Suggestions, useHints } from './AdvancedPanel.tsx'
import { type Choice, keyOf } from './choices.ts'
import { loadWords } from './laterParts.ts'
import css from './search.module.css'
import { useSearchHistory } from './searchHistory.ts'
import { EMPTY_SEARCH, hasConditions, type SearchForm, searchOf, searchPath } from './searchParams.ts'
import { warmSearch } from './warmSearch.ts'

const TYPING_MS = 150
const HITS = 6
/** Suggestions that are not all yet are asked for once more after so long, in milliseconds. */
const AGAIN_MS = 1_000

interface Hits {
  readonly people: readonly MailAddress[]
  readonly mails: readonly MailListItem[]
}

const NO_HITS: Hits = { people: [], mails: [] }

/** The search of the top bar: a box with suggestions, or where there is no room for one, the way to the search page. */
export default function QuickSearch() {
  const say = useWords()
  const width = useBodyWidth()
  if (width === 0 || width >= MOBILE_BELOW_WIDTH_PX) return <SearchBox />
  return <IconButton icon="search" label={say('search.focus')} onClick={() => go('/search')} />
}

function SearchBox() {
  const say = useWords()
  const holder = useRef<HTMLElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [composing, setComposing] = useState(false)
  const [open, setOpen] = useState(false)
  const [advanced, setAdvanced] = useState(false)
  const history = useSearchHistory()
  const { path, query } = useRoute()
  // The box shows the words of the current results; a new search begins with an empty box.
  const shownBy = path === '/search' ? searchOf(query) : null
  const asked = shownBy?.keyword ?? null
  const waits = shownBy !== null && !hasConditions(shownBy)
  // What is written while a search is still on its way stays.
  const writes = useRef(false)
  useEffect(() => {
    if (asked !== null && !writes.current) setText(asked)
  }, [asked])
  useEffect(() => {
    if (waits) holder.current?.querySelector('input')?.focus()
  }, [waits])
  // Of `from:li` it is li that people are looked for by.
  const sought = text.replace(/\S*[:：]/gu, ' ').trim()
  const hits = useHits(sought, open && !composing)
  const hints = useHints(text, open && !composing)

  const focus = () => holder.current?.querySelector('input')?.focus()
  useShortcuts([{ keys: '/', label: say('search.focus'), group: say('keys.group'), run: focus }], true)
  useDismiss(open, panel, () => close(), { inside: [holder] })

  const keyword = text.trim()
  // Of `in:` alone folders are proposed, and its letters are not searched.
  const isBegun = hints[0]?.alone
  const choices: readonly Choice[] = keyword
    ? [
        ...(isBegun ? [] : ([3, 1, 2] as const)).map((kind): Choice => ({ type: 'kind', kind })),
        ...hints.map((hint): Choice => ({ type: 'hint', hint })),
        ...hits.people.map((person): Choice => ({ type: 'person', person })),
        ...hits.mails.map((mail): Choice => ({ type: 'mail', mail })),
      ]
    : history.list.map((one): Choice => ({ type: 'history', keyword: one }))

  const close = () => setOpen(false)
  /** The view that opens receives the keys, unless the user focuses the field again before that. */
  const leave = () => {
    close()
    holder.current?.querySelector('input')?.blur()
  }
  const run = async (form: SearchForm) => {
    if (!hasConditions(form)) {
      notify.warning(say('search.keywordNeeded'))
      return
    }
    history.remember(form.keyword)
    leave()
    setAdvanced(false)
    // Words such as `from:` are conditions, but not where a kind of search was chosen.
    const words = form.kind === 1 || form.kind === 2 ? null : await loadWords().catch(() => null)
    go(searchPath(words?.readSearch(form) ?? form), { withAnswer: true })
  }
  const take = (choice: Choice) => {
    switch (choice.type) {
      case 'kind':
        return run({ ...EMPTY_SEARCH, kind: choice.kind, keyword })
      case 'history':
        setText(choice.keyword)
        return run({ ...EMPTY_SEARCH, keyword: choice.keyword })
      case 'hint':
        writes.current = true
        setText(choice.hint.text)
        return beginAnew()
      case 'person':
        leave()
        return go(`/inboxct?address=${encodeURIComponent(choice.person.address)}`)
      case 'mail':
        history.remember(keyword)
        leave()
        return go(`/reply/${choice.mail.mailboxId}/${choice.mail.mailId}`)
    }
  }
  const shown = open && choices.length > 0
  const cursor = useActiveOption(
    shown,
    choices.length,
    (at) => choices[at] && take(choices[at]),
    false,
    (at) => (choices[at] ? keyOf(choices[at]) : at),
  )
  const beginAnew = () => {
    cursor.setActive(undefined)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || cursor.onKeyDown(event)) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp' || (isBegun && event.key === 'Enter')) setOpen(true)
    else if (event.key === 'Enter') run({ ...EMPTY_SEARCH, keyword })
    else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }
  return (
    <search ref={holder} className={css.quick}>
      <TextField
        label={say('search.keyword')}
        hideLabel
        icon="search"
        clearable
        placeholder={say('search.placeholder')}
        value={text}
        maxLength={200}
        onChange={(value) => {
          writes.current = true
          setText(value)
          beginAnew()
        }}
        // The same word written or pasted over itself is no change for React, and begins the search anew.
        onInput={beginAnew}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onFocus={() => {
          setOpen(true)
          warmSearch()
        }}
        onBlur={(event) => {
          writes.current = false
          if (!holder.current?.contains(event.relatedTarget)) close()
        }}
        onKeyDown={onKeyDown}
        {...cursor.box}
        after={
          <IconButton
            icon="filter"
            size="small"
            label={say('search.advanced')}
            aria-expanded={advanced}
            onPointerEnter={warmSearch}
            onClick={() => {
              close()
              setAdvanced(!advanced)
            }}
          />
        }
      />
      {shown && (
        <Suspense fallback={null}>
          <Suggestions
            ref={panel}
            choices={choices}
            cursor={cursor}
            keyword={keyword}
            sought={sought}
            onTake={take}
            onClear={history.clear}
          />
        </Suspense>
      )}
      {advanced && (
        <AdvancedPanel
          form={{ ...(shownBy ?? EMPTY_SEARCH), keyword: text }}
          anchor={holder}
          onRun={run}
          onClose={() => setAdvanced(false)}
        />
      )}
    </search>
  )
}

/** The first hits for what is typed, after a pause; an answer that is no longer wanted is called off. */
function useHits(keyword: string, wanted: boolean): Hits {
  const [hits, setHits] = useState<{ keyword: string; hits: Hits }>({ keyword: '', hits: NO_HITS })
  useEffect(() => {
    if (!wanted || !keyword) return
    const control = new AbortController()
    const ask = (again = true) => {
      const asOf = mailbox().cache.now()
      http
        .get(
          'mail/email/quick/list',
          { searchKeyword: keyword, pageSize: HITS },
          { signal: control.signal, silent: true },
        )
        .then(({ list, people, incomplete }) => {
          mailbox().cache.receive(list, { asOf })
          setHits({ keyword, hits: { mails: list, people: people.slice(0, 4) } })
          if (incomplete && again) timer = setTimeout(ask, AGAIN_MS, false)
        })
        .catch((error: unknown) => {
          // A failure of suggestions is not shown; the search itself shows what is wrong.
          if (!isAbort(error)) setHits({ keyword, hits: NO_HITS })
        })
    }
    let timer = setTimeout(ask, TYPING_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [keyword, wanted])
  // Hits of a shorter word stay until the new ones are there, so that the list does not flicker.
  return keyword && (keyword.startsWith(hits.keyword) || hits.keyword.startsWith(keyword)) ? hits.hits : NO_HITS
}
