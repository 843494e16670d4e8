import { useMemo, useState } from 'react'
import {
  Cascader,
  type CascaderOption,
  type DataColumn,
  DataTable,
  DataTree,
  type TableSort,
  Transfer,
} from '../src/data/index.ts'
import { FolderDialog, FolderPicker, type FolderSection, NameDialog, nameRank } from '../src/folders/index.ts'
import { Button, Chip, EmptyState, ErrorCard, notify, type TreeNode, type UiLanguage } from '../src/index.ts'
import { Steps, WorkProgress } from '../src/steps/index.ts'
import { Crop } from './Crop.tsx'
import css from './Gallery.module.css'
import { groupWords } from './groupWords.ts'
import { Section } from './Section.tsx'

/** The groups that come later: folders, data, steps, crop, each in its states. */
export default function Groups({ language }: { language: UiLanguage }) {
  const say = groupWords[language]
  return (
    <>
      <Folders say={say} />
      <Section title="Steps" full>
        <Steps label={say.migration} steps={say.steps} current={1} />
        <Steps label={say.migrationFailed} steps={say.steps} current={2} failed />
        <Steps label={say.migrationDone} steps={say.steps} current={4} vertical />
      </Section>
      <Section title="Long work">
        <WorkProgress
          label={say.exporting}
          state="running"
          done={3120}
          total={8000}
          detail={say.exportingNow}
          actions={<Button size="small">{say.pause}</Button>}
        />
        <WorkProgress label={say.counting} state="running" done={0} />
        <WorkProgress label={say.importing} state="paused" done={45} total={120} />
        <WorkProgress
          label={say.moving}
          state="stopped"
          done={10}
          total={400}
          detail={say.movingFailed}
          actions={<Button size="small">{say.again}</Button>}
        />
        <WorkProgress label={say.exported} state="finished" done={8000} total={8000} />
      </Section>
      <Crop say={say} />
      <Tables say={say} />
      <Trees say={say} />
    </>
  )
}

export type GroupWords = (typeof groupWords)[UiLanguage]

function Folders({ say }: { say: GroupWords }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [dialog, setDialog] = useState(false)
  const [naming, setNaming] = useState(false)
  const [made, setMade] = useState<readonly { id: number; name: string }[]>([])
  const sections: readonly FolderSection[] = [
    {
      id: 'system',
      label: say.system,
      folders: [
        { id: 1, name: say.inbox, icon: 'inbox', disabled: true },
        { id: 2, name: say.sent, icon: 'sent' },
        { id: 3, name: say.trash, icon: 'trash' },
      ],
    },
    {
      id: 'own',
      label: say.own,
      folders: [
        {
          id: 4,
          name: '项目资料',
          children: [
            { id: 5, name: '合同' },
            { id: 6, name: '报销与合同扫描件归档（2024年及以前）' },
          ],
        },
        { id: 7, name: 'Newsletters' },
        ...made,
      ],
    },
  ]
  const pick = ({ name }: { name: string }) => notify.info(`${say.picked} ${name}`)
  const create = async (name: string) => {
    const folder = { id: 100 + made.length, name }
    setMade([...made, folder])
    return folder
  }
  return (
    <Section title="Folders">
      <div className={css.row}>
        <Button icon="move" onClick={(event) => setAnchor(event.currentTarget)}>
          {say.moveTo}
        </Button>
        <Button onClick={() => setDialog(true)}>{say.chooseFolder}</Button>
        <Button onClick={() => setNaming(true)}>{say.newLabel}</Button>
      </div>
      {naming && (
        <NameDialog
          request={{
            title: say.newLabel,
            label: say.labelName,
            submit: say.create,
            name: '',
            color: 0,
            save: async (name) => {
              if (name === '已有') throw new Error(say.taken)
              notify.info(`${say.picked} ${name}`)
            },
          }}
          problemOf={(name) => (name.trim() === '' ? say.nameNeeded : null)}
          refusalOf={(error) => (error instanceof Error ? error.message : null)}
          onClose={() => setNaming(false)}
        />
      )}
      <FolderPicker
        open={anchor !== null}
        anchor={anchor}
        label={say.moveTo}
        sections={sections}
        onClose={() => setAnchor(null)}
        onPick={pick}
        onCreate={create}
      />
      <FolderDialog
        open={dialog}
        label={say.chooseFolder}
        sections={sections}
        onClose={() => setDialog(false)}
        onPick={pick}
      />
    </Section>
  )
}

interface Login {
  readonly id: string
  readonly place: string
  readonly device: string
  readonly mails: number
  readonly at: string
}

const PLACES = ['北京', '上海', '广州', '深圳', '杭州', '成都', '西安']
const LOGINS: readonly Login[] = Array.from({ length: 38 }, (_, at) => ({
  id: `login-${at}`,
  place: `${PLACES[at % PLACES.length]} ${10 + (at % 17)}.0.0.${at + 1}`,
  device: at % 3 === 0 ? 'Chrome · Windows' : at % 3 === 1 ? 'Edge · Windows' : 'Safari · iPhone',
  mails: (at * 37) % 101,
  at: `2026-11-${String(20 - (at % 20)).padStart(2, '0')} 09:${String((at * 7) % 60).padStart(2, '0')}`,
}))
const PAGE = 8

