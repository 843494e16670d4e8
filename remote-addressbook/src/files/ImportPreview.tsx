import { type ContactColumn, type ContactPreview, type FoundContact, nameInSentence } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Avatar, Select } from '@yanshu/ui'
import { groupLines } from '../contacts/groupNodes.ts'
import { useGroups } from '../contacts/useGroups.ts'
import { useWords } from '../useWords.ts'
import css from './files.module.css'
import { Problems } from './Problems.tsx'
import type { Reading } from './reading.ts'

const CHARSETS = ['utf-8', 'gb18030', 'big5', 'windows-1252', 'utf-16le', 'utf-16be'] as const
const COLUMNS = [
  '',
  'name',
  'familyName',
  'givenName',
  'middleName',
  'nickname',
  'emailWork',
  'emailHome',
  'emailOther',
  'phoneMobile',
  'phoneWork',
  'phoneHome',
  'phoneOther',
  'organization',
  'department',
  'duties',
  'addressWork',
  'addressHome',
  'addressOther',
  'birthday',
  'group',
  'note',
] as const satisfies readonly ContactColumn[]

/** What a column is called: like the field, with its kind before it where there are several. */
function columnName(column: ContactColumn, say: ReturnType<typeof useWords>): string {
  const [, several, kind] = /^(email|phone|address)(\w+)$/.exec(column) ?? []
  if (several && kind) return `${say(`field.${several}`)} · ${say(`kind.${kind.toLowerCase()}`)}`
  if (column === 'group') return say('field.groups')
  return say(/^$|familyName|givenName|middleName/.test(column) ? `column.${column || 'none'}` : `field.${column}`)
}

/** What importing a file would do; the last answer stays while another reading is on its way. */
export const usePreview = (reading: Reading | null) =>
  useQuery({
    queryKey: ['contact-preview', reading],
    queryFn: ({ signal }) => http.post('contact/import/preview', reading ?? { fileId: '' }, { signal }),
    enabled: reading !== null,
    placeholderData: (before) => (reading ? before : undefined),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

interface ImportPreviewProps {
  preview: ContactPreview
  fileName: string
  reading: Reading
  onReading: (reading: Reading) => void
  /** The group that all contacts of the file are added to, 0 for none. */
  groupId: number
  onGroup: (groupId: number) => void
}

/** What a file holds: how it was read, which contacts would be added or updated, and what is wrong with which row. */
export function ImportPreview({ preview, fileName, reading, onReading, groupId, onGroup }: ImportPreviewProps) {
  const say = useWords()
  const { groups } = useGroups()
  const { total, added, updated, skipped, columns, charset } = preview
  const setColumn = (at: number, column: ContactColumn) =>
    onReading({ ...reading, columns: columns.map((one, index) => (index === at ? column : one.column)) })
  return (
    <>
      <p className={css.summary} role="status">
        <strong>{nameInSentence(fileName)}</strong> {say('import.found', { total, added, updated, skipped })}
      </p>
      <div className={css.choices}>
        <Select
          label={say('import.charset')}
          value={CHARSETS.find((one) => one === charset)}
          options={CHARSETS.map((value) => ({
            value,
            label: value === 'gb18030' ? 'GB18030（GBK）' : value.toUpperCase(),
          }))}
          onChange={(value) => onReading({ ...reading, charset: value })}
        />
        <Select
          label={say('import.group')}
          value={groupId}
          options={[
            { value: 0, label: say('import.noGroup') },
            ...groupLines(groups).map(({ groupId: value, label }) => ({ value, label })),
          ]}
          onChange={onGroup}
        />
      </div>
      {columns.length > 0 && (
        <section className={css.columns} aria-label={say('import.columns')}>
          <h3>{say('import.columns')}</h3>
          <ul>
            {columns.map(({ heading, column, samples }, at) => {
              const name = heading || say('import.nth', { n: at + 1 })
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
                <li key={at}>
                  <span className={css.heading}>
                    <b>{name}</b>
                    <small>{samples.join(say('card.between'))}</small>
                  </span>
                  <Select
                    label={say('import.columnOf', { name })}
                    hideLabel
                    value={column}
                    options={COLUMNS.map((value) => ({ value, label: columnName(value, say) }))}
                    onChange={(value) => setColumn(at, value)}
                  />
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {preview.sample.length > 0 && (
        <section className={css.sample} aria-label={say('import.sample')}>
          <h3>{say('import.sample')}</h3>
          <ul>
            {preview.sample.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be the same
              <Found key={at} one={one} />
            ))}
          </ul>
        </section>
      )}
      <Problems problems={preview.problems} count={preview.problemCount} />
    </>
  )
}

function Found({ one: { name, address, phone, organization, updates } }: { one: FoundContact }) {
  const say = useWords()
  return (
    <li>
      <Avatar name={name || address} address={address || name} size={28} />
      <span className={css.heading}>
        <b>{name || address}</b>
        <small>{[address, phone, organization].filter(Boolean).join(' · ')}</small>
      </span>
      <span className={css.mark} data-new={updates === '' || undefined}>
        {updates === '' ? say('import.isNew') : say('import.updates', { name: updates })}
      </span>
    </li>
  )
}
