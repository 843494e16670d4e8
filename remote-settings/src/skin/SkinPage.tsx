import { settings, useGeneral, useLanguage, useSwitch } from '@yanshu/shell-api'
import { Avatar, applyTheme, Button, Segmented, SKINS, type SkinId } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { Setting } from '../find/Setting.tsx'
import { PictureChoices } from '../general/PictureChoices.tsx'
import pictures from '../general/pictures.module.css'
import { SavedLine } from '../general/SavedLine.tsx'
import { useSaving } from '../general/useSaving.ts'
import { Page, Section } from '../layout/Page.tsx'
import { useWords } from '../useWords.ts'
import css from './skin.module.css'

interface Tried {
  readonly skin: SkinId
  readonly colorMode: 'light' | 'dark' | 'system'
}

/**
 * `/set/skinpeeling`: the whole window is drawn in the skin that is chosen, so that it is seen before it is kept. Leaving
 * the page without keeping it brings the former one back.
 */
export function SkinPage() {
  const say = useWords()
  const spoken = useLanguage()
  const { skin, colorMode, fontSize } = useGeneral()
  const gray = useSwitch('enableGray')
  const { state, saveAll, undo } = useSaving()
  const [tried, setTried] = useState<Tried | null>(null)
  const shown = tried ?? { skin, colorMode }
  const isTried = tried !== null && (tried.skin !== skin || tried.colorMode !== colorMode)

  useEffect(() => {
    if (!tried) return
    applyTheme({ skin: tried.skin, mode: tried.colorMode, fontSize, gray })
    return () => {
      const { general } = settings.current()
      applyTheme({ skin: general.skin, mode: general.colorMode, fontSize: general.fontSize, gray })
    }
  }, [tried, fontSize, gray])

  return (
    <Page page="skinpeeling" beside={state !== 'idle' && <SavedLine state={state} onUndo={undo} />}>
      <Section title={say('skins.title')} lead={say('skins.lead')}>
        <Setting id="skins">
          <PictureChoices
            label={say('look.skin')}
            small
            value={shown.skin}
            options={SKINS.map((one) => ({
              value: one.id,
              label: one[spoken],
              picture: <span className={pictures.swatch} style={{ background: one.swatch }} />,
            }))}
            onChange={(next) => setTried({ ...shown, skin: next })}
          />
        </Setting>
        <Setting id="skinMode">
          <Segmented
            label={say('look.colorMode')}
            value={shown.colorMode}
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: say(`look.${value}`) }))}
            onChange={(mode) => setTried({ ...shown, colorMode: mode })}
          />
        </Setting>
        <Setting id="skinKeep">
          <div role="status" className={css.keep}>
            <Button
              variant="primary"
              disabled={!isTried}
              onClick={() => {
                saveAll({ skin: shown.skin, colorMode: shown.colorMode })
                setTried(null)
              }}
            >
              {say('skins.keep')}
            </Button>
            {isTried && <Button onClick={() => setTried(null)}>{say('skins.back')}</Button>}
            {isTried && <span>{say('skins.trying')}</span>}
          </div>
        </Setting>
        <Sample />
      </Section>
    </Page>
  )
}

/** A mail as the skin draws it. */
function Sample() {
  const say = useWords()
  return (
    <div aria-hidden="true" className={css.sample}>
      {(['zhang.wei@yanshu.test', 'li.na@yanshu.test', 'wang.fang@yanshu.test'] as const).map((address, row) => (
        <div
          key={address}
          className={css.row}
          data-unread={row === 0 ? '' : undefined}
          data-open={row === 1 ? '' : undefined}
        >
          <Avatar name={say(`skins.names.n${row}`)} address={address} />
          <span>
            <b>{say(`skins.names.n${row}`)}</b>
            <span>{say(`skins.subjects.n${row}`)}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
