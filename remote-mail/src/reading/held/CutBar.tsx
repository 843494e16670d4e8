import type { MailDetail } from '@yanshu/contracts'
import { Button, Icon } from '@yanshu/ui'
import css from '../MailNotices.module.css'
import { saveEml } from '../saveEml.ts'
import { useHeldWords } from './words.ts'

/** A mail is too long to be shown whole; its file has all of it. */
export function CutBar({ detail }: { detail: MailDetail }) {
  const say = useHeldWords()
  return (
    <div role="status" className={css.bar}>
      <Icon name="info" />
      <p>{say('truncated')}</p>
      <Button size="small" variant="text" icon="download" onClick={() => saveEml(detail)}>
        {say('wholeMail')}
      </Button>
    </div>
  )
}
