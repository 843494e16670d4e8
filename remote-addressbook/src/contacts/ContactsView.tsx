import type { Contact, ContactRow, ViewProps } from '@yanshu/contracts'
import { go, lazyPart } from '@yanshu/shell-api'
import { Button, EmptyState, IconButton, Skeleton } from '@yanshu/ui'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { FilesMenu } from '../files/FilesMenu.tsx'
import { Frame } from '../frame/Frame.tsx'
import type { PlaceName } from '../frame/Places.tsx'
import { DirectoryCard } from '../person/DirectoryCard.tsx'
import { FindField } from '../person/FindField.tsx'
import { usePerson } from '../person/usePerson.ts'
import { useWords } from '../useWords.ts'
import { ContactCard } from './ContactCard.tsx'
import type { ContactFormProps } from './ContactForm.tsx'
import { ContactList } from './ContactList.tsx'
import { deleteContacts } from './contactActions.ts'
import css from './contacts.module.css'
import { useContactList } from './useContactList.ts'
import { useGroups } from './useGroups.ts'
import type { Unsaved } from './useUnsaved.ts'

// It is loaded when a contact is created or edited.
const ContactForm = lazyPart<ContactFormProps>(() => import('./ContactForm.tsx'))

interface ContactsViewProps extends ViewProps {
  unsaved: Unsaved
  place: PlaceName
  title: string
  /** The group that is shown; undefined for all contacts. */
  groupId?: number | undefined
  /** Above the list. */
  above?: ReactNode
  /** Shown in place of an empty list. */
  empty: { readonly title: string; readonly text: string; readonly actions?: ReactNode }
}

/** A list of own contacts with the card of one, or its form, beside it. */
export function ContactsView({ place, title, groupId, above, empty, query, tab, inArea, unsaved }: ContactsViewProps) {
  const say = useWords()
  const [keyword, setKeyword] = useState('')
  const [starred, setStarred] = useState(false)
  const [editing, setEditing] = useState<Contact | 'new' | null>(null)
  const { mark, mayLeave } = unsaved
  const list = useContactList({ keyword: useDeferredValue(keyword), groupId, starred })
  const { groups } = useGroups()
  const chosen = Number(query.get('contact')) || null
  const address = query.get('person') ?? ''
  const known = usePerson(address)
  const openId = chosen ?? known?.contactId ?? null

  useEffect(() => tab.setTitle(title), [tab, title])
  const show = (contactId: number | null) => {
    const params = new URLSearchParams()
    if (groupId !== undefined) params.set('group', String(groupId))
    if (contactId !== null) params.set('contact', String(contactId))
    const said = params.toString()
    go(`/addressbook/${place}${said ? `?${said}` : ''}`, { replace: true })
  }
  const leaveForm = async (then: () => void) => {
    if (!(await mayLeave())) return
    mark(false)
    setEditing(null)
    then()
  }
  const open = (contactId: number) => void leaveForm(() => show(contactId))
  const begin = () => void leaveForm(() => setEditing('new'))
  const remove = async ({ contactId, name }: Pick<ContactRow, 'contactId' | 'name'>) => {
    if (contactId === openId) show(null)
    await deleteContacts([contactId], name)
  }

  const pane =
    editing !== null ? (
      <Suspense fallback={<Skeleton lines={6} />}>
        <ContactForm
          key={editing === 'new' ? 'new' : editing.contactId}
          contact={editing === 'new' ? null : editing}
          groupId={groupId}
          groups={groups}
          onDirty={mark}
          onSaved={({ contactId }) => {
            setEditing(null)
            show(contactId)
          }}
          onCancel={() => void leaveForm(() => undefined)}
        />
      </Suspense>
    ) : openId !== null ? (
      <ContactCard
        key={openId}
        contactId={openId}
        groups={groups}
        onEdit={setEditing}
        onGone={() => show(null)}
        onBack={() => show(null)}
      />
    ) : known ? (
      <DirectoryCard address={known.address} onBack={() => show(null)} />
    ) : (
      <EmptyState scene="none" title={say('card.none')} text={say('card.noneText')} />
    )

  return (
    <Frame
      inArea={inArea}
      place={place}
      label={title}
      open={editing !== null || openId !== null || known != null}
      editing={editing !== null}
      pane={pane}
      list={
        <>
          <header className={css.head}>
            <h1>{title}</h1>
            <IconButton
              icon={starred ? 'star-filled' : 'star'}
              label={say('list.onlyStarred')}
              pressed={starred}
              onClick={() => setStarred(!starred)}
            />
            <FilesMenu groupId={groupId} />
            <Button variant="primary" icon="plus" onClick={begin}>
              {say('list.new')}
            </Button>
          </header>
          {above}
          <div className={css.search}>
            <FindField label={say('list.find')} hint={say('list.findHint')} onFind={setKeyword} />
          </div>
          <ContactList
            label={title}
            list={list}
            openId={openId}
            onOpen={open}
            onDelete={(row) => void remove(row)}
            empty={
              keyword !== '' || starred ? (
                <EmptyState
                  scene="nothing"
                  title={say(starred && keyword === '' ? 'list.noStarred' : 'list.notFound')}
                />
              ) : (
                <EmptyState {...empty} />
              )
            }
          />
        </>
      }
    />
  )
}
