import type { GeneralSettings } from '@yanshu/contracts'
import { settings, useGeneral } from '@yanshu/shell-api'
import { RadioGroup } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { useWords } from '../useWords.ts'

const CHOICES = ['none', 'sign', 'encrypt', 'both'] as const satisfies readonly GeneralSettings['letterProtection'][]

/** How letters are protected that nothing is chosen for. */
export function LetterDefaults() {
  const say = useWords()
  const heading = useId()
  const { letterProtection } = useGeneral()
  const hints: Partial<Record<GeneralSettings['letterProtection'], string>> = {
    sign: say('defaults.signHint'),
    encrypt: say('defaults.encryptHint'),
  }
  return (
    <section aria-labelledby={heading} className={page.section}>
      <div>
        <h2 id={heading}>{say('defaults.title')}</h2>
        <p className={page.hint}>{say('defaults.lead')}</p>
      </div>
      <RadioGroup
        label={say('defaults.label')}
        value={letterProtection}
        options={CHOICES.map((value) => ({ value, label: say(`defaults.${value}`), hint: hints[value] }))}
        // What is refused is undone, and http has shown why.
        onChange={(value) => void settings.save('letterProtection', value).catch(() => undefined)}
      />
    </section>
  )
}
