import type { LetterSignature } from '@yanshu/contracts'
import { tabs, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Menu, type MenuEntry } from '@yanshu/ui'
import { NS } from '../write/namespace.ts'
import { exchangeSignature, plainSignature } from './exchangeSignature.ts'
import { signaturesQuery } from './knownSignatures.ts'
import type { PanelProps } from './shownTool.ts'
import { waitingEntry } from './waitingEntry.ts'

/** Which signature the letter ends with: one's own, one of the organisation's, or none. */
export function SignatureMenu({ composer, anchor, onClose }: PanelProps) {
  const say = useT(NS)
  const { letter, signature } = useStore(composer.state)
  const { plain } = letter
  const { data, error } = useQuery(signaturesQuery)
  const known = data ?? []
  const standing = plain
    ? (plainSignature(composer.body().text(), known, composer.beginning.window)?.key ?? null)
    : signature
  const choose = (next: LetterSignature | null) => {
    if ((next?.key ?? null) !== standing) exchangeSignature(composer, next, known)
    composer.body().focus()
  }
  const lines = (wanted: 'own' | 'system'): MenuEntry[] => {
    const some = known.filter(({ key }) => key.startsWith(`${wanted}-`))
    if (some.length === 0) return []
    return [
      { kind: 'heading', id: wanted, label: say(`signatures.${wanted}`) },
      ...some.map((one) => ({
        id: one.key,
        label: one.name,
        radio: true,
        checked: one.key === standing,
        onSelect: () => choose(one),
      })),
      { kind: 'separator', id: `${wanted}-line` },
    ]
  }
  const items: MenuEntry[] = [
    ...(data ? [...lines('own'), ...lines('system')] : waitingEntry(say, error)),
    {
      id: 'none',
      label: say('signatures.none'),
      radio: true,
      checked: standing === null,
      onSelect: () => choose(null),
    },
    { kind: 'separator', id: 'line' },
    { id: 'manage', label: say('signatures.manage'), onSelect: () => tabs.open('/set/signature') },
  ]
  return (
    <Menu open anchor={anchor} placement="bottom-end" items={items} label={say('tools.signature')} onClose={onClose} />
  )
}
