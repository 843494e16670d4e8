import { useRef, useState } from 'react'
import {
  Button,
  Checkbox,
  confirm,
  Dialog,
  Drawer,
  EmptyScene,
  EmptyState,
  ErrorCard,
  GooseMark,
  IconButton,
  KeyHint,
  MenuButton,
  type MenuEntry,
  notify,
  PasswordField,
  Popover,
  ProgressBar,
  RadioGroup,
  Segmented,
  Select,
  Skeleton,
  Switch,
  TextArea,
  TextField,
  undoable,
  useContextMenu,
  WaitingBar,
} from '../src/index.ts'
import css from './Gallery.module.css'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

export function Basics({ say }: { say: Words }) {
  return (
    <>
      <Buttons say={say} />
      <Fields say={say} />
      <Choices say={say} />
      <Layers say={say} />
      <Section title="Feedback">
        <ErrorCard
          what={say.errWhat}
          why={say.errWhy}
          advice={say.errAdvice}
          code="MAIL-504"
          onRetry={() => notify.info(say.saved)}
        />
        <Skeleton />
        <ProgressBar label={say.loading} value={62} />
        <ProgressBar label={say.loading} />
        <KeyHint keys="Mod+K" />
        <WaitingBar icon="draft" actions={<Button size="small">{say.soft}</Button>}>
          {say.emptyTitle}
        </WaitingBar>
      </Section>
      <Section title="Empty">
        <EmptyState title={say.emptyTitle} text={say.emptyText} actions={<Button icon="compose">{say.soft}</Button>} />
      </Section>
      <Section title="Mark" full>
        <div className={css.row}>
          <GooseMark size={16} />
          <GooseMark size={24} />
          <GooseMark size={32} />
          <GooseMark size={64} />
          <GooseMark size={128} />
          <GooseMark size={360} label="雁书" />
          {(['cleared', 'unused', 'nothing', 'offline'] as const).map((name) => (
            <EmptyScene key={name} name={name} />
          ))}
        </div>
      </Section>
    </>
  )
}

function Buttons({ say }: { say: Words }) {
  const [on, setOn] = useState(true)
  return (
    <Section title="Buttons">
      <div className={css.row}>
        <Button variant="primary" icon="sent">
          {say.send}
        </Button>
        <Button>{say.save}</Button>
        <Button variant="soft" icon="compose">
          {say.soft}
        </Button>
        <Button variant="text">{say.text}</Button>
        <Button variant="danger" icon="trash">
          {say.delete}
        </Button>
      </div>
      <div className={css.row}>
        <Button variant="primary" loading>
          {say.loading}
        </Button>
        <Button disabled>{say.save}</Button>
        <Button size="small">{say.save}</Button>
        <Button size="large" variant="primary">
          {say.send}
        </Button>
      </div>
      <div className={css.row}>
        <IconButton icon="star" label={say.star} pressed={on} onClick={() => setOn(!on)} />
        <IconButton icon="trash" label={say.delete} shortcut="Delete" danger />
        <IconButton icon="refresh" label="Refresh" disabled />
        <MenuButton icon="more" label={say.more} items={menu(say)} />
      </div>
    </Section>
  )
}

function menu(say: Words): readonly MenuEntry[] {
  const done = () => notify.success(say.saved)
  return [
    { id: 'reply', label: say.replyAll, icon: 'reply-all', shortcut: 'Shift+R', onSelect: done },
    { id: 'forward', label: say.forward, icon: 'forward', shortcut: 'F', onSelect: done },
    { kind: 'separator', id: 's1' },
    {
      kind: 'submenu',
      id: 'move',
      label: say.move,
      icon: 'move',
      items: [
        { id: 'a', label: '项目资料', icon: 'folder', onSelect: () => notify.success(say.moved) },
        { id: 'b', label: '财务报销', icon: 'folder', onSelect: done },
      ],
    },
    { id: 'unread', label: say.unread, checked: true, onSelect: done },
    { id: 'spam', label: say.spam, icon: 'spam', disabled: true, onSelect: done },
    { kind: 'separator', id: 's2' },
    { id: 'delete', label: say.delete, icon: 'trash', danger: true, onSelect: done },
  ]
}

