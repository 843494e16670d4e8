import { http, lazyPart } from '@yanshu/shell-api'
import { Avatar, Button, Dialog, Spinner } from '@yanshu/ui'
import { Suspense, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './contacts.module.css'

// The cropper comes with the first picture that is chosen.
const Cropper = lazyPart(() => import('./Cropper.tsx'))

/** Bytes of what may be chosen, a photo of a phone; what is cut out of it has less than a tenth of 2 MB. */
const CHOSEN_MAX = 20 * 1_024 * 1_024
/** Edge of a kept picture in px: sharp at the largest size that it is shown in. */
const EDGE = 512

interface PhotoFieldProps {
  name: string
  address: string
  /** Address of the picture, '' for none. */
  src: string
  /** A picture that has been uploaded; null removes the one that there is. */
  onPhoto: (photo: { id: string; src: string } | null) => void
}

/** The picture of a contact, cut to a square that is shown round. */
export function PhotoField({ name, address, src, onPhoto }: PhotoFieldProps) {
  const say = useWords()
  const file = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const take = async (cut: Blob) => {
    const picture = new File([cut], 'photo.jpg', { type: cut.type })
    const uploaded = await http.upload('file/uploadMailPicture', picture).catch(() => null)
    if (!uploaded) return
    setChosen(null)
    onPhoto({ id: uploaded.id, src: uploaded.url })
  }
  return (
    <div className={css.photo}>
      <Avatar name={name} address={address || name} src={src || undefined} size={64} />
      <Button icon="image" onClick={() => file.current?.click()}>
        {say('photo.choose')}
      </Button>
      {src && (
        <Button variant="text" onClick={() => onPhoto(null)}>
          {say('photo.remove')}
        </Button>
      )}
      <input
        ref={file}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        aria-label={say('photo.choose')}
        onChange={({ target }) => {
          setChosen(target.files?.[0] ?? null)
          target.value = ''
        }}
      />
      {chosen && (
        <Dialog open title={say('photo.cut')} onClose={() => setChosen(null)}>
          <Suspense fallback={<Spinner />}>
            <Cropper
              file={chosen}
              size={{ width: EDGE, height: EDGE }}
              shape="round"
              type="image/jpeg"
              maxBytes={CHOSEN_MAX}
              onDone={(picture) => void take(picture)}
              onCancel={() => setChosen(null)}
            />
          </Suspense>
        </Dialog>
      )}
    </div>
  )
}
