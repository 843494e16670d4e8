import { session, useT } from '@yanshu/shell-api'
import { Button, Dialog } from '@yanshu/ui'
import { LoginForm } from '../login/LoginForm.tsx'
import css from './relogin.module.css'

interface ReloginDialogProps {
  /** Whose page this is. */
  account: string
  onSameAccount: () => void
}

/**
 * Shown over a page with unsaved work whose session ended. The same account goes on where it was; another account
 * starts from an empty page, and the unsaved work stays in the journal of the first.
 */
export function ReloginDialog({ account, onSameAccount }: ReloginDialogProps) {
  const say = useT('shell')
  const done = () => {
    const state = session.state()
    if (state.status === 'open' && state.userMail.toLowerCase() === account.toLowerCase()) onSameAccount()
    else location.reload()
  }
  return (
    <Dialog
      open
      title={say('relogin.title')}
      // There is nothing to go back to without a session.
      onClose={() => undefined}
      footer={<Button onClick={() => location.reload()}>{say('relogin.other')}</Button>}
    >
      <div className={css.body}>
        <p>{say('relogin.text')}</p>
        <LoginForm fixedAccount={account} onDone={done} />
      </div>
    </Dialog>
  )
}
