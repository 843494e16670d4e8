import type { MailDetail } from '@yanshu/contracts'
import type { RenderedMail } from '@yanshu/mail-html'
import { usePreference } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { nameOf } from '../../list-view/rowFacts.ts'
import css from '../MailNotices.module.css'
import own from './held.module.css'
import { Ledger } from './Ledger.tsx'
import { isTracker } from './trackers.ts'
import { TRUSTED, trustsOf } from './trust.ts'
import { useHeldT } from './words.ts'

export interface HeldBarProps {
  detail: MailDetail
  rendered: RenderedMail
  /** Shows the pictures of this mail, this time. */
  onAllow: () => void
}

/** How many pictures of other sites were held back, with the ways to see them; or by whose trust they are shown. */
export function HeldBar({ detail, rendered: { heldImages, remoteImages }, onAllow }: HeldBarProps) {
  const t = useHeldT()
  const [opened, setOpened] = useState(false)
  const [trusted] = usePreference<string[]>(TRUSTED, [])
  const { sender, domain } = trustsOf(detail.from.address)
  const trust = trusted.includes(sender) || (domain !== null && trusted.includes(domain))
  if (heldImages.count === 0 && !trust) return null
  const trackers = remoteImages.filter((image) => image.held && isTracker(image)).length
  const hosts = heldImages.hosts
  return (
    <div role="status" className={heldImages.count > 0 ? css.bar : own.quiet}>
      <Icon name="shield" />
      <p>
        {heldImages.count > 0
          ? t('held', {
              count: heldImages.count,
              hosts: hosts.slice(0, 2).join(t('and')),
              more: hosts.length > 2 ? t('more') : '',
            })
          : t('trusted', { name: nameOf(detail.from) })}
        {trackers > 0 && <span className={own.trackers}>{t('trackers', { count: trackers })}</span>}
      </p>
      <span className={css.barButtons}>
        {heldImages.count > 0 && (
          <Button size="small" onClick={onAllow}>
            {t('show')}
          </Button>
        )}
        <Button size="small" variant="text" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          {t('ledger')}
        </Button>
      </span>
      {opened && (
        <Ledger
          detail={detail}
          images={remoteImages}
          trust={trust}
          onAllow={onAllow}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  )
}
