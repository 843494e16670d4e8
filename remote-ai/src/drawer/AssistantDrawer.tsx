import type { SlotProps } from '@yanshu/contracts'
import { usePreference, useStore } from '@yanshu/shell-api'
import { IconButton, VisuallyHidden } from '@yanshu/ui'
import { useEffect, useId, useRef } from 'react'
import { ChatTab } from '../chat/ChatTab.tsx'
import { assistant, showHistory, showTab, type TabName } from '../engine/assistant.ts'
import { History } from '../history/History.tsx'
import { RiskTab } from '../risk/RiskTab.tsx'
import { SummaryTab } from '../summary/SummaryTab.tsx'
import { useWords } from '../useWords.ts'
import { WriteTab } from '../write/WriteTab.tsx'
import css from './drawer.module.css'
import { Sent } from './Sent.tsx'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The assistant's panel: its tabs (§2), of which summary and risk check stand there while a mail is shown. */
export default function AssistantDrawer({ mail, letter }: SlotProps<'drawer'>) {
  const say = useWords()
  const id = useId()
  const { tab, locked, history } = useStore(assistant)
  const [kept, keep] = usePreference<TabName>('assistantTab', 'chat')
  const list = useRef<HTMLDivElement>(null)
  const offered: readonly TabName[] = mail ? ['chat', 'write', 'summary', 'risk'] : ['chat', 'write']
  const wanted = tab ?? kept
  const shown = offered.includes(wanted) ? wanted : 'chat'
  // The tab is one for all windows: what was asked for here is what they show.
  useEffect(() => {
    if (tab === null) return
    keep(tab)
    showTab(null)
  }, [tab, keep])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab begins at its top
  useEffect(() => scrollToTop(list.current), [shown, history])
  const step = (by: number) => {
    const next = offered[(offered.indexOf(shown) + by + offered.length) % offered.length] ?? 'chat'
    showTab(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={css.drawer}>
      <div className={css.bar}>
        <div
          ref={list}
          role="tablist"
          aria-label={say('tabs')}
          className={css.tabs}
          onKeyDown={(event) => {
            const by = STEPS[event.key]
            if (by === undefined) return
            event.preventDefault()
            step(by)
          }}
        >
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              data-tab={name}
              id={`${id}-${name}`}
              aria-selected={!history && name === shown}
              aria-controls={`${id}-panel`}
              tabIndex={name === shown ? 0 : -1}
              className={css.tab}
              onClick={() => showTab(name)}
            >
              {say(`tab.${name}`)}
            </button>
          ))}
        </div>
        <IconButton icon="clock" label={say('history.title')} pressed={history} onClick={() => showHistory(!history)} />
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        className={css.panel}
        {...(history ? { 'aria-label': say('history.title') } : { 'aria-labelledby': `${id}-${shown}` })}
      >
        {history && <History />}
        {!history && shown === 'chat' && <ChatTab letter={letter} />}
        {!history && shown === 'write' && <WriteTab mail={mail} letter={letter} />}
        {!history && shown === 'summary' && mail && <SummaryTab key={mail.mailId} mail={mail} />}
        {!history && shown === 'risk' && mail && <RiskTab key={mail.mailId} mail={mail} />}
      </div>
      {/* Beginning and end are announced; what comes between would be read over and over. */}
      <VisuallyHidden aria-live="polite">{locked ? say('working') : say('done')}</VisuallyHidden>
      <Sent />
    </div>
  )
}

/** Scrolls the container of an element back to its top. */
function scrollToTop(element: HTMLElement | null): void {
  for (let place = element?.parentElement; place; place = place.parentElement) {
    if (place.scrollTop > 0) {
      place.scrollTop = 0
      return
    }
  }
}
