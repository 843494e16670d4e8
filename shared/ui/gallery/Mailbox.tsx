import { useMemo, useRef, useState } from 'react'
import {
  Avatar,
  Checkbox,
  countSelected,
  FolderTree,
  type FontSize,
  HEADING_HEIGHTS,
  IconButton,
  LabelChip,
  MailList,
  type MailListHandle,
  NOTHING,
  notify,
  Pager,
  ROW_HEIGHTS,
  Splitter,
  undoable,
  useMediaQuery,
  type ViewTab,
  ViewTabs,
} from '../src/index.ts'
import { followDrag } from '../src/maillist/followDrag.ts'
import css from './Mailbox.module.css'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

interface Mail {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly subject: string
  readonly preview: string
  readonly time: string
  readonly unread: boolean
  readonly label: boolean
}

const PEOPLE = ['张伟', '李娜', '欧阳明慧', 'Anna Berg', '王芳', '陈洁', 'Build robot', '司马相如']
const SUBJECTS = [
  '关于第三季度预算评审会议的通知',
  'Re: 合同盖章流程',
  '周报：平台部 11 月第 3 周',
  'Your build of yanshu-mail #2314 is green again',
  '【重要】信息系统安全自查的补充说明，请各部门于本周五下班前反馈，逾期视为无异议并计入年度考核，谢谢配合，联系人见附件',
]

function mailAt(index: number, extra: number): Mail {
  const at = index - extra
  const name = PEOPLE[Math.abs(at * 7) % PEOPLE.length] ?? ''
  return {
    id: `m${at}`,
    name,
    address: `user${Math.abs(at) % 40}@yanshu.test`,
    subject: SUBJECTS[Math.abs(at * 3) % SUBJECTS.length] ?? '',
    preview: '各位同事：请查收附件中的材料，如有疑问请在周四之前答复，我会在会前汇总各组的意见。',
    time: at % 3 === 0 ? '14:05' : at % 3 === 1 ? '昨天 09:12' : '3月8日',
    unread: Math.abs(at) % 4 === 0,
    label: Math.abs(at) % 5 === 2,
  }
}

/** Rows of the list; an address may ask for another number, to see one that is higher than browsers can place. */
const COUNT = Number(new URLSearchParams(window.location.search).get('rows') ?? 100_000)

export function Mailbox({ say, font }: { say: Words; font: FontSize }) {
  const [tab, setTab] = useState('inbox')
  const [tabs, setTabs] = useState<readonly ViewTab[]>([
    { id: 'inbox', title: say.inbox, icon: 'inbox', closable: false },
    { id: 'write', title: say.soft, icon: 'compose', dirty: true },
    { id: 'read', title: SUBJECTS[4] ?? '', icon: 'mail-open' },
    { id: 'set', title: say.settings, icon: 'settings' },
  ])
  const [folder, setFolder] = useState('inbox')
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['mine', 'labels']))
  const [narrow, setNarrow] = useState(false)
  const [width, setWidth] = useState(380)
  const [drop, setDrop] = useState<string>()
  const mobile = useMediaQuery('(max-width: 499px)')
  const closeTab = (id: string) => {
    const left = tabs.filter((each) => each.id !== id)
    setTabs(left)
    if (id === tab) setTab(left.at(-1)?.id ?? '')
  }
  return (
    <Section title="Mailbox" full>
      <div className={css.frame}>
        <div className={css.side} data-narrow={narrow || undefined}>
          <IconButton icon="menu" label={say.sidebar} onClick={() => setNarrow(!narrow)} />
          <FolderTree
            label={say.folders}
            collapsed={narrow}
            selectedId={folder}
            onSelect={setFolder}
            expanded={expanded}
            onExpandedChange={setExpanded}
            drop={drop ? { id: drop, verdict: drop === 'drafts' ? 'refused' : 'allow' } : undefined}
            renderActions={(node) =>
              node.id === 'mine' ? <IconButton icon="plus" size="small" label={say.dialogTitle} tabIndex={-1} /> : null
            }
            nodes={[
              { id: 'inbox', label: say.inbox, icon: 'inbox', count: 128 },
              { id: 'star', label: say.starred, icon: 'star' },
              { id: 'sent', label: say.sent, icon: 'sent' },
              { id: 'drafts', label: say.drafts, icon: 'draft', count: 3 },
              { id: 'spam', label: say.spamBox, icon: 'spam' },
              { id: 'trash', label: say.trash, icon: 'trash' },
              {
                id: 'mine',
                label: say.mine,
                group: true,
                children: [
                  { id: 'p', label: '项目资料', icon: 'folder', count: 12 },
                  { id: 'f', label: '财务报销与差旅申请往来邮件归档', icon: 'folder', count: 1204 },
                ],
              },
              {
                id: 'labels',
                label: say.labels,
                group: true,
                children: [
                  { id: 'l1', label: '重要客户', color: 1 },
                  { id: 'l2', label: '待办', color: 5 },
                ],
              },
            ]}
          />
        </div>
        <div className={css.main}>
          <ViewTabs label={say.tabs} tabs={tabs} activeId={tab} onActivate={setTab} onClose={closeTab} />
          <div className={css.panes}>
            <div style={{ width: mobile ? '100%' : width, display: 'grid', minHeight: 0 }}>
              <List say={say} font={font} onDrop={setDrop} />
            </div>
            <Splitter label={say.listWidth} value={width} min={320} max={480} onChange={setWidth} />
            <div className={css.reading}>
              <h3>{SUBJECTS[0]}</h3>
              <p>{SUBJECTS[4]}</p>
            </div>
          </div>
        </div>
      </div>
    </Section>
  )
}

