import type { ContactGroup, MailAddress } from '@yanshu/contracts'
import { go } from '@yanshu/shell-api'
import { Button, Menu } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import { putIntoGroup } from './contactActions.ts'
import { groupLines } from './groupNodes.ts'

interface GroupsMenuProps {
  groups: readonly ContactGroup[]
  /** Null for a person who is no contact: putting them into a group makes them one. */
  contactId: number | null
  person: MailAddress
  /** Groups that they are in. */
  groupIds: readonly number[]
}

/** A button that opens the personal groups, with a tick at those that the person is in. */
export function GroupsMenu({ groups, contactId, person, groupIds }: GroupsMenuProps) {
  const say = useWords()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={button}
        icon="users"
        iconAfter="chevron-down"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {say('field.groups')}
      </Button>
      <Menu
        open={open}
        anchor={button}
        label={say('field.groups')}
        items={[
          ...groupLines(groups).map(({ groupId, label }) => {
            const checked = groupIds.includes(groupId)
            return {
              id: String(groupId),
              label,
              checked,
              stay: contactId !== null,
              onSelect: () => void putIntoGroup(groupId, { contactId, person }, !checked),
            }
          }),
          {
            id: 'new',
            label: say('group.new'),
            icon: 'plus' as const,
            onSelect: () => go('/addressbook/contactgroup'),
          },
        ]}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
