import { go, Link } from '@yanshu/shell-api'
import { Button, EmptyState } from '@yanshu/ui'
import { Page } from '../layout/Page.tsx'
import { useWords } from '../useWords.ts'

/** What is finished elsewhere, with the page that it belongs to. */
const FINISHED = {
  phoneBound: 'account?at=profile',
  phoneUnbound: 'account?at=profile',
  passwordChanged: 'account?at=password',
  forwardConfirmed: 'forward',
  importUndone: 'transfer',
} as const

const isFinished = (status: string): status is keyof typeof FINISHED => Object.hasOwn(FINISHED, status)

/** `/set/success/{status}`: shows that something has been done, and leads back to where it belongs. */
export function SuccessPage({ status }: { status: string }) {
  const say = useWords()
  if (!isFinished(status)) {
    return (
      <Page page="lost">
        <EmptyState
          scene="nothing"
          title={say('pages.lostText')}
          actions={<Button onClick={() => go('/set/normalset', { replace: true })}>{say('pages.back')}</Button>}
        />
      </Page>
    )
  }
  return (
    <Page page={FINISHED[status].split('?')[0] ?? 'account'}>
      <EmptyState
        scene="nothing"
        title={say(`success.${status}`)}
        text={say(`success.${status}Text`)}
        actions={
          <Link replace to={`/set/${FINISHED[status]}`}>
            {say('success.back')}
          </Link>
        }
      />
    </Page>
  )
}
