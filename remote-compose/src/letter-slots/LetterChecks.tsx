import type { SlotProps } from '@yanshu/contracts'
import { RemotePart, useContributions, useSettings } from '@yanshu/shell-api'
import { useMemo } from 'react'
import type { Composer } from '../write/composer.ts'
import { fillersOf } from './fillers.ts'

/** The checks of other remotes, which offer themselves for a letter while it is on the screen. */
export function LetterChecks({ composer }: { composer: Composer }) {
  const fillers = fillersOf('letter.check', useContributions(), useSettings())
  return fillers.map((filler) => <LetterCheckPart key={filler.remote} composer={composer} {...filler} />)
}

interface LetterCheckPartProps {
  composer: Composer
  remote: string
  running: string | undefined
}

function LetterCheckPart({ composer, remote, running }: LetterCheckPartProps) {
  // The same while the filler stays, for it is what the filler's effect depends on.
  const props = useMemo<SlotProps<'letter.check'>>(
    () => ({ offer: (check) => composer.offered.offer(remote, check) }),
    [composer, remote],
  )
  return (
    <RemotePart
      name="letter.check"
      remote={remote}
      running={running}
      pick={({ slots }) => slots?.['letter.check']}
      props={props}
    />
  )
}
