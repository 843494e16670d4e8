import type { MailGroup, MailGroupPerson, MailGroupRole } from '@yanshu/contracts'
import { fetchPart, http, markStale } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Button, confirm, Icon, IconButton, notify, Skeleton } from '@yanshu/ui'
import { useState } from 'react'
import { copyCard, writeTo } from '../contacts/contactActions.ts'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import css from '../contacts/contacts.module.css'
import { useWords } from '../useWords.ts'
import { DepartmentDialog } from './DepartmentDialog.tsx'
import own from './mailGroups.module.css'
import { WaitingMails } from './WaitingMails.tsx'

const ROLES: readonly MailGroupRole[] = ['manager', 'member', 'permitted']

interface MailGroupCardProps {
  group: MailGroup
  /** Whether it is shown to be managed. */
  manages: boolean
  onEdit: () => void
  onGone: () => void
  onBack: () => void
}

/** A mail group: who manages it, who is in it, who may write to it; its managers change all of that here. */
export function MailGroupCard({ group, manages, onEdit, onGone, onBack }: MailGroupCardProps) {
  const say = useWords()
  const { groupId, groupName: name, address } = group
  const { data } = useQuery({
    queryKey: [...CONTACTS_KEY, 'mailgroup', groupId],
    queryFn: async ({ signal }) =>
      (await http.get('contact/mailgroup/detail', { groupId }, { signal, silent: true })).people,
    // A person who may only write to the group does not see its members.
    retry: false,
  })
  const [departmentFor, setDepartmentFor] = useState<MailGroupRole | null>(null)
  const changed = () => markStale(CONTACTS_KEY)
  const remove = async () => {
    const yes = await confirm({
      title: say('group.deleteTitle', { name }),
      text: say('mailgroup.deleteText', { address }),
      yes: say('mailgroup.delete'),
      danger: true,
    })
    if (!yes || !(await http.post('contact/mailgroup/delete', { groupId }).catch(() => null))) return
    changed()
    onGone()
  }
  const add = async (role: MailGroupRole) => {
    const { openPicker } = await fetchPart(() => import('../picker/openPicker.tsx'))
    const people = await openPicker({ multiple: true })
    if (people.length === 0) return
    const done = await http
      .post('contact/mailgroup/people', { groupId, role, add: people.map((one) => one.address) })
      .catch(() => null)
    if (done && done.unknown.length > 0) {
      notify.warning(say('mailgroup.unknown', { addresses: done.unknown.join(say('card.between')) }))
    }
    changed()
  }
  const addDepartment = async (role: MailGroupRole, deptId: number | null) => {
    setDepartmentFor(null)
    if (deptId === null) return
    await http.post('contact/mailgroup/people', { groupId, role, addDepartments: [deptId] }).catch(() => null)
    changed()
  }
  const take = async ({ role, accountId, deptId }: MailGroupPerson) => {
    await http
      .post('contact/mailgroup/people', {
        groupId,
        role,
        remove: accountId === null ? [] : [accountId],
        removeDepartments: deptId === null ? [] : [deptId],
      })
      .catch(() => null)
    changed()
  }
  const roles = ROLES.filter((role) => role !== 'permitted' || (manages && group.senders === 'permitted'))
  return (
    <article className={css.card} aria-label={name}>
      <header className={css.cardHead}>
        <IconButton icon="chevron-left" label={say('card.back')} className={css.back} onClick={onBack} />
        <div className={css.cardName}>
          <h2>{name}</h2>
          <p>{address}</p>
        </div>
      </header>
      <div className={css.cardTools}>
        {group.writes && (
          <Button variant="primary" icon="compose" onClick={() => writeTo([{ name, address }])}>
            {say('card.write')}
          </Button>
        )}
        <Button icon="copy" onClick={() => void copyCard([name, address])}>
          {say('card.copy')}
        </Button>
        {manages && (
          <>
            <Button icon="edit" onClick={onEdit}>
              {say('card.edit')}
            </Button>
            <Button icon="trash" onClick={() => void remove()}>
              {say('card.delete')}
            </Button>
          </>
        )}
      </div>
      <p className={own.senders}>
        {say('mailgroup.takes', { senders: say(`senders.${group.senders}`) })}
        {group.moderated && <span>{say('mailgroup.moderatedHint')}</span>}
        {group.note && <span className={css.note}>{group.note}</span>}
      </p>
      {manages && group.waiting > 0 && <WaitingMails groupId={groupId} />}
      {data === undefined && group.manages && <Skeleton lines={4} />}
      {data &&
        roles.map((role) => {
          const people = data.filter((one) => one.role === role)
          return (
            <section key={role} className={own.role} aria-label={say(`role.${role}`)}>
              <h3>
                <span className={own.roleName}>{say(`role.${role}`)}</span>
                {manages && (
                  <span className={own.tools}>
                    <Button size="small" icon="plus" onClick={() => void add(role)}>
                      {say('mailgroup.add', { role: say(`role.${role}`) })}
                    </Button>
                    {role !== 'manager' && (
                      <Button size="small" icon="department" onClick={() => setDepartmentFor(role)}>
                        {say('mailgroup.department')}
                      </Button>
                    )}
                  </span>
                )}
              </h3>
              {people.length === 0 && <p>{say('mailgroup.nobody')}</p>}
              <ul>
                {people.map((one) => (
                  <li key={`${one.accountId} ${one.deptId}`}>
                    {one.deptId === null ? (
                      <Avatar name={one.name} address={one.address} size={28} />
                    ) : (
                      <Icon name="department" size={20} />
                    )}
                    <span>{one.name}</span>
                    <small data-address="">{one.address}</small>
                    {/* The last manager stays. */}
                    {manages && !(role === 'manager' && people.length === 1) && (
                      <IconButton
                        icon="close"
                        size="small"
                        label={say('pick.remove', { name: one.name })}
                        onClick={() => void take(one)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      {departmentFor && <DepartmentDialog onDone={(deptId) => void addDepartment(departmentFor, deptId)} />}
    </article>
  )
}
