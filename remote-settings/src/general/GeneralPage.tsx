import { FONT_SIZES, MARK_READ_DELAYS, UNDO_SEND_SECONDS, WORD_SIZES } from '@yanshu/contracts'
import { useGeneral, useLanguage } from '@yanshu/shell-api'
import { Segmented, Select, SKINS, Switch } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { type ReactNode, useId } from 'react'
import type { SettingId } from '../find/findable.ts'
import { Setting } from '../find/Setting.tsx'
import { NotifySetting } from '../notify/NotifySetting.tsx'
import { SoundSetting } from '../notify/SoundSetting.tsx'
import { WebPushSetting } from '../notify/WebPushSetting.tsx'
import { TimeZoneField } from '../time-zone/TimeZoneField.tsx'
import { useWords } from '../useWords.ts'
import { clockExample, pageSizes } from './choices.ts'
import css from './general.module.css'
import { LayoutPicture } from './LayoutPicture.tsx'
import { PictureChoices } from './PictureChoices.tsx'
import pictures from './pictures.module.css'
import { SavedLine } from './SavedLine.tsx'
import { type Save, useSaving } from './useSaving.ts'

/** The general settings: each applies at once and is saved on the server. */
export function GeneralPage() {
  const say = useWords()
  const { state, save, undo } = useSaving()
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{say('pages.normalset')}</h1>
        <SavedLine state={state} onUndo={undo} />
      </header>
      <LookSection save={save} />
      <ListSection save={save} />
      <TimeSection save={save} />
      <WritingSection save={save} />
      <Section title={say('notify.title')}>
        <Setting id="notify">
          <NotifySetting onChange={(on) => save('notify', on)} />
        </Setting>
        <Setting id="webPush">
          <WebPushSetting />
        </Setting>
        <Setting id="sound">
          <SoundSetting onChange={(on) => save('sound', on)} />
        </Setting>
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={page.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A setting with its name at the side. The control repeats the name for screen readers. */
function Row({ id, name, hint, children }: { id: SettingId; name: string; hint?: string; children: ReactNode }) {
  return (
    <Setting id={id}>
      <div className={page.row}>
        <span aria-hidden="true" className={page.name}>
          {name}
        </span>
        <div className={page.control}>
          {children}
          {hint && <p className={page.hint}>{hint}</p>}
        </div>
      </div>
    </Setting>
  )
}

function LookSection({ save }: { save: Save }) {
  const say = useWords()
  const spoken = useLanguage()
  const { language, layout, fontSize, skin, colorMode } = useGeneral()
  return (
    <Section title={say('look.title')}>
      <Row id="language" name={say('look.language')}>
        <Segmented
          label={say('look.language')}
          hideLabel
          value={language}
          options={[
            { value: 'zh', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(value) => save('language', value)}
        />
      </Row>
      <Row id="layout" name={say('look.layout')}>
        <PictureChoices
          label={say('look.layout')}
          value={layout}
          options={([3, 2] as const).map((columns) => ({
            value: columns,
            label: say(`look.layout${columns}`),
            hint: say(`look.layout${columns}Hint`),
            picture: <LayoutPicture columns={columns} />,
          }))}
          onChange={(value) => save('layout', value)}
        />
      </Row>
      <Row id="fontSize" name={say('look.fontSize')}>
        <Segmented
          label={say('look.fontSize')}
          hideLabel
          value={fontSize}
          options={FONT_SIZES.map((size) => ({ value: size, label: say(`look.fontSize${size}`) }))}
          onChange={(value) => save('fontSize', value)}
        />
      </Row>
      <Row id="skin" name={say('look.skin')}>
        <PictureChoices
          label={say('look.skin')}
          small
          value={skin}
          options={SKINS.map((one) => ({
            value: one.id,
            label: one[spoken],
            picture: <span className={pictures.swatch} style={{ background: one.swatch }} />,
          }))}
          onChange={(value) => save('skin', value)}
        />
      </Row>
      <Row id="colorMode" name={say('look.colorMode')}>
        <Segmented
          label={say('look.colorMode')}
          hideLabel
          value={colorMode}
          options={[
            { value: 'light', label: say('look.light'), icon: 'sun' },
            { value: 'dark', label: say('look.dark'), icon: 'moon' },
            { value: 'system', label: say('look.system') },
          ]}
          onChange={(value) => save('colorMode', value)}
        />
      </Row>
    </Section>
  )
}

function ListSection({ save }: { save: Save }) {
  const say = useWords()
  const readDelayName = (seconds: number) => {
    if (seconds < 0) return say('list.markReadNever')
    return seconds === 0 ? say('list.markReadAtOnce') : say('list.markReadAfter', { count: seconds })
  }
  const { mailCount, markReadDelay, remoteImages, showMailList, showMailSize, showMailPageNumber } = useGeneral()
  return (
    <Section title={say('list.title')}>
      <Row id="mailCount" name={say('list.mailCount')}>
        <Select
          label={say('list.mailCount')}
          hideLabel
          className={css.short}
          value={mailCount}
          options={pageSizes(mailCount).map((n) => ({ value: n, label: say('list.perPage', { n }) }))}
          onChange={(value) => save('mailCount', value)}
        />
      </Row>
      <Row id="markReadDelay" name={say('list.markReadDelay')} hint={say('list.markReadDelayHint')}>
        <Segmented
          label={say('list.markReadDelay')}
          hideLabel
          value={markReadDelay}
          options={MARK_READ_DELAYS.map((value) => ({ value, label: readDelayName(value) }))}
          onChange={(value) => save('markReadDelay', value)}
        />
      </Row>
      <Row id="remoteImages" name={say('list.remoteImages')} hint={say('list.remoteImagesHint')}>
        <Segmented
          label={say('list.remoteImages')}
          hideLabel
          value={remoteImages}
          options={[
            { value: 'ask', label: say('list.imagesAsk') },
            { value: 'known', label: say('list.imagesKnown') },
            { value: 'always', label: say('list.imagesAlways') },
          ]}
          onChange={(value) => save('remoteImages', value)}
        />
      </Row>
      <Setting id="showMailList">
        <Switch
          label={say('list.showMailList')}
          hint={say('list.showMailListHint')}
          checked={showMailList}
          onChange={(on) => save('showMailList', on)}
        />
      </Setting>
      <Setting id="showMailSize">
        <Switch label={say('list.showMailSize')} checked={showMailSize} onChange={(on) => save('showMailSize', on)} />
      </Setting>
      <Setting id="showMailPageNumber">
        <Switch
          label={say('list.showMailPageNumber')}
          hint={say('list.showMailPageNumberHint')}
          checked={showMailPageNumber}
          onChange={(on) => save('showMailPageNumber', on)}
        />
      </Setting>
    </Section>
  )
}

function TimeSection({ save }: { save: Save }) {
  const say = useWords()
  const spoken = useLanguage()
  const { timeFormat } = useGeneral()
  return (
    <Section title={say('time.title')}>
      <Row id="timeZone" name={say('time.timeZone')} hint={say('time.timeZoneHint')}>
        <TimeZoneField onChange={(offset) => save('timeZone', offset)} />
      </Row>
      <Row id="timeFormat" name={say('time.timeFormat')}>
        <Segmented
          label={say('time.timeFormat')}
          hideLabel
          value={timeFormat}
          options={([24, 12] as const).map((hours) => ({
            value: hours,
            label: say(`time.hours${hours}`, { example: clockExample(spoken, hours) }),
          }))}
          onChange={(value) => save('timeFormat', value)}
        />
      </Row>
    </Section>
  )
}

function WritingSection({ save }: { save: Save }) {
  const say = useWords()
  const { saveContact, undoSeconds, wordSize, lineSpacing, signPosition, letterLanguage, requestReceipt } = useGeneral()
  return (
    <Section title={say('writing.title')}>
      <Row id="undoSeconds" name={say('writing.undoSeconds')} hint={say('writing.undoSecondsHint')}>
        <Segmented
          label={say('writing.undoSeconds')}
          hideLabel
          value={undoSeconds}
          options={UNDO_SEND_SECONDS.map((value) => ({ value, label: say('writing.seconds', { count: value }) }))}
          onChange={(value) => save('undoSeconds', value)}
        />
      </Row>
      <Row id="wordSize" name={say('writing.wordSize')}>
        <Segmented
          label={say('writing.wordSize')}
          hideLabel
          value={wordSize}
          options={WORD_SIZES.map((value) => ({ value, label: say('writing.pixels', { n: value }) }))}
          onChange={(value) => save('wordSize', value)}
        />
      </Row>
      <Row id="lineSpacing" name={say('writing.lineSpacing')}>
        <Segmented
          label={say('writing.lineSpacing')}
          hideLabel
          value={lineSpacing}
          options={(['small', 'normal', 'large'] as const).map((value) => ({
            value,
            label: say(`writing.spacings.${value}`),
          }))}
          onChange={(value) => save('lineSpacing', value)}
        />
      </Row>
      <Row id="signPosition" name={say('writing.signPosition')}>
        <Segmented
          label={say('writing.signPosition')}
          hideLabel
          value={signPosition}
          options={(['above', 'below'] as const).map((value) => ({ value, label: say(`writing.${value}`) }))}
          onChange={(value) => save('signPosition', value)}
        />
      </Row>
      <Row id="letterLanguage" name={say('writing.letterLanguage')} hint={say('writing.letterLanguageHint')}>
        <Segmented
          label={say('writing.letterLanguage')}
          hideLabel
          value={letterLanguage}
          options={[
            { value: 'same', label: say('writing.sameLanguage') },
            { value: 'zh', label: '简体中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(value) => save('letterLanguage', value)}
        />
      </Row>
      <Setting id="requestReceipt">
        <Switch
          label={say('writing.requestReceipt')}
          checked={requestReceipt}
          onChange={(on) => save('requestReceipt', on)}
        />
      </Setting>
      <Setting id="saveContact">
        <Switch
          label={say('writing.saveContact')}
          hint={say('writing.saveContactHint')}
          checked={saveContact}
          onChange={(on) => save('saveContact', on)}
        />
      </Setting>
    </Section>
  )
}
