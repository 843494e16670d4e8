import { platform, useRoute, useT } from '@yanshu/shell-api'
import { Button, GooseMark, Icon } from '@yanshu/ui'
import { useEffect } from 'react'
import { judgeLink } from './judgeLink.ts'
import css from './link.module.css'
import { cleanLink } from './trackingParts.ts'

const leave = () => {
  // Opened in a window of its own by the mail: closing it goes back. Otherwise the history does.
  window.close()
  history.back()
}

/** Warns before an external site (public route /linkPage?url=…). Nothing is opened by itself. */
export function LinkPage() {
  const say = useT('shell')
  const { query } = useRoute()
  const link = judgeLink(query.get('url') ?? query.get('link'), [location.hostname, ...platform().domains])
  const clean = link && cleanLink(link.href)
  const title = say(link ? 'pages.linkTitle' : 'pages.linkBad')
  useEffect(() => {
    document.title = `${title} - ${say('product')}`
  }, [title, say])
  return (
    <main className={css.page}>
      <div className={css.card}>
        <GooseMark size={32} className={css.mark} />
        <h1>{title}</h1>
        <p>{say(link ? 'pages.linkText' : 'pages.linkBadText')}</p>
        {link && (
          <dl className={css.facts}>
            <dt>{say('pages.linkDomain')}</dt>
            <dd>
              <strong>{link.host}</strong>
            </dd>
            <dt>{say('pages.linkAddress')}</dt>
            <dd>{clean?.href}</dd>
          </dl>
        )}
        {link?.insecure && (
          <p className={css.warning}>
            <Icon name="warning" size={16} />
            {say('pages.linkInsecure')}
          </p>
        )}
        {link?.disguised && (
          <p className={css.warning}>
            <Icon name="warning" size={16} />
            {say('pages.linkDisguised')}
          </p>
        )}
        {link?.pretends && !link.lookalike && (
          <p className={css.warning}>
            <Icon name="warning" size={16} />
            {say('pages.linkPretends', { other: link.pretends, host: link.host })}
          </p>
        )}
        {link?.lookalike && (
          <p className={css.warning}>
            <Icon name="warning" size={16} />
            {say('pages.linkLookalike', { own: link.lookalike })}
          </p>
        )}
        {clean && clean.removed.length > 0 && (
          <p className={css.cleaned}>
            {say('pages.linkCleaned', { count: clean.removed.length, names: clean.removed.join(', ') })}{' '}
            <a href={link.href} rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">
              {say('pages.linkAsSent')}
            </a>
          </p>
        )}
        <div className={css.actions}>
          <Button variant={link ? 'primary' : 'default'} onClick={leave}>
            {say('pages.linkStay')}
          </Button>
          {link && (
            <a className={css.open} href={clean?.href} rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">
              {say('pages.linkOpen')}
            </a>
          )}
        </div>
      </div>
    </main>
  )
}
