import type { MailGroup, ViewProps } from '@yanshu/contracts'
import { go, http, lazyPart, useGeneral } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, EmptyState, ErrorCard, Icon, MailList, Skeleton } from '@yanshu/ui'
import { Suspense, useEffect, useState } from 'react'
import { CONTACTS_KEY } from '../contacts/contactKeys.ts'
import css from '../contacts/contacts.module.css'
import { useUnsaved } from '../contacts/useUnsaved.ts'
import { Frame } from '../frame/Frame.tsx'
import { useWords } from '../useWords.ts'
import { MailGroupCard } from './MailGroupCard.tsx'
import type { MailGroupFormProps } from './MailGroupForm.tsx'

// It is loaded when a group is created or edited.
const MailGroupForm = lazyPart<MailGroupFormProps>(() => import('./MailGroupForm.tsx'))

/** px, by the size of the letters. */
const ROW_HEIGHTS = { 1: 56, 2: 62, 3: 70 } as const

/** Mail groups: those that one manages (`groupmanagement`), or those one is in or may write to (`contactgroups`). */
export function MailGroups({ place, query, tab, inArea }: ViewProps & { place: 'groupmanagement' | 'contactgroups' }) {
  const say = useWords()
  const { fontSize } = useGeneral()
  const title = say(`places.${place}`)
  const [editing, setEditing] = useState<MailGroup | 'new' | null>(null)
  const { mark, mayLeave } = useUnsaved(tab, say('mailgroup.leaveText'))
  const { data, isError, refetch } = useQuery({
    queryKey: [...CONTACTS_KEY, 'mailgroups'],
    queryFn: ({ signal }) => http.get('contact/mailgroup/list', {}, { signal, silent: true }),
  })
  useEffect(() => tab.setTitle(title), [tab, title])
  const manages = place === 'groupmanagement'
  const list = data?.list.filter((group) => (manages ? group.manages : true)) ?? []
  const groupId = Number(query.get('group')) || null
  const group = list.find((one) => one.groupId === groupId)
  const show = (id: number | null) => go(`/addressbook/${place}${id === null ? '' : `?group=${id}`}`, { replace: true })
  const leaveForm = async (then: () => void) => {
    if (!(await mayLeave())) return
    mark(false)
    setEditing(null)
    then()
  }
  const pane = editing ? (
    <Suspense fallback={<Skeleton lines={6} />}>
      <MailGroupForm
        key={editing === 'new' ? 'new' : editing.groupId}
        group={editing === 'new' ? null : editing}
        onDirty={mark}
        onSaved={(id) => {
          setEditing(null)
          show(id)
        }}
        onCancel={() => void leaveForm(() => undefined)}
      />
    </Suspense>
  ) : group ? (
    <MailGroupCard
      key={group.groupId}
      group={group}
      manages={manages && group.manages}
      onEdit={() => setEditing(group)}
      onGone={() => show(null)}
      onBack={() => show(null)}
    />
  ) : (
    <EmptyState scene="none" title={say('mailgroup.choose')} text={say('mailgroup.chooseText')} />
  )
  return (
    <Frame
      inArea={inArea}
      place={place}
      label={title}
      open={editing !== null || group !== undefined}
      editing={editing !== null}
      pane={pane}
      list={
        <>
          <header className={css.head}>
            <h1>{title}</h1>
            {manages && data?.mayCreate && (
              <Button variant="primary" icon="plus" onClick={() => void leaveForm(() => setEditing('new'))}>
                {say('mailgroup.new')}
              </Button>
            )}
          </header>
          {isError ? (
            <div className={css.notice}>
              <ErrorCard
                what={say('mailgroup.failed')}
                advice={say('list.failedAdvice')}
                onRetry={() => void refetch()}
              />
            </div>
          ) : (
            <div className={css.rows}>
              <MailList<MailGroup>
                label={title}
                count={list.length}
                rowHeight={ROW_HEIGHTS[fontSize]}
                rowAt={(index) => list[index]}
                keyOf={(one) => String(one.groupId)}
                renderRow={(one) => (
                  <div className={css.row}>
                    <Icon name="users" size={20} />
                    <span className={css.who}>
                      <span className={css.name}>{one.groupName}</span>
                      <span className={css.about}>
                        {one.address} · {say('group.people', { count: one.members })}
                      </span>
                    </span>
                  </div>
                )}
                empty={
                  data && (
                    <EmptyState
                      title={say('mailgroup.none')}
                      text={say(manages ? 'mailgroup.noneManaged' : 'mailgroup.noneMine')}
                    />
                  )
                }
                openKey={groupId === null ? undefined : String(groupId)}
                onOpen={(one) => void leaveForm(() => show(one.groupId))}
                className={css.grid}
              />
            </div>
          )}
        </>
      }
    />
  )
}
