import type { OptionedLetter } from '@yanshu/contracts'
import { RemotePart, useContributions, useSettings, useStore } from '@yanshu/shell-api'
import type { Composer } from '../write/composer.ts'
import { fillersOf } from './fillers.ts'
import css from './letterSlots.module.css'
import { optionsPortOf } from './optionsPort.ts'

/** What other remotes let the writer choose for a letter; no gap where none does. */
export function LetterOptions({ composer }: { composer: Composer }) {
  const fillers = fillersOf('letter.option', useContributions(), useSettings())
  // The fillers show the values, so they are drawn with each change of them.
  useStore(composer.state)
  if (fillers.length === 0) return null
  return (
    <div className={css.options}>
      {fillers.map(({ remote, running }) => (
        <RemotePart
          key={remote}
          name="letter.option"
          remote={remote}
          running={running}
          pick={({ slots }) => slots?.['letter.option']}
          props={{ options: optionsPortOf(composer, remote), letter: letterOf(composer) }}
        />
      ))}
    </div>
  )
}

function letterOf(composer: Composer): OptionedLetter {
  const { kind, sourceMailId, from, recipients } = composer.state.get().letter
  const { to, cc, bcc } = recipients
  return { kind, sourceMailId, from, recipients: [...to, ...cc, ...bcc], blind: bcc }
}
