import { Button, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId, useRef, useState } from 'react'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { FactsList } from '../reading/FactsList.tsx'
import { OpenedView } from '../reading/OpenedView.tsx'
import { OpenKeysButton } from '../reading/ProtectedMail.tsx'
import { type MailSource, TooLargeError, useProtectedMail } from '../reading/useProtectedMail.ts'
import { useWords } from '../useWords.ts'

/** The address in the From of a saved mail; '' for none. */
async function senderOf(file: File): Promise<string> {
  const head = (await file.slice(0, 64 * 1024).text()).split(/\r?\n\r?\n/, 1)[0] ?? ''
  const from = /^from:(.*(?:\r?\n[ \t].*)*)/im.exec(head)?.[1] ?? ''
  return (/<([^<>\s]+@[^<>\s]+)>/.exec(from)?.[1] ?? from).trim().toLowerCase()
}

/** Opens a saved mail in the browser: what protects it, and what is in it. */
export function TryMail() {
  const say = useWords()
  const heading = useId()
  const input = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<MailSource | null>(null)
  const choose = async (file: File) => {
    const from = await senderOf(file)
    const name = file.name.replace(/\.eml$/i, '')
    setSource({ name, from, receivedAt: Date.now(), load: async () => file })
  }
  return (
    <section aria-labelledby={heading} className={page.section}>
      <div>
        <h2 id={heading}>{say('try.title')}</h2>
        <p className={page.hint}>{say('try.lead')}</p>
      </div>
      <div className={css.choose}>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {say('try.choose')}
        </Button>
        {source && <span className={css.lead}>{source.name}</span>}
        <input
          ref={input}
          type="file"
          hidden
          accept=".eml,message/rfc822"
          aria-label={say('try.choose')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void choose(file)
          }}
        />
      </div>
      {source && <Tried source={source} />}
    </section>
  )
}

function Tried({ source }: { source: MailSource }) {
  const say = useWords()
  const { read, problem } = useProtectedMail(source)
  if (problem) {
    return (
      <p role="alert" className={css.problem}>
        {problem instanceof TooLargeError ? say('try.large') : sentenceOf(problem, say)}
      </p>
    )
  }
  if (!read) return <Skeleton lines={2} />
  const { facts, cms, mail } = read
  if (!facts) return <p role="status">{say('try.plain')}</p>
  return (
    <div role="status">
      <FactsList facts={facts} />
      {facts.failure === 'not-a-recipient' && <OpenKeysButton />}
      {facts.content && <OpenedView cms={cms} mail={mail} content={facts.content} name={source.name} />}
    </div>
  )
}
