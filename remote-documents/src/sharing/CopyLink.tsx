import type { DocumentShare } from '@yanshu/contracts'
import { lazyPart } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { Suspense, useState } from 'react'
import { useWords } from '../words.ts'

const SendCode = lazyPart(() => import('./SendCode.tsx'))

/** The address of a link's page. */
export const shareAddress = (token: string): string => `${location.origin}${location.pathname}#/sharefile?id=${token}`

/** The link and its code are copied apart: both in one mail would open the files to each who reads it. */
export function CopyLink({ share }: { share: DocumentShare }) {
  const say = useWords()
  const { token, code, name, state, sendsCodes } = share
  const [sending, setSending] = useState(false)
  const copy = (text: string) => void copyText(text, { done: say('copiedText'), failed: say('copyFailed', { text }) })
  return (
    <>
      <Button size="small" icon="link" onClick={() => copy(shareAddress(token))}>
        {say('copyLink')}
      </Button>
      <Button size="small" icon="copy" onClick={() => copy(code)}>
        {say('copyCode')}
      </Button>
      {sendsCodes && state === 'normal' && (
        <Button size="small" aria-label={say('sendCodeNamed', { name })} onClick={() => setSending(true)}>
          {say('sendCode')}
        </Button>
      )}
      {sending && (
        <Suspense fallback={null}>
          <SendCode share={share} onClose={() => setSending(false)} />
        </Suspense>
      )}
    </>
  )
}
