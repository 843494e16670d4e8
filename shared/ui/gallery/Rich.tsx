import { useState } from 'react'
import { DateField, DateTimeField } from '../src/dates/index.ts'
import { SearchSelect } from '../src/form/index.ts'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

/** The pictures of the gallery say the same on every day. */
const NOW = '2026-11-22 09:30'

export default function Rich({ say }: { say: Words }) {
  const [zone, setZone] = useState<string | undefined>('8')
  const [people, setPeople] = useState<readonly string[]>(['zw'])
  const [day, setDay] = useState<string | undefined>('2026-11-21')
  const [none, setNone] = useState<string>()
  const [at, setAt] = useState<string | undefined>('2026-11-21 14:30')
  return (
    <Section title="Rich controls">
      <SearchSelect
        label={say.zone}
        value={zone}
        onChange={setZone}
        clearable
        options={Array.from({ length: 25 }, (_, at) => ({
          value: String(at - 12),
          label: `GMT${at < 12 ? '' : '+'}${at - 12}`,
        }))}
      />
      <SearchSelect
        label={say.people}
        multiple
        value={people}
        onChange={setPeople}
        options={[
          { value: 'zw', label: '张伟', keywords: 'zhangwei zw' },
          { value: 'ln', label: '李娜', keywords: 'lina ln' },
        ]}
      />
      <DateField label={say.day} value={day} onChange={setDay} now={NOW} min="2026-11-05" max="2026-12-24" />
      <DateTimeField label={say.sendAt} value={at} onChange={setAt} now={NOW} />
      <DateTimeField label={say.time} value={at} onChange={setAt} now={NOW} hours12 />
      <DateTimeField label={say.until} value={none} onChange={setNone} now={NOW} error={say.mailError} required />
      <DateField label={say.from} value={day} onChange={setDay} disabled />
    </Section>
  )
}
