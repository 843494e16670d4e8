import { CUSTOM_PICTURE_MAX, type UserInfo } from '@yanshu/contracts'
import { http, lazyPart } from '@yanshu/shell-api'
import { Avatar, Button, Dialog, notify, Spinner, undoable } from '@yanshu/ui'
import { Suspense, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

// The cropper comes with the first picture that is chosen.
const Cropper = lazyPart(() => import('./Cropper.tsx'))

/** The picture of the person, cut by themselves to a square that is shown round. */
export function Picture({ user, onSaved }: { user: UserInfo; onSaved: () => void }) {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const send = async (picture: Blob) => {
    await http.upload('file/uploadCustomPicture', new File([picture], 'picture.jpg', { type: picture.type }))
    onSaved()
  }
  const remove = async () => {
    const before = await (await fetch(user.avatar)).blob()
    await http.post('file/deleteCustomPicture', {})
    onSaved()
    undoable(say('account.picture.removed'), () => void send(before).catch(() => undefined))
  }
  const done = async (picture: Blob) => {
    await send(picture)
    setChosen(null)
    notify.success(say('account.picture.saved'))
  }
  return (
    <div className={css.actions}>
      <Avatar name={user.userName} address={user.emailAddr} src={user.avatar || undefined} size={64} />
      <Button size="small" onClick={() => input.current?.click()}>
        {say('account.picture.choose')}
      </Button>
      {user.avatar && (
        <Button size="small" onClick={() => void remove().catch(() => undefined)}>
          {say('account.picture.remove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label={say('account.picture.choose')}
        onChange={({ target }) => {
          setChosen(target.files?.[0] ?? null)
          target.value = ''
        }}
      />
      {chosen && (
        <Dialog open title={say('account.picture.cut')} onClose={() => setChosen(null)}>
          <Suspense fallback={<Spinner />}>
            <Cropper
              file={chosen}
              size={{ width: 256, height: 256 }}
              shape="round"
              type="image/jpeg"
              maxBytes={CUSTOM_PICTURE_MAX}
              onDone={(picture) => void done(picture).catch(() => undefined)}
              onCancel={() => setChosen(null)}
            />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}
