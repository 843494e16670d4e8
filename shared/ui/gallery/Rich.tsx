import { useState } from 'react'
import { NumberField, SearchSelect } from '../src/form/index.ts'
import type { UiLanguage } from '../src/index.ts'
import { DateField, DateRangeField, TimeField } from '../src/picker/index.ts'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

export default function Rich({ say, language }: { say: Words; language: UiLanguage }) {
  const [zone, setZone] = useState<string | undefined>('8')
  const [people, setPeople] = useState<readonly string[]>(['zw'])
  const [days, setDays] = useState<number | undefined>(7)
  const [day, setDay] = useState<string | undefined>('2026-11-21')
  const [at, setAt] = useState<string>()
  const [span, setSpan] = useState<readonly [string, string] | undefined>(['2026-11-01', '2026-11-21'])
  const [time, setTime] = useState<string | undefined>('09:30')
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
      <NumberField label={say.days} value={days} onChange={setDays} min={1} max={30} />
      <DateField label={say.day} value={day} onChange={setDay} language={language} min="2026-11-05" />
      <DateField label={say.sendAt} value={at} onChange={setAt} withTime />
      <DateRangeField label={say.span} fromLabel={say.from} toLabel={say.until} value={span} onChange={setSpan} />
      <TimeField label={say.time} value={time} onChange={setTime} step={5} />
    </Section>
  )
}
