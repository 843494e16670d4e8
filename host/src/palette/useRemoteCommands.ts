import type { CommandQuery, RemoteCommand } from '@yanshu/contracts'
import { type Contributed, go, offeredOf, useContributions, useLanguage, useSettings } from '@yanshu/shell-api'
import { useEffect, useMemo, useState } from 'react'
import type { loadRemote } from '../federation-state/remotes.ts'
import type { Command } from './matchCommands.ts'

/** {@link loadRemote}, handed in by the frame: imported here, it would leave the first script's one scope. */
export type LoadRemote = typeof loadRemote

/** Milliseconds without another letter before sources are asked that search themselves. */
const TYPING_MS = 150

type Source = Contributed<{ readonly id: string }>

/** The sources of the remotes of the manifest that search themselves, or those that say once what they have. */
function useSources(live: boolean): readonly Source[] {
  const all = useContributions()
  const switches = useSettings()
  return useMemo(
    () => offeredOf(all, switches, ({ commands }) => commands?.filter((source) => (source.live ?? false) === live)),
    [all, switches, live],
  )
}

const commandsOf = (source: Source, found: readonly RemoteCommand[]): readonly Command[] =>
  found.map(({ id, label, group, path, words }) => ({
    id: `${source.remote}:${source.id}:${id}`,
    label,
    group,
    words,
    run: () => go(path),
  }))

/** Asks every source, and hands over what each finds as soon as it has answered. One that cannot be had finds nothing. */
function askEach(
  sources: readonly Source[],
  load: LoadRemote,
  query: CommandQuery,
  found: (source: Source, commands: readonly Command[]) => void,
): void {
  for (const source of sources) {
    load(source.remote)
      .then(({ module }) => module.commands?.[source.id]?.(query) ?? [])
      .then(
        (commands) => query.signal.aborted || found(source, commandsOf(source, commands)),
        () => undefined,
      )
  }
}

const keyOf = ({ remote, id }: Source) => `${remote}:${id}`

/** What the remotes offer, each as soon as it has answered; for the palette to look through. */
export function useRemoteCommands(load: LoadRemote): readonly Command[] {
  const language = useLanguage()
  const sources = useSources(false)
  const [offered, setOffered] = useState<ReadonlyMap<string, readonly Command[]>>(new Map())
  useEffect(() => {
    const control = new AbortController()
    askEach(sources, load, { language, typed: '', signal: control.signal }, (source, commands) =>
      setOffered((now) => new Map([...now, [keyOf(source), commands]])),
    )
    return () => control.abort()
  }, [sources, load, language])
  return useMemo(() => [...offered.values()].flat(), [offered])
}

/** What sources that search themselves find for what is typed, after the last letter; what was found before stays until then. */
export function useLiveCommands(load: LoadRemote, typed: string): readonly Command[] {
  const language = useLanguage()
  const sources = useSources(true)
  const wanted = typed.trim()
  const [found, setFound] = useState<{ typed: string; by: ReadonlyMap<string, readonly Command[]> }>({
    typed: '',
    by: new Map(),
  })
  useEffect(() => {
    if (!wanted || sources.length === 0) return
    const control = new AbortController()
    const timer = setTimeout(() => {
      askEach(sources, load, { language, typed: wanted, signal: control.signal }, (source, commands) =>
        setFound((now) => ({
          typed: wanted,
          by: new Map([...(now.typed === wanted ? now.by : []), [keyOf(source), commands]]),
        })),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [sources, load, language, wanted])
  return useMemo(() => (wanted ? [...found.by.values()].flat() : []), [found, wanted])
}
