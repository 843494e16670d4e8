import { PartError, useT } from '@yanshu/shell-api'
import { Button, ErrorCard } from '@yanshu/ui'
import { type LoadedRemote, RemoteError, SharedModuleError } from '../federation/index.ts'

export interface FailureCardProps {
  error: unknown
  /** The remote whose part is missing, where the error does not name it. */
  remote?: LoadedRemote
  title: string
  onRetry: () => void
}

/** Shows what happened to a view or a part of it, by the class of the failure, and offers to try again. */
export function FailureCard({ error, remote, title, onRetry }: FailureCardProps) {
  const say = useT('shell')
  const kind = error instanceof RemoteError || error instanceof PartError ? error.class : 'evaluate'
  const whose = error instanceof RemoteError ? [error.remote, error.version] : [remote?.name, remote?.version]
  const blamed = error instanceof SharedModuleError ? ['·'] : [...whose, '·']
  const refreshFirst = kind === 'contract' || kind === 'integrity' || kind === 'compat'
  return (
    <ErrorCard
      what={say(`outlet.${kind}`, { title })}
      why={say(`outlet.${kind}Why`)}
      advice={say(`outlet.${kind}Advice`)}
      code={[`MF-${kind.toUpperCase()}`, ...blamed, 'host', __HOST_VERSION__].filter(Boolean).join(' ')}
      onRetry={onRetry}
      actions={
        <Button size="small" variant={refreshFirst ? 'primary' : 'default'} onClick={() => location.reload()}>
          {say('outlet.refresh')}
        </Button>
      }
    />
  )
}

interface KeptNoticeProps {
  title: string
  /** Leaves the version; undefined while unsaved work would be lost by it. */
  onSwitch: (() => void) | undefined
}

/** Shows why a tab with unsaved work still shows a version that was given up. */
export function KeptNotice({ title, onSwitch }: KeptNoticeProps) {
  const say = useT('shell')
  return (
    <ErrorCard
      what={say('outlet.kept', { title })}
      advice={say('outlet.keptAdvice')}
      onRetry={onSwitch}
      retryLabel={say('outlet.keptSwitch')}
    />
  )
}
