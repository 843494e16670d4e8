import { listShortcuts, type Shortcut, settings, useGeneral, useT } from '@yanshu/shell-api'
import { Dialog, KeyHint, Switch } from '@yanshu/ui'
import css from './palette.module.css'

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

/** The strokes of a shortcut one after the other: `g i` is two keys. */
const Strokes = ({ keys }: { keys: string }) => (
  <span className={css.strokes}>
    {keys.split(' ').map((stroke) => (
      <KeyHint key={stroke} keys={stroke.replace(/Arrow\w+$/, (name) => ARROWS[name] ?? name)} />
    ))}
  </span>
)

/** Every shortcut that applies now, by group (?). */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const say = useT('shell')
  const { singleKeys } = useGeneral()
  const groups = Map.groupBy(listShortcuts(), (shortcut: Shortcut) => shortcut.group)
  return (
    <Dialog open light wide title={say('shortcuts.title')} onClose={onClose}>
      <div className={css.sheet} tabIndex={-1} data-autofocus>
        <div className={css.switch}>
          <Switch
            label={say('shortcuts.singleKeys')}
            checked={singleKeys}
            // A failed save has been reported and undone.
            onChange={(on) => void settings.save('singleKeys', on).catch(() => undefined)}
          />
        </div>
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys}>
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Strokes keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.size === 0 && <p>{say('shortcuts.none')}</p>}
      </div>
    </Dialog>
  )
}
