import type { MailDetail } from '@yanshu/contracts'
import { Button, Icon } from '@yanshu/ui'
import css from '../MailNotices.module.css'
import { saveEml } from '../saveEml.ts'
import { useHeldT } from './words.ts'

/** A mail is too long to be shown whole; its file has all of it. */
export function CutBar({ detail }: { detail: MailDetail }) {
  const t = useHeldT()
  return (
    <div role="status" className={css.bar}>
      <Icon name="info" />
      <p>{t('truncated')}</p>
      <Button size="small" variant="text" icon="download" onClick={() => saveEml(detail)}>
        {t('wholeMail')}
      </Button>
    </div>
  )
}
