import { Code, type ExternalSystem } from '@yanshu/contracts'
import { ApiError, http, useSettings, useT } from '@yanshu/shell-api'
import { Button, EmptyScene, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { LostPage } from '../public-pages/Pages.tsx'
import css from '../public-pages/pages.module.css'

interface ExternalLinkProps {
  system: ExternalSystem
}

/**
 * Leads to the archive or the mail gateway in a new window, with a token that counts once. Nothing is opened by itself:
 * a tab that is restored must not sign the user in to another system.
 */
export function ExternalLink({ system }: ExternalLinkProps) {
  const say = useT('shell')
  const { externalLinks } = useSettings()
  const [state, setState] = useState<'ready' | 'opening' | 'opened' | 'absent'>('ready')
  const [problem, setProblem] = useState<string | null>(null)
  const title = say(system === 'archive' ? 'external.guidang' : 'external.wangguan')
  if (state === 'absent' || !externalLinks.includes(system)) return <LostPage />

  const open = async () => {
    // Opened in the click itself: later the browser would block it.
    const there = window.open('about:blank')
    setProblem(there ? null : say('external.blocked'))
    if (!there) return
    there.opener = null
    setState('opening')
    try {
      const { url } = await http.get('mail/gateway/gatewayUrl', { system }, { silent: true })
      there.location.replace(url)
      setState('opened')
    } catch (error) {
      there.close()
      if (!(error instanceof ApiError)) throw error
      setState(error.code === Code.linkNotOffered || error.code === Code.forbidden ? 'absent' : 'ready')
      setProblem(error.message)
    }
  }

  return (
    <section className={css.page} aria-label={title}>
      <EmptyScene name="nothing" />
      <h1 className={css.title}>{title}</h1>
      <p role="status">{say(state === 'opened' ? 'external.opened' : 'external.text')}</p>
      <div role="alert">{problem}</div>
      <Button variant="primary" loading={state === 'opening'} onClick={() => void open()}>
        <Icon name="external" size={16} /> {say(state === 'opening' ? 'external.opening' : 'external.open')}
      </Button>
    </section>
  )
}
