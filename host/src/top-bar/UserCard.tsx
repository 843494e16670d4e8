import type { UserInfo } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Avatar, Button } from '@yanshu/ui'
import { AccountSwitches } from '../accounts/AccountSwitches.tsx'
import css from './topBar.module.css'

interface UserCardProps {
  user: UserInfo | null
  userMail: string
  onSignOut: (() => void) | undefined
}

const list = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

/** Who is logged in, with everything the directory has about them (§2, Top bar). */
export function UserCard({ user, userMail, onSignOut }: UserCardProps) {
  const say = useT('shell')
  const gender = user?.gender === 0 ? say('user.male') : user?.gender === 1 ? say('user.female') : ''
  const facts: readonly (readonly [string, string])[] = [
    [say('user.email'), user?.emailAddr ?? userMail],
    [say('user.phone'), user?.phone ?? ''],
    [say('user.gender'), gender],
    [say('user.duties'), user?.duties ?? ''],
    [say('user.company'), user?.companyName ?? ''],
    [say('user.department'), user?.deptName ?? ''],
    [say('user.partTime'), list(user?.partTimeDeptName ?? '').join('、')],
  ]
  const role = user?.isAdmin === 1 ? say('user.admin') : user?.accountType === 2 ? say('user.publicMailbox') : ''
  return (
    <div className={css.card}>
      <div className={css.who}>
        <Avatar name={user?.userName} address={userMail} src={user?.avatar || undefined} size={44} />
        <div>
          <p className={css.name}>{user?.userName || userMail}</p>
          {role && <p className={css.role}>{role}</p>}
        </div>
      </div>
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {user && <AccountSwitches user={user} />}
      {onSignOut && (
        <Button icon="logout" wide onClick={onSignOut}>
          {say('topBar.signOut')}
        </Button>
      )}
    </div>
  )
}
