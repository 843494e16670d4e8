import {
  AI_GIST_MAX,
  AI_LENGTHS,
  AI_REQUEST_TYPES,
  AI_TONES,
  containsEmoji,
  type Language,
  type OpenLetter,
  type OpenMail,
} from '@yanshu/contracts'
import { useLanguage, usePreference, useSession, useStore } from '@yanshu/shell-api'
import { Button, isComposing, Segmented, Select, TextArea } from '@yanshu/ui'
import { useState } from 'react'
import css from '../drawer/drawer.module.css'
import { askFor, assistant, replyKey, stopAnswer } from '../engine/assistant.ts'
import { describeUser } from '../engine/user.ts'
import { useWords } from '../useWords.ts'
import { Draft } from './Draft.tsx'
import { draftSubject } from './draftSubject.ts'
import { MANNER, type Manner, type Wish, wishes } from './wishes.ts'

interface WriteTabProps {
  readonly mail: OpenMail | null
  readonly letter: OpenLetter | null
}

/** Drafts from a gist: a new mail, or an answer to the mail that is shown. */
export function WriteTab({ mail, letter }: WriteTabProps) {
  const say = useWords()
  const shown = useLanguage()
  const session = useSession()
  const { replies, locked } = useStore(assistant)
  // How drafts are to be like is one for all windows and stays; what one is about is this window's.
  const [manner, keepManner] = usePreference<Manner>('assistantManner', MANNER)
  const wish: Wish & Manner = { ...useStore(wishes), ...MANNER, ...manner }
  const [error, setError] = useState('')
  const kind = wish.reply ? 3 : 2
  const language: Language = wish.language ?? shown
  const about = mail ? { mailId: mail.mailId, subject: mail.subject } : wish.about
  const key = replyKey(kind, kind === 3 ? (about?.mailId ?? 0) : 0)
  const reply = replies[key]
  const change = (part: Partial<Wish>) => wishes.mine().set({ ...wishes.mine().get(), ...part })
  const choose = (part: Partial<Manner>) => keepManner({ ...manner, ...part })

  const make = ({ again, ...part }: Partial<Manner> & { again?: number } = {}) => {
    change({ about, ...(again === undefined ? {} : { again }) })
    if (Object.keys(part).length > 0) choose(part)
    const now = { ...wish, ...part, again: again ?? wish.again }
    const gist = now.gist.trim()
    if (gist === '') return setError(say(now.reply ? 'error.replyGist' : 'error.gist'))
    if (now.reply && !about) return setError(say('error.mail'))
    if (containsEmoji(gist)) return setError(say('error.emoji'))
    setError('')
    void askFor(
      'mail/main/ai/assistant/mail',
      {
        type: kind,
        requestEmail: now.request,
        gist,
        size: now.size,
        tone: now.tone,
        language: now.language ?? shown,
        newMailType: now.reply ? 'reply' : 'new',
        user: describeUser(session),
        again: now.again,
        ...(now.reply && about ? { content: mail?.port.text() ?? '', mailId: about.mailId } : {}),
      },
      key,
    )
  }
  const choices = <T extends string>(values: readonly T[], group: 'requests' | 'sizes' | 'tones') =>
    values.map((value) => ({ value, label: say(`write.${group}.${value}`) }))
  return (
    <>
      <Segmented
        label={say('write.kind')}
        hideLabel
        value={wish.reply ? 'reply' : 'new'}
        options={[
          { value: 'new', label: say('write.new') },
          { value: 'reply', label: say('write.reply') },
        ]}
        onChange={(value) => change({ reply: value === 'reply' })}
      />
      {wish.reply && (
        <p className={css.quiet}>{about ? say('write.about', { subject: about.subject }) : say('error.mail')}</p>
      )}
      <div className={css.fields}>
        <Select
          label={say('write.request')}
          value={wish.request}
          options={choices(AI_REQUEST_TYPES, 'requests')}
          onChange={(request) => choose({ request })}
        />
        <Select
          label={say('write.size')}
          value={wish.size}
          options={choices(AI_LENGTHS, 'sizes')}
          onChange={(size) => choose({ size })}
        />
        <Select
          label={say('write.tone')}
          value={wish.tone}
          options={choices(AI_TONES, 'tones')}
          onChange={(tone) => choose({ tone })}
        />
        <Select
          label={say('write.language')}
          value={language}
          options={[
            { value: 'zh', label: say('write.languages.zh') },
            { value: 'en', label: say('write.languages.en') },
          ]}
          onChange={(next) => choose({ language: next })}
        />
      </div>
      <TextArea
        label={say('write.gist')}
        hint={say(wish.reply ? 'write.replyHint' : 'write.gistHint')}
        rows={3}
        maxLength={AI_GIST_MAX}
        value={wish.gist}
        error={error}
        onChange={(gist) => change({ gist })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
          event.preventDefault()
          make({ again: 0 })
        }}
      />
      <div className={css.row}>
        {locked ? (
          <Button icon="close" onClick={stopAnswer}>
            {say('stop')}
          </Button>
        ) : (
          <Button variant="primary" icon="ai" onClick={() => make({ again: 0 })}>
            {say('write.make')}
          </Button>
        )}
      </div>
      {reply && (
        <Draft
          reply={reply}
          letter={letter}
          answers={kind === 3 && about ? about.mailId : null}
          subject={draftSubject(wish.gist, wish.request, language)}
          locked={locked}
          onAgain={() => make({ again: (wish.again + 1) % 100 })}
          onShorter={wish.size === 'SHORT' ? null : () => make({ size: wish.size === 'LONG' ? 'MEDIUM' : 'SHORT' })}
          onTone={(tone) => make({ tone })}
          onLanguage={() => make({ language: language === 'zh' ? 'en' : 'zh' })}
          language={language}
        />
      )}
    </>
  )
}
