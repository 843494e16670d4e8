import { Code, type HandInRoom, type UploadRequest } from '@yanshu/contracts'
import { ApiError, http, useFormat } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, ErrorCard, Skeleton } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { useState } from 'react'
import css from './bigFiles.module.css'
import { HandIn } from './HandIn.tsx'
import { RequestForm } from './RequestForm.tsx'
import { bytesOf, FORM_MAX, newCode } from './requestForm.ts'
import { useWords } from './useWords.ts'

const KEY = ['upload-requests']
const renew = () => void queryClient().invalidateQueries({ queryKey: KEY })

/** Uploads of the user for themselves, and the links by which others hand files in. */
export function OwnUploads() {
  const say = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => http.get('documents/request/list', {}, { silent: true, signal }),
    retry: false,
  })
  if (error) {
    const isOff = error instanceof ApiError && error.code === Code.forbidden
    return isOff ? <p>{say('off')}</p> : <ErrorCard what={say('failed')} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton lines={6} />
  return (
    <>
      <ForMyself />
      <RequestForm onMade={renew} />
      <section className={css.part} aria-label={say('links')}>
        <h2>{say('links')}</h2>
        {data.list.length === 0 && <p className={css.quiet}>{say('noLinks')}</p>}
        <ul className={css.rows}>
          {data.list.map((request) => (
            <RequestRow key={request.requestId} request={request} />
          ))}
        </ul>
      </section>
    </>
  )
}

function ForMyself() {
  const say = useWords()
  const [opened, setOpened] = useState<(HandInRoom & { readonly ticket: string }) | null>(null)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const code = newCode()
      const bounds = { days: 1, filesMax: FORM_MAX.files, sizeMax: bytesOf(FORM_MAX.megabytes), notice: false }
      const { token } = await http.post('documents/request/create', { title: say('ownTitle'), code, ...bounds })
      setOpened(await http.post('handIn/open', { token, code }))
    } catch {
      // The call has shown why.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={css.part} aria-label={say('own')}>
      <h2>{say('own')}</h2>
      <p className={css.quiet}>{say('ownAbout')}</p>
      {opened ? (
        <HandIn ticket={opened.ticket} opened={opened} own />
      ) : (
        <div className={css.tools}>
          <Button loading={busy} onClick={() => void begin()}>
            {say('own')}
          </Button>
        </div>
      )}
    </section>
  )
}

function RequestRow({ request }: { request: UploadRequest }) {
  const say = useWords()
  const { bytes, dayTime } = useFormat()
  const [shown, setShown] = useState(false)
  const { requestId, token, code, title, state, files, filesMax, expiresAt } = request
  const link = `${location.origin}${location.pathname}#/bigFileUpload?id=${token}`
  const copy = (text: string) => void copyText(text, { done: say('copied'), failed: say('copyFailed', { text }) })
  const end = async () => {
    const asked = { title: say('endTitle', { title }), text: say('endText'), yes: say('end'), no: say('cancel') }
    if (!(await confirm({ ...asked, danger: true }))) return
    await http.post('documents/request/end', { requestId }).catch(() => undefined)
    renew()
  }
  return (
    <li className={css.request}>
      <strong className={css.name}>{title}</strong>
      <span>{say(`state.${state}`)}</span>
      <span className={css.quiet}>
        {say('facts', { files, filesMax, size: bytes(request.bytes), time: dayTime(expiresAt) })}
      </span>
      <span className={css.tools}>
        {state === 'normal' && (
          <>
            <Button size="small" icon="link" onClick={() => copy(link)}>
              {say('copyLink')}
            </Button>
            <Button size="small" icon="copy" onClick={() => copy(code)}>
              {say('copyCode')}
            </Button>
          </>
        )}
        <Button size="small" variant="text" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {say('came')}
        </Button>
        {(state === 'normal' || state === 'full') && (
          <Button size="small" variant="text" onClick={() => void end()}>
            {say('end')}
          </Button>
        )}
      </span>
      {shown && <Received requestId={requestId} />}
    </li>
  )
}

function Received({ requestId }: { requestId: number }) {
  const say = useWords()
  const { bytes, dayTime } = useFormat()
  const { data, isError } = useQuery({
    queryKey: [...KEY, requestId],
    queryFn: ({ signal }) => http.get('documents/request/files', { requestId }, { silent: true, signal }),
    staleTime: 0,
  })
  if (isError) return <p>{say('failed')}</p>
  if (!data) return <Skeleton lines={2} />
  if (data.list.length === 0) return <p className={css.quiet}>{say('noneCame')}</p>
  return (
    <ul className={css.rows} aria-label={say('came')}>
      {data.list.map(({ name, size, sender, at, there }) => (
        <li key={`${at} ${name}`}>
          <span className={css.name}>{name}</span>
          <span className={css.quiet}>{bytes(size)}</span>
          {sender !== '' && <span className={css.quiet}>{say('by', { name: sender })}</span>}
          <time className={css.quiet}>{dayTime(at)}</time>
          {!there && <span className={css.quiet}>{say('gone')}</span>}
        </li>
      ))}
    </ul>
  )
}
