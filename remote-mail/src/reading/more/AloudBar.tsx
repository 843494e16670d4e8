import type { MailPort } from '@yanshu/contracts'
import { Button } from '@yanshu/ui'
import { useEffect } from 'react'
import css from './more.module.css'
import { readAloud } from './readAloud.ts'
import { useMoreWords } from './words.ts'

/** Reads the mail aloud while it stands, and ends by itself. */
export function AloudBar({ port, onClose }: { port: MailPort; onClose: () => void }) {
  const say = useMoreWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mail is read once, from its beginning
  useEffect(() => readAloud(port.text(), onClose), [])
  return (
    <div className={css.find}>
      <span role="status">{say('aloudNow')}</span>
      <Button size="small" variant="text" onClick={onClose}>
        {say('aloudStop')}
      </Button>
    </div>
  )
}
