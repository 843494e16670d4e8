import type { GeneralSettings } from '@yanshu/contracts'
import { settings, useLanguage, usePreference, useSettings, useT } from '@yanshu/shell-api'
import { type Anchor, Menu, type MenuEntry, SKINS } from '@yanshu/ui'
import type { SidebarState } from '../layout/sidebarState.ts'

interface AppearanceMenuProps {
  anchor: Anchor
  label: string
  /** Entries above and below the looks, where one menu holds everything. */
  before?: readonly MenuEntry[]
  after?: readonly MenuEntry[]
  /** A phone has room for one column, so there is no layout to choose. */
  oneColumn?: boolean
  /** Which line has the focus when it opens. */
  start: 'first' | 'last'
  onClose: () => void
}

// A failed save has been reported and undone.
const save = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K]) =>
  void settings.save(key, value).catch(() => undefined)

/** How everything looks: each choice applies at once. */
export function AppearanceMenu(props: AppearanceMenuProps) {
  const { anchor, label, before = [], after = [], oneColumn = false, start, onClose } = props
  const say = useT('shell')
  const language = useLanguage()
  const { general, lockedSettings } = useSettings()
  const [sidebar, setSidebar] = usePreference<SidebarState>('sidebar', 'open')
  const choice = <K extends keyof GeneralSettings>(key: K, value: GeneralSettings[K], label: string): MenuEntry => ({
    id: `${key}:${value}`,
    label,
    checked: general[key] === value,
    radio: true,
    stay: true,
    // What the organisation has locked is shown as it is.
    disabled: lockedSettings.includes(key),
    onSelect: () => save(key, value),
  })
  const layouts: MenuEntry[] = [
    { kind: 'heading', id: 'layout', label: say('topBar.layout') },
    choice('layout', 3, say('topBar.layout3')),
    choice('layout', 2, say('topBar.layout2')),
    { kind: 'heading', id: 'sidebar', label: say('topBar.sidebar') },
    ...(['open', 'collapsed', 'hidden'] as const).map(
      (state, at): MenuEntry => ({
        id: `sidebar:${state}`,
        label: say(`topBar.sidebar${['Open', 'Collapsed', 'Hidden'][at]}`),
        checked: sidebar === state,
        radio: true,
        stay: true,
        onSelect: () => setSidebar(state),
      }),
    ),
  ]
  const items: MenuEntry[] = [
    ...before,
    ...(oneColumn ? [] : layouts),
    { kind: 'heading', id: 'font', label: say('topBar.fontSize') },
    choice('fontSize', 1, say('topBar.fontSize1')),
    choice('fontSize', 2, say('topBar.fontSize2')),
    choice('fontSize', 3, say('topBar.fontSize3')),
    { kind: 'heading', id: 'mode', label: say('topBar.colorMode') },
    choice('colorMode', 'light', say('topBar.light')),
    choice('colorMode', 'dark', say('topBar.dark')),
    choice('colorMode', 'system', say('topBar.system')),
    { kind: 'separator', id: 'line' },
    {
      kind: 'submenu',
      id: 'skin',
      label: say('topBar.skin'),
      icon: 'palette',
      items: SKINS.map((skin) => ({ ...choice('skin', skin.id, skin[language]), dot: skin.swatch })),
    },
    {
      kind: 'submenu',
      id: 'language',
      label: say('topBar.language'),
      icon: 'language',
      items: [choice('language', 'zh', '中文'), choice('language', 'en', 'English')],
    },
    ...after,
  ]
  return (
    <Menu open start={start} anchor={anchor} items={items} label={label} placement="bottom-end" onClose={onClose} />
  )
}
