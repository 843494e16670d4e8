import more from '@yanshu/help/en'
import moreZh from '@yanshu/help/zh'
import { useLanguage, useT } from '@yanshu/shell-api'
import { Button, Drawer, EmptyState, TextField } from '@yanshu/ui'
import { useEffect, useRef, useState } from 'react'
import { en } from './en.ts'
import css from './help.module.css'
import { findTopics, withTopics } from './topics.ts'
import { zh } from './zh.ts'

interface HelpDrawerProps {
  /** The topic that it opens at; its beginning for none. */
  topic?: string
  onClose: () => void
  onKeys?: () => void
}

/** The topics of the product in short, beside the work they are about. */
export default function HelpDrawer({ topic: asked, onClose, onKeys }: HelpDrawerProps) {
  const say = useT('shell')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const opened = useRef<HTMLDetailsElement>(null)
  const all = language === 'en' ? withTopics(en, more) : withTopics(zh, moreZh)
  const found = findTopics(all, typed)
  useEffect(() => {
    opened.current?.scrollIntoView({ block: 'start' })
    opened.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [])
  return (
    <Drawer
      open
      title={say('help.title')}
      onClose={onClose}
      className={css.drawer}
      footer={
        onKeys && (
          <Button size="small" variant="text" icon="keyboard" onClick={onKeys}>
            {say('shortcuts.sheet')}
          </Button>
        )
      }
    >
      <TextField
        label={say('help.search')}
        hideLabel
        icon="search"
        clearable
        placeholder={say('help.search')}
        value={typed}
        onChange={setTyped}
        {...(asked ? {} : { 'data-autofocus': '' })}
      />
      <div className={css.topics}>
        {found.map((topic) => (
          <details
            key={topic.id}
            ref={topic.id === asked ? opened : undefined}
            className={css.topic}
            open={topic.id === asked || (typed.trim() !== '' && found.length <= 3)}
          >
            <summary {...(topic.id === asked ? { 'data-autofocus': '' } : {})}>{topic.title}</summary>
            {topic.text.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </details>
        ))}
      </div>
      {found.length === 0 && <EmptyState scene="nothing" title={say('help.none')} text={say('help.noneText')} />}
    </Drawer>
  )
}
