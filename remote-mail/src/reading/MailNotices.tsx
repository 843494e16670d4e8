import type { MailDetail, MailPort } from '@yanshu/contracts'
import { Slot } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon } from '@yanshu/ui'
import { useMailT } from '../mailbox/useMailbox.ts'
import { useLater } from './laterParts.ts'
import type { Rendering } from './MailBody.tsx'
import css from './MailNotices.module.css'
import { factsOf } from './mailFacts.ts'
import { saveEml } from './saveEml.ts'

interface MailNoticesProps {
  detail: MailDetail
  rendering: Rendering
  port: MailPort
  onAllow: () => void
}

/** What has to be known or decided about a mail stands above its text. */
export function MailNotices({ detail, rendering: { rendered, failed }, port, onAllow }: MailNoticesProps) {
  const t = useMailT()
  const later = useLater()
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
  const { deceptiveLinks, rest } = rendered
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
      {later && rendered.remoteImages[0] && (
        <later.HeldBar key={detail.mailId} detail={detail} rendered={rendered} onAllow={onAllow} />
      )}
      {later && (detail.truncated || rest === 'cut') && <later.CutBar detail={detail} />}
      <Slot name="mail.card" major={1} facts={factsOf(detail)} props={{ mail: detail, port }} />
    </>
  )
}