function List({ say, font, onDrop }: { say: Words; font: FontSize; onDrop: (id: string | undefined) => void }) {
  const [extra, setExtra] = useState(0)
  const [open, setOpen] = useState<string>()
  const [selection, setSelection] = useState(NOTHING)
  const [dragging, setDragging] = useState(false)
  const list = useRef<MailListHandle>(null)
  const total = COUNT + extra
  const chosen = countSelected(selection, total)
  const headings = useMemo(
    () => [
      { key: 'today', start: 0, label: say.today },
      { key: 'yesterday', start: extra + 4, label: say.yesterday },
      { key: 'older', start: extra + 20, label: say.older },
    ],
    [extra, say],
  )
  return (
    <div style={{ display: 'grid', gridTemplateRows: 'auto 1fr', minHeight: 0 }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 4, padding: '2px 8px' }}>
        <output style={{ flex: 1 }} data-testid="chosen" data-dragging={dragging || undefined}>
          {chosen}
        </output>
        <IconButton icon="plus" size="small" label={say.arrive} onClick={() => setExtra(extra + 1)} />
        <Pager
          label={say.inbox}
          page={1}
          pages={6667}
          onPage={(page) => list.current?.scrollToIndex((page - 1) * 15, 'start')}
        />
      </div>
      <MailList
        ref={list}
        label={say.inbox}
        count={total}
        rowHeight={ROW_HEIGHTS.stacked[font]}
        headings={headings}
        headingHeight={HEADING_HEIGHTS[font]}
        rowAt={(index) => (index % 97 === 40 ? undefined : mailAt(index, extra))}
        keyOf={(mail) => mail.id}
        openKey={open}
        onOpen={(mail) => setOpen(mail.id)}
        selection={selection}
        onSelectionChange={setSelection}
        swipeLeft={{
          icon: 'archive',
          label: say.archive,
          tone: 'success',
          onSwipe: () => undoable(say.moved, () => undefined),
        }}
        swipeRight={{ icon: 'star', label: say.star, tone: 'star', onSwipe: (mail) => notify.success(mail.subject) }}
        onDragStart={() => {
          setDragging(true)
          followDrag({
            onMove: (_, id) => onDrop(id),
            onDrop: (id) => {
              setDragging(false)
              onDrop(undefined)
              if (id) undoable(say.moved, () => undefined)
            },
            onCancel: () => {
              setDragging(false)
              onDrop(undefined)
            },
          })
        }}
        renderTools={(_, { tabIndex }) => (
          <span className={css.tools}>
            <IconButton icon="star" size="small" label={say.star} tabIndex={tabIndex} tooltip={false} />
            <IconButton icon="mail" size="small" label={say.unread} tabIndex={tabIndex} tooltip={false} />
            <IconButton icon="trash" size="small" label={say.delete} tabIndex={tabIndex} tooltip={false} danger />
          </span>
        )}
        renderRow={(mail, { selected, toggle }) => (
          <div className={css.mail}>
            {chosen > 0 ? (
              <Checkbox label={mail.subject} hideLabel checked={selected} onChange={() => toggle()} />
            ) : (
              <Avatar name={mail.name} address={mail.address} />
            )}
            <span className={`${css.line} ${mail.unread ? css.unread : ''}`}>{mail.name}</span>
            <span className={css.quiet}>{mail.time}</span>
            <span className={`${css.line} ${css.wide} ${mail.unread ? css.unread : ''}`}>{mail.subject}</span>
            <span className={`${css.line} ${css.wide} ${css.quiet}`}>
              {mail.label && <LabelChip name="重要客户" color={1} />} {mail.preview}
            </span>
          </div>
        )}
      />
    </div>
  )
}
