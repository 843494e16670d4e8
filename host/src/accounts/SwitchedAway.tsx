import { useT } from '@yanshu/shell-api'
import { Button, Dialog } from '@yanshu/ui'

/** Shown in a window whose account was switched in another one: it sends nothing more, and shows that (§4). */
export function SwitchedAway({ name }: { name: string }) {
  const say = useT('shell')
  return (
    <Dialog
      open
      title={say('accounts.away', { name })}
      // There is nothing to go back to: the tokens of this page are another account's.
      onClose={() => location.reload()}
      footer={
        <Button variant="primary" icon="refresh" data-autofocus="" onClick={() => location.reload()}>
          {say('accounts.refresh')}
        </Button>
      }
    >
      <p>{say('accounts.awayText', { name })}</p>
    </Dialog>
  )
}
