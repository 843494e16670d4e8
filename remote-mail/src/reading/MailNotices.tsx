import type { MailDetail, MailPort } from '@yanshu/contracts'
import { Slot } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon } from '@yanshu/ui'
import { nameOf } from '../list-view/rowFacts.ts'
import { useMailT } from '../mailbox/useMailbox.ts'
import type { Rendering } from './MailBody.tsx'
import css from './MailNotices.module.css'
import { factsOf } from './mailFacts.ts'
import { saveEml } from './saveEml.ts'

interface MailNoticesProps {
  detail: MailDetail
  rendering: Rendering
  port: MailPort
  onAllow: () => void
  onTrust: () => void
}

/** What has to be known or decided about a mail stands above its text. */
export function MailNotices({ detail, rendering: { rendered, failed }, port, onAllow, onTrust }: MailNoticesProps) {
  const t = useMailT()
  if (failed) {
    return (
      <ErrorCard
        what={t('reading.renderFailed')}
        advice={t('reading.renderAdvice')}
        actions={
          <Button size="small" icon="download" onClick={() => saveEml(detail)}>
            {t('action.saveEml')}
          </Button>
        }
      />
    )
  }
  if (!rendered) return <div className={css.waiting} />
  const { heldImages, deceptiveLinks, rest } = rendered
  return (
    <>
      {detail.claimsOwnDomain && (
        <div role="alert" className={css.bar} data-tone="danger">
          <Icon name="warning" />
          <p>{t('reading.claimsOwnDomain')}</p>
        </div>
      )}
      {deceptiveLinks.length > 0 && (
        <div role="alert" className={css.bar} data-tone="danger">
          <Icon name="warning" />
          <div>
            <p>{t('reading.deceptive')}</p>
            {deceptiveLinks.slice(0, 3).map((link) => (
              <p key={link.url} className={css.small}>
                {t('reading.deceptiveLink', { shown: link.shownHost, real: link.host })}
              </p>
            ))}
          </div>
        </div>
      )}
      {heldImages.count > 0 && (
        <div role="status" className={css.bar}>
          <Icon name="shield" />
          <p>
            {t('images.held', {
              count: heldImages.count,
              hosts: heldImages.hosts.slice(0, 2).join(t('images.and')),
              more: heldImages.hosts.length > 2 ? t('images.more') : '',
            })}
          </p>
          <span className={css.barButtons}>
            <Button size="small" onClick={onAllow}>
              {t('images.show')}
            </Button>
            <Button size="small" variant="text" onClick={onTrust}>
              {t('images.always', { name: nameOf(detail.from) })}
            </Button>
          </span>
        </div>
      )}
      {(detail.truncated || rest === 'cut') && (
        <div role="status" className={css.bar}>
          <Icon name="info" />
          <p>{t('reading.truncated')}</p>
          <Button size="small" variant="text" icon="download" onClick={() => saveEml(detail)}>
            {t('reading.wholeMail')}
          </Button>
        </div>
      )}
      <Slot name="mail.card" major={1} facts={factsOf(detail)} props={{ mail: detail, port }} />
    </>
  )
}
