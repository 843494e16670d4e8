import { lazyPart, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button } from '@yanshu/ui'
import { Suspense, useState } from 'react'
import { papersQuery } from '../papers/paperQuery.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './letterTools.module.css'
import { loadPanels } from './loadPanels.ts'
import type { LetterTool, ShownTool } from './shownTool.ts'
import { useSignatureName } from './useSignatureName.ts'

const Panels = lazyPart(loadPanels)

/** Beside the sender: what the letter begins and ends with, each with a menu that comes when it is opened. */
export function LetterTools({ composer }: { composer: Composer }) {
  const say = useT(NS)
  const { letter, signature } = useStore(composer.state)
  const { plain, paper } = letter
  const { data: papers } = useQuery({ ...papersQuery, enabled: paper !== null })
  // A draft keeps the design alone.
  const drawn = Object.entries(paper?.design ?? {})
  const name = papers?.find(({ design }) => drawn.every(([part, value]) => value === Object(design)[part]))?.name
  const signatureName = useSignatureName(composer)
  const [shown, setShown] = useState<ShownTool | null>(null)
  const tools: readonly { tool: LetterTool; words: string; isOffered: boolean }[] = [
    { tool: 'template', words: say('tools.template'), isOffered: true },
    // The editor of a host of before keeps no mark of a signature, so there is none to exchange.
    { tool: 'signature', words: signatureName, isOffered: plain || signature !== undefined },
    { tool: 'paper', words: paper && name ? say('tools.papered', { name }) : say('tools.paper'), isOffered: !plain },
  ]
  return (
    <div className={css.tools} role="toolbar" aria-label={say('tools.label')}>
      {tools.map(
        ({ tool, words, isOffered }) =>
          isOffered && (
            <Button
              key={tool}
              size="small"
              variant="text"
              iconAfter="chevron-down"
              className={css.tool}
              aria-haspopup={tool === 'paper' ? 'dialog' : 'menu'}
              aria-expanded={shown?.tool === tool}
              onPointerEnter={() => void loadPanels().catch(() => undefined)}
              onClick={({ currentTarget }) => setShown(shown?.tool === tool ? null : { tool, anchor: currentTarget })}
            >
              {words}
            </Button>
          ),
      )}
      {shown && (
        <Suspense fallback={null}>
          <Panels shown={shown} composer={composer} onShow={setShown} />
        </Suspense>
      )}
    </div>
  )
}
