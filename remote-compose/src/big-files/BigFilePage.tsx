import type { HandInRoom, ViewProps } from '@yanshu/contracts'
import { CodeForm, PublicPage } from '@yanshu/files/public-page'
import { go, http, useSession } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useState } from 'react'
import css from './bigFiles.module.css'
import { HandIn } from './HandIn.tsx'
import { OwnUploads } from './OwnUploads.tsx'
import { useWords } from './useWords.ts'

/**
 * `/bigFileUpload`: files are handed in without a letter (§2). With `?id=…` by a link and its code, without a login; else the
 * user uploads for themselves, and makes links for others.
 */
export default function BigFilePage({ query }: ViewProps) {
  const say = useWords()
  const token = query.get('id') ?? ''
  const isIn = useSession().status === 'open'
  const back = (
    <Button variant="text" onClick={() => go(isIn ? '/' : '/login')}>
      {say(isIn ? 'back' : 'login')}
    </Button>
  )
  return (
    <PublicPage title={say('title')} tools={back} className={css.page}>
      {token !== '' ? <ByLink key={token} token={token} /> : isIn ? <OwnUploads /> : <p>{say('noLink')}</p>}
    </PublicPage>
  )
}

/** Nothing of a link is shown before its code. */
function ByLink({ token }: { token: string }) {
  const say = useWords()
  const [opened, setOpened] = useState<(HandInRoom & { readonly ticket: string }) | null>(null)
  if (opened) return <HandIn ticket={opened.ticket} opened={opened} />
  const words = {
    lead: say('lead'),
    code: say('code'),
    open: say('open'),
    missing: say('codeMissing'),
    failed: say('failed'),
  }
  return (
    <CodeForm
      words={words}
      onCode={async (code) => setOpened(await http.post('handIn/open', { token, code }, { silent: true }))}
    />
  )
}
