import { type DocumentShare, EXTRACT_CODE_MAX, EXTRACT_CODE_MIN, isViewOnly, SHARE_COUNT_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { Button, Dialog, Select, TextField } from '@yanshu/ui'
import { type FormEvent, useId, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'
import { CopyLink } from './CopyLink.tsx'
import { isShareCode, isShareCount, newShareCode, SHARES_KEY, useSharingRule, validityDays } from './shareFields.ts'

interface ShareDialogProps {
  ids: readonly number[]
  /** Does something with the link when it is there, beside showing it. */
  onMade?: ((share: DocumentShare) => void) | undefined
  onClose: () => void
}

/** Makes a link to files: for how long and how often is chosen, then the link and its code are copied apart. */
export function ShareDialog({ ids, onMade, onClose }: ShareDialogProps) {
  const say = useWords()
  const form = useId()
  const [days, setDays] = useState<number>()
  const [count, setCount] = useState('')
  const [code, setCode] = useState(newShareCode)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [share, setShare] = useState<DocumentShare | null>(null)
  const rule = useSharingRule()
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || days === undefined || !isShareCount(count) || !isShareCode(code)) return
    setBusy(true)
    try {
      const made = await http.post('documents/share/create', {
        documentIds: [...ids],
        code,
        days,
        count: Number(count),
      })
      setShare(made)
      onMade?.(made)
      void queryClient().invalidateQueries({ queryKey: SHARES_KEY })
    } catch {
      // The call has shown why.
    } finally {
      setBusy(false)
    }
  }
  if (share) {
    return (
      <Dialog open title={say('share')} onClose={onClose} footer={<Button onClick={onClose}>{say('done')}</Button>}>
        <div className={css.shareForm}>
          <p>{say('shareMade')}</p>
          <p>
            {say('code')} <strong>{share.code}</strong>
          </p>
          <p className={css.shareTools}>
            <CopyLink share={share} />
          </p>
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={say('share')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" loading={busy} disabled={rule?.outside === false}>
            {say('makeLink')}
          </Button>
        </>
      }
    >
      {rule?.outside === false && <p role="status">{say('sharingOff')}</p>}
      <form id={form} className={css.shareForm} onSubmit={create} noValidate>
        <Select
          label={say('validity')}
          required
          placeholder={say('choose')}
          value={days}
          onChange={setDays}
          options={validityDays(rule).map((value) => ({ value, label: say('days', { count: value }) }))}
          error={tried && days === undefined ? say('validityMissing') : undefined}
        />
        <TextField
          label={say('shareCount')}
          required
          inputMode="numeric"
          value={count}
          onChange={setCount}
          hint={say('shareCountHint', { max: SHARE_COUNT_MAX })}
          error={tried && !isShareCount(count) ? say('shareCountWrong', { max: SHARE_COUNT_MAX }) : undefined}
        />
        <TextField
          label={say('code')}
          required
          value={code}
          onChange={setCode}
          hint={say('codeHint', { min: EXTRACT_CODE_MIN, max: EXTRACT_CODE_MAX })}
          error={
            tried && !isShareCode(code) ? say('codeHint', { min: EXTRACT_CODE_MIN, max: EXTRACT_CODE_MAX }) : undefined
          }
        />
        {rule && isViewOnly(rule) && <p className={css.quietText}>{say('linkViewOnly')}</p>}
      </form>
    </Dialog>
  )
}
