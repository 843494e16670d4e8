import { useFormat } from '@yanshu/shell-api'
import { type ActiveOption, Avatar, Button, cx, Icon, optionClass, popupClass } from '@yanshu/ui'
import type { RefObject } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import { useWords } from '../mailbox/useMailbox.ts'
import { type Choice, keyOf } from './choices.ts'
import { Highlighted } from './Highlighted.tsx'
import { termsOf } from './highlight.ts'
import { useSearchMoreWords } from './moreWords.ts'
import css from './search.module.css'

export interface SuggestionsProps {
  ref: RefObject<HTMLDivElement | null>
  choices: readonly Choice[]
  cursor: ActiveOption
  /** What is typed; '' where the last searches stand below the box. */
  keyword: string
  /** The words of it that are marked. */
  sought: string
  onTake: (choice: Choice) => void
  onClear: () => void
}

/** What the search box offers: kinds of search, operators, people and mails, or the last searches. */
export default function Suggestions({ ref, choices, cursor, keyword, sought, onTake, onClear }: SuggestionsProps) {
  const say = useSearchMoreWords()
  const terms = termsOf(sought)
  return (
    <div ref={ref} className={cx(popupClass, css.panel)}>
      <div role="listbox" id={cursor.listId} aria-label={say('suggestions')}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the text box, which keeps focus
          // biome-ignore lint/a11y/useFocusableInteractive: pointed at by aria-activedescendant
          <div
            key={keyOf(choice)}
            role="option"
            {...cursor.option(index)}
            className={cx(optionClass, css.choice)}
            onClick={() => onTake(choice)}
          >
            <Line choice={choice} keyword={keyword} terms={terms} />
          </div>
        ))}
      </div>
      {!keyword && (
        <Button size="small" variant="text" onClick={onClear}>
          {say('clearHistory')}
        </Button>
      )}
    </div>
  )
}

interface LineProps {
  choice: Choice
  keyword: string
  terms: readonly string[]
}

function Line({ choice, keyword, terms }: LineProps) {
  const say = useSearchMoreWords()
  const sayMail = useWords()
  const format = useFormat()
  switch (choice.type) {
    case 'kind':
      return (
        <>
          <Icon name="search" />
          <span className={css.choiceText}>{say(`for${choice.kind}`, { keyword })}</span>
        </>
      )
    case 'history':
      return (
        <>
          <Icon name="clock" />
          <span className={css.choiceText}>{choice.keyword}</span>
        </>
      )
    case 'hint':
      return (
        <>
          <Icon name="filter" />
          <span className={css.choiceText}>{choice.hint.word}</span>
          <span className={css.faint}>{choice.hint.meaning}</span>
        </>
      )
    case 'person':
      return (
        <>
          <Avatar name={choice.person.name} address={choice.person.address} size={24} />
          <span className={css.choiceText}>
            <Highlighted text={nameOf(choice.person)} terms={terms} />{' '}
            <span data-address="" className={css.faint}>
              {choice.person.address}
            </span>
          </span>
        </>
      )
    case 'mail':
      return (
        <>
          <Icon name="mail" />
          <span className={css.choiceText}>
            <Highlighted text={choice.mail.subject || sayMail('row.noSubject')} terms={terms} />
          </span>
          <span className={css.faint}>{nameOf(choice.mail.from)}</span>
          <span className={css.faint}>{format.mailTime(choice.mail.date)}</span>
        </>
      )
  }
}
