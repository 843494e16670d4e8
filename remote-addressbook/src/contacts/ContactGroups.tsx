import { CONTACT_GROUP_NAME_MAX, type ContactGroup, lengthOf, type ViewProps } from '@yanshu/contracts'
import { go, http, markStale } from '@yanshu/shell-api'
import {
  Button,
  confirm,
  Dialog,
  EmptyState,
  ErrorCard,
  FolderTree,
  Menu,
  MenuButton,
  Select,
  TextField,
} from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { Frame } from '../frame/Frame.tsx'
import { useWords } from '../useWords.ts'
import { ContactsView } from './ContactsView.tsx'
import { choosePeopleFor, writeToGroup } from './contactActions.ts'
import { CONTACTS_KEY } from './contactKeys.ts'
import css from './contacts.module.css'
import { groupLines, groupNodes, withBelow } from './groupNodes.ts'
import { useGroups } from './useGroups.ts'
import { useUnsaved } from './useUnsaved.ts'

type Naming = { readonly group: ContactGroup | null; readonly parentId: number | null }

/** `/addressbook/contactgroup`: the personal groups, and who is in the one that is chosen. */
export default function ContactGroups(props: ViewProps) {
  const say = useWords()
  const { groups, ready, failed, retry } = useGroups()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [naming, setNaming] = useState<Naming | null>(null)
  const [menu, setMenu] = useState<{ group: ContactGroup; point: { x: number; y: number } } | null>(null)
  const asked = Number(props.query.get('group')) || undefined
  const group = groups.find(({ groupId }) => groupId === asked) ?? groups[0]
  const unsaved = useUnsaved(props.tab, say('form.leaveText'))
  /** Whether another group may take the place of this one with its form. */
  const mayChange = async () => {
    if (!(await unsaved.mayLeave())) return false
    unsaved.mark(false)
    return true
  }
  const show = async (groupId: number) => {
    if (groupId === group?.groupId || (await mayChange())) {
      go(`/addressbook/contactgroup?group=${groupId}`, { replace: true })
    }
  }

  const remove = async (one: ContactGroup) => {
    const yes = await confirm({
      title: say('group.deleteTitle', { name: one.groupName }),
      text: say('group.deleteText'),
      yes: say('group.delete'),
      danger: true,
    })
    if (!yes || (one.groupId === group?.groupId && !(await mayChange()))) return
    await http.post('contact/group/delete', { groupId: one.groupId }).catch(() => undefined)
    markStale(CONTACTS_KEY)
  }
  const entries = (one: ContactGroup) => [
    {
      id: 'write',
      label: say('group.write'),
      icon: 'compose' as const,
      onSelect: () => void writeToGroup(one.groupId),
    },
    {
      id: 'add',
      label: say('group.add'),
      icon: 'users' as const,
      onSelect: () => void choosePeopleFor(one),
    },
    {
      id: 'below',
      label: say('group.newBelow'),
      icon: 'plus' as const,
      onSelect: () => setNaming({ group: null, parentId: one.groupId }),
    },
    {
      id: 'rename',
      label: say('group.change'),
      icon: 'edit' as const,
      onSelect: () => setNaming({ group: one, parentId: one.parentId }),
    },
    {
      id: 'delete',
      label: say('group.delete'),
      icon: 'trash' as const,
      danger: true,
      onSelect: () => void remove(one),
    },
  ]
  const add = (
    <Button size="small" icon="plus" onClick={() => setNaming({ group: null, parentId: null })}>
      {say('group.new')}
    </Button>
  )
  const dialogs = (
    <>
      {naming && (
        <NameDialog
          naming={naming}
          groups={groups}
          onClose={() => setNaming(null)}
          onSaved={(groupId) => {
            setNaming(null)
            void show(groupId)
          }}
        />
      )}
      {menu && (
        <Menu
          open
          anchor={menu.point}
          label={menu.group.groupName}
          items={entries(menu.group)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
  if (!group) {
    return (
      <Frame
        inArea={props.inArea}
        place="contactgroup"
        label={say('places.contactgroup')}
        open={false}
        pane={null}
        list={
          <>
            <header className={css.head}>
              <h1>{say('places.contactgroup')}</h1>
            </header>
            {ready && <EmptyState title={say('group.none')} text={say('group.noneText')} actions={add} />}
            {failed && (
              <div className={css.notice}>
                <ErrorCard what={say('group.failed')} advice={say('list.failedAdvice')} onRetry={retry} />
              </div>
            )}
            {dialogs}
          </>
        }
      />
    )
  }
  return (
    <>
      <ContactsView
        {...props}
        key={group.groupId}
        unsaved={unsaved}
        place="contactgroup"
        title={group.groupName}
        groupId={group.groupId}
        empty={{
          title: say('group.empty'),
          text: say('group.emptyText'),
          actions: (
            <Button icon="plus" onClick={() => void choosePeopleFor(group)}>
              {say('group.add')}
            </Button>
          ),
        }}
        above={
          <div className={css.groups}>
            <FolderTree
              label={say('places.contactgroup')}
              nodes={groupNodes(groups, (count) => say('group.people', { count }))}
              selectedId={String(group.groupId)}
              onSelect={(id) => void show(Number(id))}
              expanded={new Set(groups.map(({ groupId }) => String(groupId)).filter((id) => !closed.has(id)))}
              onExpandedChange={(open) =>
                setClosed(new Set(groups.map(({ groupId }) => String(groupId)).filter((id) => !open.has(id))))
              }
              onContextMenu={(id, point) => {
                const one = groups.find(({ groupId }) => String(groupId) === id)
                if (one) setMenu({ group: one, point })
              }}
            />
            <div className={css.groupTools}>
              {add}
              <Button size="small" icon="users" onClick={() => void choosePeopleFor(group)}>
                {say('group.add')}
              </Button>
              <MenuButton icon="more" label={say('group.more', { name: group.groupName })} items={entries(group)} />
            </div>
          </div>
        }
      />
      {dialogs}
    </>
  )
}

interface NameDialogProps {
  naming: Naming
  groups: readonly ContactGroup[]
  onClose: () => void
  onSaved: (groupId: number) => void
}

/** Names a group, a new one or one that is there, and shows which group it stands in. */
function NameDialog({ naming: { group, parentId: given }, groups, onClose, onSaved }: NameDialogProps) {
  const say = useWords()
  const [name, setName] = useState(group?.groupName ?? '')
  const [parentId, setParent] = useState(given)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const own = group ? withBelow(groups, group.groupId) : new Set<number>()
  const above = groupLines(groups).filter(({ groupId }) => !own.has(groupId))
  const trimmed = name.trim()
  const problem = trimmed === '' ? 'required' : lengthOf(trimmed) > CONTACT_GROUP_NAME_MAX ? 'too-long' : null
  const words = {
    required: say('mailgroup.nameRequired'),
    'too-long': say('problem.too-long', { max: CONTACT_GROUP_NAME_MAX, now: lengthOf(trimmed) }),
  }
  const error = asked && problem ? words[problem] : undefined
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (problem) return
    setBusy(true)
    const saved = await http
      .post('contact/group/save', { groupId: group?.groupId ?? null, parentId, groupName: trimmed })
      .catch(() => null)
    setBusy(false)
    if (!saved) return
    markStale(CONTACTS_KEY)
    onSaved(saved.groupId)
  }
  const title = say(group ? 'group.change' : 'group.new')
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('form.cancel')}</Button>
          <Button variant="primary" type="submit" form="contact-group-name" loading={busy}>
            {say('form.save')}
          </Button>
        </>
      }
    >
      <form id="contact-group-name" className={css.naming} onSubmit={(event) => void save(event)}>
        <TextField
          label={say('group.name')}
          value={name}
          data-autofocus=""
          autoComplete="off"
          error={error}
          onChange={setName}
        />
        {above.length > 0 && (
          <Select
            label={say('group.above')}
            value={parentId ?? 0}
            options={[
              { value: 0, label: say('group.top') },
              ...above.map(({ groupId, label }) => ({ value: groupId, label })),
            ]}
            onChange={(id) => setParent(id || null)}
          />
        )}
      </form>
    </Dialog>
  )
}
