import { useRef } from 'react'
import { IconButton } from '../button/Button.tsx'
import { IMAGE_ADD } from '../icons/imageAdd.ts'
import { TOOL_ICONS } from '../icons/toolIcons.ts'
import { MenuButton } from '../menu/Menu.tsx'
import { Popover } from '../popover/Popover.tsx'
import { EMOJI } from './choices.ts'
import { commands, setLink } from './commands.ts'
import { EmojiGrid, LinkForm, TableGrid } from './panels.tsx'
import type { ToolbarProps } from './toolbarProps.ts'
import { type MenuParts, tableMenu } from './toolMenus.ts'
import { Panel } from './toolParts.tsx'

/** What is put into the text, and the paper it stands on. */
export function InsertTools(props: ToolbarProps & { menus: MenuParts }) {
  const { editor, facts, linking, onLinking, whitePaper, onWhitePaper, menus } = props
  const { say, run } = menus
  const picker = useRef<HTMLInputElement>(null)
  const link = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={link}
        icon="link"
        size="small"
        label={say('link')}
        shortcut="Mod+K"
        pressed={facts.link !== null}
        aria-haspopup="dialog"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onLinking(true)}
      />
      <Popover open={linking} anchor={link} label={say('link')} onClose={() => onLinking(false)}>
        <LinkForm
          href={facts.link ?? ''}
          onLink={(href) => {
            onLinking(false)
            run(setLink(href))
          }}
        />
      </Popover>
      {props.pictures && (
        <IconButton icon={IMAGE_ADD} size="small" label={say('picture')} onClick={() => picker.current?.click()} />
      )}
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        multiple
        hidden
        aria-label={say('picture')}
        onChange={(event) => {
          editor.insertPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {facts.table ? (
        <MenuButton
          icon={TOOL_ICONS.table}
          size="small"
          label={say('table')}
          items={tableMenu(menus, props.structureOnly)}
          placement="bottom-start"
        />
      ) : (
        <Panel icon={TOOL_ICONS.table} label={say('table')}>
          {(close) => (
            <TableGrid
              onPick={(rows, columns) => {
                close()
                run(commands.insertTable(rows, columns))
              }}
            />
          )}
        </Panel>
      )}
      <Panel icon={TOOL_ICONS.emoji} label={say('emoji')}>
        {(close) => (
          <EmojiGrid
            signs={EMOJI}
            onPick={(sign) => {
              close()
              editor.insertText(sign)
              editor.focus()
            }}
          />
        )}
      </Panel>
      {whitePaper !== null && (
        <IconButton
          icon={whitePaper ? 'moon' : 'sun'}
          size="small"
          label={say('whitePaper')}
          pressed={whitePaper}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onWhitePaper(!whitePaper)}
        />
      )}
    </>
  )
}