function Fields({ say }: { say: Words }) {
  const [name, setName] = useState('张伟')
  const [mail, setMail] = useState('zhang.wei@')
  const [password, setPassword] = useState('Wild-Goose-7')
  const [text, setText] = useState('')
  return (
    <Section title="Fields">
      <TextField label={say.name} hint={say.nameHint} value={name} onChange={setName} required clearable />
      <TextField label={say.mail} error={say.mailError} value={mail} onChange={setMail} icon="mail" />
      <PasswordField label={say.password} value={password} onChange={setPassword} autoComplete="current-password" />
      <TextArea label={say.body} value={text} onChange={setText} placeholder={say.body} rows={2} />
    </Section>
  )
}

function Choices({ say }: { say: Words }) {
  const [ticks, setTicks] = useState({ subject: true, body: false })
  const [auto, setAuto] = useState(true)
  const [layout, setLayout] = useState(3)
  const [size, setSize] = useState<number>()
  return (
    <Section title="Choices">
      <Checkbox label={say.scope} checked={false} mixed onChange={() => setTicks({ subject: true, body: true })} />
      <Checkbox label={say.subject} checked={ticks.subject} onChange={(subject) => setTicks({ ...ticks, subject })} />
      <Checkbox label={say.content} checked={ticks.body} onChange={(body) => setTicks({ ...ticks, body })} />
      <Checkbox label={say.attach} checked={false} disabled onChange={() => undefined} />
      <Switch label={say.autoreply} hint={say.autoreplyHint} checked={auto} onChange={setAuto} />
      <RadioGroup
        label={say.layout}
        value={layout}
        onChange={setLayout}
        options={[
          { value: 2, label: say.two },
          { value: 3, label: say.three },
        ]}
      />
      <Segmented
        label={say.layout}
        value={layout}
        onChange={setLayout}
        options={[
          { value: 2, label: say.two, icon: 'layout-2col' },
          { value: 3, label: say.three, icon: 'layout-3col' },
        ]}
      />
      <Select
        label={say.page}
        value={size}
        onChange={setSize}
        placeholder={say.chooseOne}
        options={[10, 15, 20, 30, 50].map((value) => ({ value, label: `${value} ${say.rows}` }))}
      />
    </Section>
  )
}

function Layers({ say }: { say: Words }) {
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [popover, setPopover] = useState(false)
  const [name, setName] = useState('')
  const anchor = useRef<HTMLButtonElement>(null)
  const context = useContextMenu(say.more, menu(say))
  return (
    <Section title="Layers">
      <fieldset className={css.row} onContextMenu={context.onContextMenu}>
        <Button onClick={() => setDialog(true)}>{say.dialog}</Button>
        <Button
          onClick={async () =>
            (await confirm({ title: say.confirmTitle, text: say.confirmText, yes: say.delete, danger: true })) &&
            undoable(say.moved, () => notify.info(say.saved))
          }
        >
          {say.confirm}
        </Button>
        <Button onClick={() => setDrawer(true)}>{say.drawer}</Button>
        <Button ref={anchor} onClick={() => setPopover(!popover)}>
          {say.popover}
        </Button>
      </fieldset>
      <div className={css.row}>
        <Button onClick={() => undoable(say.moved, () => notify.info(say.saved))}>undoable</Button>
        <Button onClick={() => notify.error(say.failed, { code: 'SMTP-550' })}>error</Button>
        <Button onClick={() => notify.warning(say.mailError)}>warning</Button>
      </div>
      {context.menu}
      <Popover open={popover} anchor={anchor} label={say.popover} onClose={() => setPopover(false)}>
        <div style={{ padding: 16 }}>
          <p>{say.popoverText}</p>
          <Button size="small">{say.more}</Button>
        </div>
      </Popover>
      <Dialog
        open={dialog}
        title={say.dialogTitle}
        onClose={() => setDialog(false)}
        footer={
          <>
            <Button onClick={() => setDialog(false)}>{say.text}</Button>
            <Button variant="primary" onClick={() => setDialog(false)}>
              {say.save}
            </Button>
          </>
        }
      >
        <TextField label={say.folderName} value={name} onChange={setName} data-autofocus="" />
        <Select
          label={say.layout}
          value={2}
          onChange={() => undefined}
          options={[
            { value: 2, label: say.two },
            { value: 3, label: say.three },
          ]}
        />
      </Dialog>
      <Drawer open={drawer} title={say.drawerTitle} onClose={() => setDrawer(false)}>
        <p>{say.emptyText}</p>
      </Drawer>
    </Section>
  )
}
