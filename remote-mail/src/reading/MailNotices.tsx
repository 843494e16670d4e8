import type { MailDetail, MailPort } from '@yanshu/contracts'
import { Slot } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon } from '@yanshu/ui'
import { useMemo } from 'react'
import { useWords } from '../mailbox/useMailbox.ts'
import { useLater } from './laterParts.ts'
import css from './MailNotices.module.css'
import { factsOf } from './mailFacts.ts'
import { saveEml } from './saveEml.ts'
import type { Rendering } from './useRendered.ts'

interface MailNoticesProps {
  detail: MailDetail
  rendering: Rendering
  port: MailPort
  onAllow: () => void
}

/** What has to be known or decided about a mail stands above its text. */
export function MailNotices({ detail, rendering: { rendered, failed }, port, onAllow }: MailNoticesProps) {
  const say = useWords()
  const later = useLater()
  // A danger is shown once: where a bar here names it, the card of the risk check is left out.
  const calm = useMemo(() => ({ ...detail, risky: false }), [detail])
  if (failed) {
    return (
      <ErrorCard
        what={say('reading.renderFailed')}
        advice={say('reading.renderAdvice')}
        actions={
          <Button size="small" icon="download" onClick={() => saveEml(detail)}>
            {say('action.saveEml')}
          </Button>
        }
      />
    )
  }
  if (!rendered) return <div className={css.waiting} />
  const { deceptiveLinks, rest } = rendered
  const isDanger = detail.claimsOwnDomain || deceptiveLinks.length > 0
  return (
    <>
      {isDanger && (
        <div role="alert" className={css.bar} data-tone="danger">
          <Icon name="warning" />
          <div>
            {detail.claimsOwnDomain && <p>{say('reading.claimsOwnDomain')}</p>}
            {deceptiveLinks[0] && <p>{say('reading.deceptive')}</p>}
            {deceptiveLinks.slice(0, 3).map((link) => (
              <p key={link.url} className={css.small}>
                {say('reading.deceptiveLink', { shown: link.shownHost, real: link.host })}
              </p>
            ))}
          </div>
          <Slot
            name="mail.danger"
            major={1}
            props={{ mail: detail }}
            wrap={(filler) => <span className={css.barButtons}>{filler}</span>}
          />
        </div>
      )}
      {later && <later.HeldBar key={detail.mailId} detail={detail} rendered={rendered} onAllow={onAllow} />}
      {later && (detail.truncated || rest === 'cut') && <later.CutBar detail={detail} />}
      <Slot name="mail.card" major={1} facts={factsOf(detail)} props={{ mail: isDanger ? calm : detail, port }} />
    </>
  )
}
