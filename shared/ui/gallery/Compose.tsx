import { lazy, Suspense, useState } from 'react'
import { Avatar, Badge, Chip, LabelChip } from '../src/index.ts'
import { AttachmentTile } from '../src/letter/index.ts'
import { type Token, TokenField } from '../src/people/index.ts'
import css from './Gallery.module.css'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

const Rich = lazy(() => import('./Rich.tsx'))

interface Person {
  readonly name: string
  readonly pinyin: string
  readonly address: string
  readonly department: string
}

const PEOPLE: readonly Person[] = [
  { name: '张伟', pinyin: 'zhangwei zw', address: 'zhang.wei@yanshu.test', department: '研发中心' },
  { name: '张薇', pinyin: 'zhangwei zw', address: 'zhang.wei2@yanshu.test', department: '财务部' },
  { name: '李娜', pinyin: 'lina ln', address: 'li.na@yanshu.test', department: '市场部' },
  { name: '欧阳明慧', pinyin: 'ouyangminghui oymh', address: 'ouyang@yanshu.test', department: '法务部' },
]

export function Compose({ say }: { say: Words }) {
  const [tokens, setTokens] = useState<readonly Token[]>([
    token(PEOPLE[2]),
    { id: 'bad', label: 'wang@', invalid: true },
  ])
  const [text, setText] = useState('')
  const search = text.trim().toLowerCase()
  const found = PEOPLE.filter(
    (person) => search && [person.name, person.pinyin, person.address].some((part) => part.includes(search)),
  )
  const add = (next: readonly Token[]) => {
    setTokens((now) => [...now, ...next.filter((each) => !now.some((old) => old.id === each.id))])
    setText('')
  }
  const commit = (typed: string) =>
    add(
      typed
        .split(/[,;，；、\s]+/)
        .filter(Boolean)
        .map((part) => ({ id: part, label: part, invalid: !/^\S+@\S+\.\S+$/.test(part) })),
    )
  return (
    <>
      <Section title="Recipients">
        <TokenField
          label={say.to}
          tokens={tokens}
          onRemove={(id) => setTokens((now) => now.filter((each) => each.id !== id))}
          value={text}
          onChange={setText}
          onCommit={commit}
          onPaste={(pasted) => {
            if (!/[,;，；\n]/.test(pasted)) return false
            commit(pasted)
            return true
          }}
          suggestions={found}
          suggestionKey={(person) => person.address}
          renderSuggestion={(person) => (
            <>
              <Avatar name={person.name} address={person.address} size={28} />
              <span style={{ flex: 1 }}>
                {person.name} <small>{person.department}</small>
              </span>
              <small>{person.address}</small>
            </>
          )}
          onPick={(person) => add([token(person)])}
          hint={say.toHint}
        />
        <div className={css.row}>
          <LabelChip name="重要客户" color={1} onRemove={() => undefined} />
          <LabelChip name="To do" color={5} />
          <LabelChip name="Pale" color="#ffee88" />
          <Chip icon="lock">{say.password}</Chip>
          <Chip tone="warning">{say.stranger}</Chip>
          <Chip tone="success">{say.passed}</Chip>
          <Chip tone="danger">{say.rejected}</Chip>
          <Chip tone="info">{say.waiting}</Chip>
          <Badge count={1204} label="1204" tone="danger" />
        </div>
        <div className={css.row}>
          <Avatar name="张伟" address="a@b" />
          <Avatar name="欧阳明慧" address="c@d" />
          <Avatar name="Anna Berg" address="e@f" size={40} />
          <Avatar address="robot@f" />
        </div>
      </Section>
      <Suspense>
        <Rich say={say} />
      </Suspense>
      <Section title="Attachments">
        <AttachmentTile
          name="2026年第三季度采购合同（最终版）盖章扫描件.pdf"
          size={2_400_000}
          onPreview={() => undefined}
          onDownload={() => undefined}
        />
        <AttachmentTile name="预算.xlsx" size={48_000} onDownload={() => undefined} />
        <AttachmentTile name="现场照片-0231.jpeg" size={8_900_000} progress={46} onRemove={() => undefined} />
        <AttachmentTile
          name="setup.zip"
          size={0}
          error={say.zero}
          onRetry={() => undefined}
          onRemove={() => undefined}
        />
        <AttachmentTile
          name="quarterly-review-of-the-platform-team.pptx"
          size={18_000_000}
          onPreview={() => undefined}
          onDownload={() => undefined}
        />
      </Section>
    </>
  )
}

function token(person: Person | undefined): Token {
  if (!person) return { id: '', label: '' }
  return {
    id: person.address,
    label: person.name,
    title: person.address,
    lead: <Avatar name={person.name} address={person.address} size={20} />,
  }
}
