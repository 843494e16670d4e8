import { PASSWORD_PROMPT_SNOOZE_DAYS } from '@yanshu/contracts'
import { go, http, session, useSession, useT } from '@yanshu/shell-api'
import { Button, Checkbox, Dialog } from '@yanshu/ui'
import { useState } from 'react'
import css from './passwords.module.css'

/** Reminds of a password that should be changed (§4): now, later, or not for seven days. */
export function PasswordPrompt() {
  const say = useT('passwords')
  const state = useSession()
  const [snoozed, setSnoozed] = useState(false)
  const userMail = state.status === 'open' ? state.userMail : ''
  const later = () => {
    if (snoozed) {
      const query = { expireDay: PASSWORD_PROMPT_SNOOZE_DAYS }
      // Refused, it is shown again at the next login: nothing else comes of it.
      http.post('user/password/prompt', {}, { query }).catch(() => undefined)
    }
    session.passwordSettled()
  }
  return (
    <Dialog
      open
      title={say('prompt.title')}
      onClose={later}
      footer={
        <>
          <Button onClick={later}>{say('prompt.later')}</Button>
          <Button variant="primary" onClick={() => go(`/firstResetPsd/${userMail}`)}>
            {say('prompt.change')}
          </Button>
        </>
      }
    >
      <div className={css.prompt}>
        <p>{say('prompt.text')}</p>
        <Checkbox label={say('prompt.snooze')} checked={snoozed} onChange={setSnoozed} />
      </div>
    </Dialog>
  )
}
