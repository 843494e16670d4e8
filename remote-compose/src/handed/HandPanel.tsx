import type { DraftHand } from '@yanshu/contracts'
import { http, intents, useAnswered, useStore, useT } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { Button, Dialog, notify, TextField } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { type FormEvent, useId, useState } from 'react'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './handed.module.css'
import { linkOf } from './linkOf.ts'

interface HandPanelProps {
  readonly composer: Composer
  readonly onClose: () => void
}

/** Hands a draft to a colleague: whom, what it means, and afterwards the link. */
export default function HandPanel({ composer, onClose }: HandPanelProps) {
  const say = useT(NS)
  const form = useId()
  const picks = useAnswered('contacts.pick')
  const mailId = useStore(composer.state).draft.draft?.mailId
  const [address, setAddress] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [hand, setHand] = useState<DraftHand | null>(null)

  const pick = async () => {
    const [one] = await intents.send('contacts.pick', { multiple: false }).catch(() => [])
    if (one) setAddress(one.address)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (address.trim() === '') {
      setWrong(true)
      return
    }
    setBusy(true)
    try {
      const saved = await composer.saveQuietly()
      const { draft } = composer.state.get().draft
      if (!saved || !draft) {
        notify.warning(say('hand.notSaved'))
        return
      }
      setHand(await http.post('mail/email/draft/hand', { mailId: draft.mailId, address: address.trim() }))
      void queryClient().invalidateQueries({ queryKey: ['compose', 'windows', mailId ?? draft.mailId] })
    } catch {
      // `http` has shown why.
    } finally {
      setBusy(false)
    }
  }
  const footer = hand ? (
    <Button variant="primary" data-autofocus onClick={onClose}>
      {say('hand.close')}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{say('hand.cancel')}</Button>
      <Button type="submit" form={form} variant="primary" loading={busy}>
        {say('hand.keep')}
      </Button>
    </>
  )
  return (
    <Dialog open title={say('hand.title')} onClose={onClose} footer={footer}>
      {hand ? (
        <div className={css.form} role="status">
          <p className={css.about}>{say('hand.done', { name: hand.other.name || hand.other.address })}</p>
          <p className={css.link}>{linkOf(hand.handId)}</p>
          <div>
            <Button icon="copy" onClick={() => void copyLink(say, hand.handId)}>
              {say('hand.copy')}
            </Button>
          </div>
        </div>
      ) : (
        <form id={form} className={css.form} noValidate onSubmit={(event) => void send(event)}>
          <p className={css.about}>{say('hand.about')}</p>
          <TextField
            label={say('hand.person')}
            type="email"
            required
            value={address}
            maxLength={254}
            error={wrong && address.trim() === '' ? say('hand.required') : undefined}
            onChange={setAddress}
          />
          {picks && (
            <div>
              <Button icon="contacts" onClick={() => void pick()}>
                {say('hand.pick')}
              </Button>
            </div>
          )}
        </form>
      )}
    </Dialog>
  )
}

/** Copies the link of a handed draft. */
export const copyLink = (
  say: (key: string, values?: Record<string, string>) => string,
  handId: string,
): Promise<void> =>
  copyText(linkOf(handId), {
    done: say('hand.copied'),
    failed: say('hand.notCopied', { link: linkOf(handId) }),
  })
