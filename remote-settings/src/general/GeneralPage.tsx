import {
  FONT_SIZES,
  type GeneralSettings,
  MARK_READ_DELAYS,
  PREVIEW_LINES,
  UNDO_SEND_SECONDS,
  WORD_SIZES,
} from '@yanshu/contracts'
import { useGeneral, useLanguage } from '@yanshu/shell-api'
import { type IconName, Segmented, Select, SKINS, Switch } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import type { ReactNode } from 'react'
import type { SettingId } from '../find/findable.ts'
import { Setting } from '../find/Setting.tsx'
import { Page, Section } from '../layout/Page.tsx'
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
  const { state, save, saveAll, undo } = useSaving()
  return (
    <Page page="normalset" beside={<SavedLine state={state} onUndo={undo} />}>
      <LookSection save={save} />
      <ListSection save={save} />
      <TimeSection save={save} saveAll={saveAll} />
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
    </Page>
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

/** The settings of a kind of value. */
type KeyOf<T> = { [K in keyof GeneralSettings]: GeneralSettings[K] extends T ? K : never }[keyof GeneralSettings]

interface OneProps<K> {
  id: K & SettingId
  /** The group of words that its name stands in, and its hint where it has one. */
  of: string
  hint?: boolean
  save: Save
}

interface ChoiceProps<K extends KeyOf<string | number>> extends OneProps<K> {
  options: readonly { value: GeneralSettings[K]; label: string; icon?: IconName }[]
}

/** One of a few values. */
function Choice<K extends KeyOf<string | number>>({ id, of, hint = false, save, options }: ChoiceProps<K>) {
  const say = useWords()
  const name = say(`${of}.${id}`)
  const value = useGeneral()[id]
  return (
    <Row id={id} name={name} hint={hint ? say(`${of}.${id}Hint`) : ''}>
      <Segmented label={name} hideLabel value={value} options={options} onChange={(next) => save(id, next)} />
    </Row>
  )
}

/** On or off. */
function Turn<K extends KeyOf<boolean>>({ id, of, hint = false, save }: OneProps<K>) {
  const say = useWords()
  const general = useGeneral()
  return (
    <Setting id={id}>
      <Switch
        label={say(`${of}.${id}`)}
        hint={hint ? say(`${of}.${id}Hint`) : undefined}
        checked={general[id] === true}
        onChange={(on) => save(id, on as GeneralSettings[K])}
      />
    </Setting>
  )
}

function LookSection({ save }: { save: Save }) {
  const say = useWords()
  const spoken = useLanguage()
  const { layout, skin } = useGeneral()
  return (
    <Section title={say('look.title')}>
      <Choice
        id="language"
        of="look"
        save={save}
        options={[
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
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
      <Choice
        id="fontSize"
        of="look"
        save={save}
        options={FONT_SIZES.map((size) => ({ value: size, label: say(`look.fontSize${size}`) }))}
      />
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
      <Choice
        id="colorMode"
        of="look"
        save={save}
        options={[
          { value: 'light', label: say('look.light'), icon: 'sun' },
          { value: 'dark', label: say('look.dark'), icon: 'moon' },
          { value: 'system', label: say('look.system') },
        ]}
      />
    </Section>
  )
}

function ListSection({ save }: { save: Save }) {
  const say = useWords()
  const readDelayName = (seconds: number) => {
    if (seconds < 0) return say('list.markReadNever')
    return seconds === 0 ? say('list.markReadAtOnce') : say('list.markReadAfter', { count: seconds })
  }
  const { mailCount, tableSize } = useGeneral()
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
      <Row id="tableSize" name={say('list.tableSize')} hint={say('list.tableSizeHint')}>
        <Select
          label={say('list.tableSize')}
          hideLabel
          className={css.short}
          value={tableSize}
          options={pageSizes(tableSize).map((n) => ({ value: n, label: say('list.rows', { n }) }))}
          onChange={(value) => save('tableSize', value)}
        />
      </Row>
      <Choice
        id="markReadDelay"
        of="list"
        hint
        save={save}
        options={MARK_READ_DELAYS.map((value) => ({ value, label: readDelayName(value) }))}
      />
      <Choice
        id="remoteImages"
        of="list"
        hint
        save={save}
        options={[
          { value: 'ask', label: say('list.imagesAsk') },
          { value: 'known', label: say('list.imagesKnown') },
          { value: 'always', label: say('list.imagesAlways') },
        ]}
      />
      <Turn id="conversations" of="list" hint save={save} />
      <Turn id="showMailList" of="list" hint save={save} />
      <Choice
        id="previewLines"
        of="list"
        save={save}
        options={PREVIEW_LINES.map((value) => ({ value, label: say('list.lines', { count: value }) }))}
      />
      <Turn id="showMailSize" of="list" save={save} />
      <Turn id="showMailPageNumber" of="list" hint save={save} />
    </Section>
  )
}

function TimeSection({ save, saveAll }: Pick<ReturnType<typeof useSaving>, 'save' | 'saveAll'>) {
  const say = useWords()
  const spoken = useLanguage()
  return (
    <Section title={say('time.title')}>
      <Row id="timeZone" name={say('time.timeZone')} hint={say('time.timeZoneHint')}>
        <TimeZoneField onChange={saveAll} />
      </Row>
      <Choice
        id="timeFormat"
        of="time"
        save={save}
        options={([24, 12] as const).map((hours) => ({
          value: hours,
          label: say(`time.hours${hours}`, { example: clockExample(spoken, hours) }),
        }))}
      />
    </Section>
  )
}

function WritingSection({ save }: { save: Save }) {
  const say = useWords()
  return (
    <Section title={say('writing.title')}>
      <Choice
        id="undoSeconds"
        of="writing"
        hint
        save={save}
        options={UNDO_SEND_SECONDS.map((value) => ({ value, label: say('writing.seconds', { count: value }) }))}
      />
      <Choice
        id="wordSize"
        of="writing"
        save={save}
        options={WORD_SIZES.map((value) => ({ value, label: say('writing.pixels', { n: value }) }))}
      />
      <Choice
        id="lineSpacing"
        of="writing"
        save={save}
        options={(['small', 'normal', 'large'] as const).map((value) => ({
          value,
          label: say(`writing.spacings.${value}`),
        }))}
      />
      <Choice
        id="signPosition"
        of="writing"
        save={save}
        options={(['above', 'below'] as const).map((value) => ({ value, label: say(`writing.${value}`) }))}
      />
      <Choice
        id="letterLanguage"
        of="writing"
        hint
        save={save}
        options={[
          { value: 'same', label: say('writing.sameLanguage') },
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
      <Turn id="requestReceipt" of="writing" save={save} />
      <Choice
        id="receiptAnswer"
        of="writing"
        save={save}
        options={(['ask', 'always', 'never'] as const).map((value) => ({
          value,
          label: say(`writing.receipts.${value}`),
        }))}
      />
      <Turn id="saveContact" of="writing" hint save={save} />
      <Turn id="suggestFollowUp" of="writing" hint save={save} />
    </Section>
  )
}
