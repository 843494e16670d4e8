import { useStore, useT } from '@yanshu/shell-api'
import { Button, Icon, notify, undoable } from '@yanshu/ui'
import { useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './letterOffers.module.css'
import { declineMailLinks, mayOfferMailLinks, takeMailLinks } from './mailLinks.ts'

/** What a letter offers once: an answer to fewer people, and to open links of other pages here. */
export default function LetterOffers({ composer }: { composer: Composer }) {
  const { kind } = useStore(composer.state).letter
  if (kind === 'replyAll') return <FewerPeople composer={composer} />
  return kind === 'new' ? <MailLinks /> : null
}

/** An answer to all is limited to the sender and those in To by one press. */
function FewerPeople({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { recipients } = useStore(composer.state).letter
  const { cc } = recipients
  if (cc.length === 0) return null
  const limit = () => {
    composer.change({ recipients: { ...recipients, cc: [] } })
    undoable(say('offers.limited', { count: cc.length }), () => {
      const now = composer.state.get().letter.recipients
      composer.change({ recipients: { ...now, cc: [...cc, ...now.cc] } })
    })
  }
  return (
    <p className={css.offer}>
      <span>{say('offers.copied', { count: cc.length })}</span>
      <Button variant="text" size="small" onClick={limit}>
        {say('offers.limit')}
      </Button>
    </p>
  )
}

function MailLinks() {
  const say = useT(NS)
  const [shown, setShown] = useState(mayOfferMailLinks)
  if (!shown) return null
  const take = () => {
    try {
      takeMailLinks()
    } catch {
      notify.error(say('offers.linksRefused'))
    }
    setShown(false)
  }
  const decline = () => {
    declineMailLinks()
    setShown(false)
  }
  return (
    <p className={css.offer}>
      <Icon name="link" size={16} />
      <span>{say('offers.links')}</span>
      <Button variant="text" size="small" onClick={take}>
        {say('offers.linksYes')}
      </Button>
      <Button variant="text" size="small" onClick={decline}>
        {say('offers.linksNo')}
      </Button>
    </p>
  )
}
