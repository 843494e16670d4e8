import { useOwnSettings } from '@yanshu/shell-api/own-settings'
import { Checkbox, RadioGroup } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId } from 'react'
import { OWN_SETTINGS } from '../ownSettings.ts'
import { forgetDevice } from '../search/openedIndex.ts'
import { useWords } from '../useWords.ts'

const CHOICES = OWN_SETTINGS.signersCertificates.choices

/** What happens with the certificates of signers outside. */
export function SignersCertificates() {
  const say = useWords()
  const { values, isKnown, save } = useOwnSettings('remote-keys', OWN_SETTINGS)
  return (
    <RadioGroup
      label={say('choices.signers')}
      value={values.signersCertificates}
      disabled={!isKnown}
      options={CHOICES.map((value) => ({
        ...{ value, label: say(`choices.${value}`) },
        ...(value === 'trusted' ? { hint: say('choices.trustedHint') } : {}),
      }))}
      // What is refused is undone, and http has shown why.
      onChange={(value) => void save({ signersCertificates: value }).catch(() => undefined)}
    />
  )
}

/** Whether this device keeps words of decrypted mail while the keys are closed. */
export function SearchDefaults() {
  const say = useWords()
  const heading = useId()
  const { values, isKnown, save } = useOwnSettings('remote-keys', OWN_SETTINGS)
  const choose = async (wordsGoWithKeys: boolean) => {
    try {
      await save({ wordsGoWithKeys })
      if (wordsGoWithKeys) await forgetDevice()
    } catch {
      // What is refused is undone, and http has shown why; what the device has goes with the next mail that is opened.
    }
  }
  return (
    <section aria-labelledby={heading} className={page.section}>
      <h2 id={heading}>{say('choices.words')}</h2>
      <Checkbox
        label={say('choices.goWithKeys')}
        hint={say('choices.goWithKeysHint')}
        checked={values.wordsGoWithKeys}
        disabled={!isKnown}
        onChange={(chosen) => void choose(chosen)}
      />
    </section>
  )
}