function Tables({ say }: { say: GroupWords }) {
  const [sort, setSort] = useState<TableSort>({ column: 'at', direction: 'descending' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['login-0']))
  const [page, setPage] = useState(1)
  const columns: readonly DataColumn<Login>[] = [
    { id: 'place', title: say.place, render: (row) => row.place, sort: 'ascending', heads: true },
    { id: 'device', title: say.device, render: (row) => <Chip>{row.device}</Chip>, width: '180px' },
    { id: 'mails', title: say.mails, render: (row) => row.mails, sort: 'descending', align: 'end', width: '100px' },
    { id: 'at', title: say.at, render: (row) => row.at, sort: 'descending', align: 'end', width: '160px' },
  ]
  const sorted = useMemo(() => {
    const by = sort.direction === 'ascending' ? 1 : -1
    const value = (row: Login) => (sort.column === 'mails' ? row.mails : sort.column === 'at' ? row.at : row.place)
    return LOGINS.toSorted((a, b) => (value(a) < value(b) ? -by : value(a) > value(b) ? by : 0))
  }, [sort])
  const still = { columns, rowKey: (row: Login) => row.id }
  return (
    <>
      <Section title="Table" full>
        <DataTable
          {...still}
          label={say.logins}
          rows={sorted.slice((page - 1) * PAGE, page * PAGE)}
          sort={sort}
          onSort={(next) => {
            setSort(next)
            setPage(1)
          }}
          selected={selected}
          onSelect={setSelected}
          rowName={(row) => row.place}
          actions={
            <Button size="small" icon="trash">
              {say.forget}
            </Button>
          }
          page={page}
          pages={Math.ceil(LOGINS.length / PAGE)}
          onPage={setPage}
          maxHeight="280px"
        />
      </Section>
      <Section title="Table: empty, loading, failed" full>
        <DataTable {...still} label={say.noLogins} rows={[]} empty={<EmptyState scene="none" title={say.noLogins} />} />
        <DataTable {...still} label={say.loadingLogins} rows={[]} loading />
        <DataTable {...still} label={say.refreshing} rows={LOGINS.slice(0, 2)} loading />
        <DataTable
          {...still}
          label={say.failedLogins}
          rows={[]}
          empty={<ErrorCard what={say.failedLogins} advice={say.failedAdvice} onRetry={() => undefined} />}
        />
      </Section>
    </>
  )
}

const PEOPLE_EACH = 60
const SURNAMES = [...'王李张刘陈杨赵黄周吴']
const GIVEN = ['伟', '娜', '芳', '敏', '静', '强', '磊', '洋', '艳', '勇', '杰', '涛']

/** 50 departments of 60 people: 3,050 nodes. */
function organisation(department: string): readonly TreeNode[] {
  return Array.from({ length: 50 }, (_, at) => ({
    id: `d${at}`,
    label: `${department}${at + 1}`,
    icon: 'department' as const,
    countLabel: String(PEOPLE_EACH),
    children: Array.from({ length: PEOPLE_EACH }, (_, one) => ({
      id: `p${at}-${one}`,
      label: `${SURNAMES[(at + one) % SURNAMES.length]}${GIVEN[one % GIVEN.length]}${at * PEOPLE_EACH + one + 1}`,
      icon: 'user' as const,
    })),
  }))
}

const PROVINCES: readonly CascaderOption[] = [
  {
    value: 'zj',
    label: '浙江',
    children: [
      {
        value: 'hz',
        label: '杭州',
        children: [
          { value: 'xh', label: '西湖' },
          { value: 'yh', label: '余杭' },
        ],
      },
      { value: 'nb', label: '宁波', disabled: true },
    ],
  },
  {
    value: 'js',
    label: '江苏',
    children: [
      { value: 'nj', label: '南京' },
      { value: 'sz', label: '苏州' },
    ],
  },
]

function Trees({ say }: { say: GroupWords }) {
  const nodes = useMemo(() => organisation(say.department), [say])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['d0']))
  const [selected, setSelected] = useState<string | undefined>('d0')
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(['p0-1', 'p0-2']))
  const [chosen, setChosen] = useState<readonly string[]>(['p0-0', 'p1-3'])
  const [city, setCity] = useState<readonly string[] | undefined>(['zj', 'hz', 'xh'])
  return (
    <>
      <Section title="Tree">
        <DataTree
          label={say.departments}
          nodes={nodes}
          expanded={expanded}
          onExpandedChange={setExpanded}
          selectedId={selected}
          onSelect={setSelected}
        />
      </Section>
      <Section title="Tree with boxes">
        <DataTree
          label={say.members}
          nodes={nodes}
          expanded={expanded}
          onExpandedChange={setExpanded}
          checked={checked}
          onCheck={setChecked}
        />
      </Section>
      <Section title="Cascader">
        <Cascader label={say.city} options={PROVINCES} value={city} onChange={setCity} clearable />
        <Cascader
          label={say.region}
          options={PROVINCES}
          value={undefined}
          onChange={() => undefined}
          anyLevel
          error={say.regionNeeded}
        />
        <Cascader label={say.fixed} options={PROVINCES} value={['js', 'sz']} onChange={() => undefined} disabled />
      </Section>
      <Section title="Transfer" full>
        <Transfer
          label={say.group}
          nodes={nodes}
          chosen={chosen}
          onChange={setChosen}
          matches={(node, typed) => nameRank(typed, node.label) > 0}
          max={100}
        />
        <Transfer label={say.nobody} nodes={[]} chosen={[]} onChange={() => undefined} />
      </Section>
    </>
  )
}
