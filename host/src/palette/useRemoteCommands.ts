import { go, useLanguage } from '@yanshu/shell-api'
import { useEffect, useMemo, useState } from 'react'
import type { eachRemote } from '../federation-state/remotes.ts'
import type { Command } from './matchCommands.ts'

/** {@link eachRemote}, handed in by the frame: imported here, it would leave the first script's one scope. */
export type EachRemote = typeof eachRemote

/** What the remotes offer, each as soon as it has answered. A remote that cannot be had offers nothing. */
export function useRemoteCommands(each: EachRemote): readonly Command[] {
  const language = useLanguage()
  const [offered, setOffered] = useState<ReadonlyMap<string, readonly Command[]>>(new Map())

  useEffect(() => {
    let current = true
    const failed = () => undefined
    each(({ name, module }) => {
      module.commands?.(language).then((found) => {
        const commands = found.map(
          ({ id, label, group, path, words }): Command => ({
            id: `${name}:${id}`,
            label,
            group,
            words,
            run: () => go(path),
          }),
        )
        if (current) setOffered((now) => new Map([...now, [name, commands]]))
      }, failed)
    }).catch(failed)
    return () => {
      current = false
    }
  }, [each, language])

  return useMemo(() => [...offered.values()].flat(), [offered])
}
