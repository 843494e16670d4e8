import { intents, t, tabs, unsavedWork } from '@yanshu/shell-api'
import { ask, confirm, notify } from '@yanshu/ui'
import { signOut } from '../shell/signOut.ts'
import css from './unsaved.module.css'

/** So many titles are named; the others are counted. */
const NAMED = 5

/** What ends this login. */
export type Leaving = 'signOut' | 'switch'

const say = (key: string, values?: Record<string, string | number>) => t('shell', `unsaved.${key}`, values)

const isAnythingDirty = () => tabs.list().some(({ dirty }) => dirty)

/** Without cryptography (plain http) nothing may stay on this device. */
const stays = () => (globalThis.crypto?.subtle ? 'kept' : 'deleted')

/**
 * Whether the session may end. Where the server lacks something that was written here, it is named first, and can be
 * saved. The careful answer, to stay, has the focus.
 */
export async function mayLeave(leaving: Leaving): Promise<boolean> {
  let failed = false
  for (;;) {
    // Without a journal there is nothing that would stay; what is open is asked about all the same.
    const titles = await unsavedWork().catch(() => [])
    if (titles.length === 0) return !isAnythingDirty() || confirmLoss(leaving)
    const answer = await ask({
      title: say(`${leaving}Title`),
      text: <UnsavedList titles={titles} failed={failed} />,
      yes: say(`${leaving}Saved`),
      other: say(`${leaving}Anyway`),
      no: say('stay'),
    })
    if (answer !== 'yes') return answer === 'other'
    failed = true
    if ((await saveAll()) && (await unsavedWork().catch(() => [])).length === 0) return true
  }
}

/** Something is open with changes that no journal keeps. */
const confirmLoss = (leaving: Leaving): Promise<boolean> =>
  confirm({ title: say(`${leaving}Title`), text: say('lost'), yes: say(leaving), no: say('stay') })

/** Saves every letter and short answer. Answers whether that could be asked for and all were saved. */
async function saveAll(): Promise<boolean> {
  try {
    const failed = await Promise.all([
      intents.send('letters.save', {}, { silent: true }),
      intents.send('answers.save', {}, { silent: true }),
    ])
    return failed.every((count) => count === 0)
  } catch {
    notify.error(say('saveFailed'))
    return false
  }
}

function UnsavedList({ titles, failed }: { titles: readonly string[]; failed: boolean }) {
  const more = titles.length - NAMED
  return (
    <div className={css.unsaved}>
      <p>{say(failed ? 'stillUnsaved' : 'text', { count: titles.length })}</p>
      <ul>
        {titles.slice(0, NAMED).map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two letters may have one title, and the list never changes
          <li key={index} title={title || undefined}>
            {title || say('untitled')}
          </li>
        ))}
        {more > 0 && <li>{say('more', { count: more })}</li>}
      </ul>
      <p>{say(stays())}</p>
    </div>
  )
}

/** Signs out, after a question when something is not saved. */
export async function askAndSignOut(): Promise<void> {
  if (await mayLeave('signOut')) await signOut()
}

/** The same from a locked screen, which names nothing of what is behind it and can save nothing. */
export async function askAndSignOutLocked(): Promise<void> {
  const count = await unsavedWork().then(
    (titles) => titles.length,
    () => 0,
  )
  const sure =
    count === 0 ||
    (await confirm({
      title: say('signOutTitle'),
      text: say('locked', { count, after: say(stays()) }),
      yes: say('signOut'),
      no: say('stay'),
    }))
  if (sure) await signOut()
}
