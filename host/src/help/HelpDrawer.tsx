import { useLanguage, useT } from '@yanshu/shell-api'
import { Button, Drawer, EmptyState, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { en } from './en.ts'
import css from './help.module.css'
import { findTopics } from './topics.ts'
import { zh } from './zh.ts'

/** The topics of the product in short, beside the work they are about. */
export default function HelpDrawer({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const say = useT('shell')
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const found = findTopics(language === 'en' ? en : zh, typed)
  return (
    <Drawer
      open
      title={say('help.title')}
      onClose={onClose}
      className={css.drawer}
      footer={
        <Button size="small" variant="text" icon="keyboard" onClick={onKeys}>
          {say('shortcuts.sheet')}
        </Button>
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
        data-autofocus=""
      />
      <div className={css.topics}>
        {found.map((topic) => (
          <details key={topic.id} className={css.topic} open={typed.trim() !== '' && found.length <= 3}>
            <summary>{topic.title}</summary>
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
