import type { MailDetail } from '@yanshu/contracts'
import type { RenderedMail } from '@yanshu/mail-html'
import { isSlowLine, usePreference } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { nameOf } from '../../list-view/rowFacts.ts'
import css from '../MailNotices.module.css'
import local from './held.module.css'
import { Ledger } from './Ledger.tsx'
import { isTracker } from './trackers.ts'
import { TRUSTED, trustsOf } from './trust.ts'
import { useHeldWords } from './words.ts'

export interface HeldBarProps {
  detail: MailDetail
  rendered: RenderedMail
  /** Shows the pictures of this mail, this time. */
  onAllow: () => void
}

/**
 * How many pictures of other sites were held back, with the ways to see them; or by whose trust they are shown. On a slow line
 * no picture comes by itself: none of a trusted sender, and none of the mail's own.
 */
export function HeldBar({ detail, rendered: { heldImages, remoteImages }, onAllow }: HeldBarProps) {
  const say = useHeldWords()
  const [opened, setOpened] = useState(false)
  const [trusted] = usePreference<string[]>(TRUSTED, [])
  const { sender, domain } = trustsOf(detail.from.address)
  const trust = trusted.includes(sender) || (domain !== null && trusted.includes(domain))
  const [asked, setAsked] = useState(false)
  const allow = () => {
    setAsked(true)
    onAllow()
  }
  const slow = isSlowLine?.() === true
  const count = heldImages.count + (slow && !asked ? ownPictures(detail) : 0)
  if (count === 0 && !(trust && remoteImages.length > 0)) return null
  const trackers = remoteImages.filter((image) => image.held && isTracker(image)).length
  const hosts = heldImages.hosts
  return (
    <div role="status" className={count > 0 ? css.bar : local.quiet}>
      <Icon name={slow ? 'image' : 'shield'} />
      <p>
        {count === 0
          ? say('trusted', { name: nameOf(detail.from) })
          : slow
            ? say('slow', { count })
            : say('held', {
                count,
                hosts: hosts.slice(0, 2).join(say('and')),
                more: hosts.length > 2 ? say('more') : '',
              })}
        {trackers > 0 && <span className={local.trackers}>{say('trackers', { count: trackers })}</span>}
      </p>
      <span className={css.barButtons}>
        {count > 0 && (
          <Button size="small" onClick={allow}>
            {say('show')}
          </Button>
        )}
        {remoteImages.length > 0 && (
          <Button size="small" variant="text" aria-haspopup="dialog" onClick={() => setOpened(true)}>
            {say('ledger')}
          </Button>
        )}
      </span>
      {opened && (
        <Ledger detail={detail} images={remoteImages} trust={trust} onAllow={allow} onClose={() => setOpened(false)} />
      )}
    </div>
  )
}

/** How many pictures of its own a mail shows in its text. */
const ownPictures = ({ html, attachments }: MailDetail): number =>
  html?.includes('cid:')
    ? attachments.filter(({ contentId, contentType }) => contentId !== null && contentType.startsWith('image/')).length
    : 0
