import { lazy, Suspense, useEffect, useState } from 'react'
import { IMAGE_ADD } from '../src/icons/imageAdd.ts'
import { TOOL_ICONS } from '../src/icons/toolIcons.ts'
import {
  applyTheme,
  type FontSize,
  GooseMark,
  ICONS,
  Icon,
  type IconName,
  Segmented,
  Select,
  SKINS,
  type SkinId,
  setUiLanguage,
  type ThemeMode,
  type UiLanguage,
} from '../src/index.ts'
import { Basics } from './Basics.tsx'
import { Compose } from './Compose.tsx'
import css from './Gallery.module.css'
import { Mailbox } from './Mailbox.tsx'
import { Section } from './Section.tsx'
import { States } from './States.tsx'
import { words } from './words.ts'

const Files = lazy(() => import('./Files.tsx'))
const Groups = lazy(() => import('./Groups.tsx'))
const Letter = lazy(() => import('./Letter.tsx'))

const SHOWN_ICONS: readonly (readonly [string, IconName])[] = [
  ...Object.keys(ICONS)
    .filter((name): name is keyof typeof ICONS => name in ICONS)
    .map((name) => [name, name] as const),
  ...Object.entries(TOOL_ICONS),
  ['image-add', IMAGE_ADD],
]

const query = new URLSearchParams(location.search)
const given = <T extends string>(name: string, all: readonly T[], otherwise: T): T =>
  all.find((each) => each === query.get(name)) ?? otherwise

export function Gallery() {
  const [language, setLanguage] = useState<UiLanguage>(given<UiLanguage>('lang', ['zh', 'en'], 'zh'))
  const [mode, setMode] = useState<ThemeMode>(given<ThemeMode>('mode', ['light', 'dark', 'system'], 'light'))
  const [skin, setSkin] = useState<SkinId>(
    given(
      'skin',
      SKINS.map((each) => each.id),
      'skin_0',
    ),
  )
  const [font, setFont] = useState<FontSize>(query.get('font') === '3' ? 3 : query.get('font') === '2' ? 2 : 1)
  useEffect(() => applyTheme({ skin, mode, fontSize: font }), [skin, mode, font])
  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    setUiLanguage(language)
  }, [language])
  const say = words[language]
  if (query.has('every')) return <EverySkin language={language} />
  if (query.has('states')) {
    return (
      <main className={css.page}>
        <h1 className={css.brand}>
          {SKINS.find((each) => each.id === skin)?.[language]}, {mode}
        </h1>
        <div className={css.grid}>
          <States say={say} />
        </div>
      </main>
    )
  }
  if (query.has('lists')) {
    return (
      <main className={css.page}>
        <h1 className={css.brand}>{language === 'zh' ? '其他列表' : 'Lists of other items'}</h1>
        <div className={css.grid}>
          <Suspense>
            <Files key={language} language={language} font={font} />
          </Suspense>
        </div>
      </main>
    )
  }
  if (query.has('groups')) {
    return (
      <main className={css.page}>
        <h1 className={css.brand}>{language === 'zh' ? '按需加载的组件' : 'Components on demand'}</h1>
        <div className={css.grid}>
          <Suspense>
            <Groups language={language} />
            <Letter say={say} dark={mode === 'dark'} />
          </Suspense>
        </div>
      </main>
    )
  }
  return (
    <main className={css.page}>
      <h1 className={css.brand}>
        <GooseMark size={32} /> 雁书 Yanshu
      </h1>
      <div className={css.top}>
        <Segmented
          label="Language"
          hideLabel
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
        <Segmented
          label="Mode"
          hideLabel
          iconsOnly
          value={mode}
          onChange={setMode}
          options={[
            { value: 'light', label: 'Light', icon: 'sun' },
            { value: 'dark', label: 'Dark', icon: 'moon' },
            { value: 'system', label: 'System', icon: 'settings' },
          ]}
        />
        <Segmented
          label="Font size"
          hideLabel
          value={font}
          onChange={setFont}
          options={[
            { value: 1, label: '1' },
            { value: 2, label: '2' },
            { value: 3, label: '3' },
          ]}
        />
        <Select
          label="Skin"
          hideLabel
          value={skin}
          onChange={setSkin}
          options={SKINS.map((each) => ({ value: each.id, label: each[language] }))}
        />
        <a className={css.link} href={`?every&lang=${language}`}>
          {language === 'zh' ? '全部皮肤' : 'Every skin'}
        </a>
        <a className={css.link} href={`?groups&lang=${language}`}>
          {language === 'zh' ? '按需加载的组件' : 'Components on demand'}
        </a>
        <a className={css.link} href={`?lists&lang=${language}`}>
          {language === 'zh' ? '其他列表' : 'Lists of other items'}
        </a>
      </div>
      <div className={css.grid}>
        <Mailbox key={language} say={say} font={font} />
        <Compose say={say} />
        <Basics say={say} />
        <States say={say} />
        <Section title="Icons" full>
          <div className={css.icons}>
            {SHOWN_ICONS.map(([name, icon]) => (
              <span key={name}>
                <Icon name={icon} size={20} />
                {name}
              </span>
            ))}
          </div>
        </Section>
      </div>
    </main>
  )
}

/** Every state in every skin, light and dark: each in a page of its own, because a skin belongs to the whole page. */
function EverySkin({ language }: { language: UiLanguage }) {
  const modes: readonly ThemeMode[] = ['light', 'dark']
  return (
    <main className={css.page}>
      <h1 className={css.brand}>{language === 'zh' ? '全部皮肤' : 'Every skin'}</h1>
      <div className={css.every}>
        {SKINS.flatMap((skin) =>
          modes.map((mode) => (
            <iframe
              key={`${skin.id} ${mode}`}
              title={`${skin[language]}, ${mode}`}
              src={`?states&lang=${language}&skin=${skin.id}&mode=${mode}`}
              loading="lazy"
            />
          )),
        )}
      </div>
    </main>
  )
}
