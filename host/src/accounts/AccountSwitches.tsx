import type { PublicMailbox, UserInfo } from '@yanshu/contracts'
import { http, useT } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from './accounts.module.css'
import { MailboxChoice } from './MailboxChoice.tsx'
import { switchBack, switchTo } from './switchAccount.ts'

/** The type of associated accounts that are the same person's (§3, User info). */
const OWN_TYPE = '1'

const listOf = (text: string) => text.split(',').filter(Boolean)

/** The other accounts of a person, those of their own first. */
function associatedOf({ associatedAccount }: UserInfo): { own: string[]; other: string[] } {
  const types = Object.entries(associatedAccount)
  return {
    own: types.filter(([type]) => type === OWN_TYPE).flatMap(([, text]) => listOf(text)),
    other: types.filter(([type]) => type !== OWN_TYPE).flatMap(([, text]) => listOf(text)),
  }
}

/** Ways to other accounts: back to one's own, associated ones by type, and public mailboxes (§2, Top bar). */
export function AccountSwitches({ user }: { user: UserInfo }) {
  const say = useT('shell')
  const [mailboxes, setMailboxes] = useState<readonly PublicMailbox[]>([])
  const [choosing, setChoosing] = useState(false)
  const [going, setGoing] = useState<string | null>(null)
  const { own, other } = associatedOf(user)
  const others = mailboxes.filter(({ account }) => account !== user.account)

  useEffect(() => {
    const control = new AbortController()
    http.get('user/public/find', {}, { silent: true, signal: control.signal }).then(
      ({ list }) => setMailboxes(list),
      // Without an answer there is nothing to switch to; the rest of the card stands.
      () => undefined,
    )
    return () => control.abort()
  }, [])

  const leave = async (to: string, how: () => Promise<void>) => {
    setGoing(to)
    await how().catch(() => undefined)
    setGoing(null)
  }
  const groups = [
    { title: say('accounts.own'), accounts: own },
    { title: say('accounts.other'), accounts: other },
  ].filter(({ accounts }) => accounts.length > 0)

  return (
    <>
      {groups.map(({ title, accounts }) => (
        <section key={title} className={css.group}>
          <h2 className={css.groupTitle}>{title}</h2>
          {accounts.map((account) => (
            <Button
              key={account}
              variant="text"
              icon="user"
              className={css.account}
              loading={going === account}
              aria-label={say('accounts.switchTo', { name: account })}
              onClick={() => void leave(account, () => switchTo(account))}
            >
              {account}
            </Button>
          ))}
        </section>
      ))}
      {choosing && <MailboxChoice mailboxes={others} onClose={() => setChoosing(false)} />}
      {others.length > 0 && !choosing && (
        <Button icon="users" wide onClick={() => setChoosing(true)}>
          {say('accounts.publicMailboxes')}
        </Button>
      )}
      {user.ownAccount && (
        <Button variant="soft" icon="undo" wide loading={going === ''} onClick={() => void leave('', switchBack)}>
          {say('accounts.backTo', { name: user.ownAccount.userName })}
        </Button>
      )}
    </>
  )
}
