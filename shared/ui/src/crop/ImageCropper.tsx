import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { formatBytes } from '../attachment/fileType.ts'
import { Button, IconButton } from '../button/Button.tsx'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../icons/Icon.tsx'
import { useWords } from '../messages/language.ts'
import css from './crop.module.css'
import { cutPicture, type PictureSize } from './cutPicture.ts'
import './easyCrop.css'
import { type PictureProblem, pictureProblem } from './pictureProblem.ts'
import { WORDS } from './words.ts'

export interface ImageCropperProps {
  /** What was chosen; another one begins anew. */
  file: Blob
  /** Of the result, in pixels. */
  size: PictureSize
  /** What the frame shows. The result has corners all the same: the view that shows it rounds it. */
  shape?: 'square' | 'round' | undefined
  type: 'image/png' | 'image/jpeg'
  /** Bytes of the file that are taken at most. */
  maxBytes: number
  /** The word on the button; "使用" when not given. */
  useLabel?: string | undefined
  onDone: (picture: Blob) => void
  onCancel: () => void
}

const MAX_ZOOM = 4
const ZOOM_STEP = 0.2
const clampZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(1, Math.round(zoom * 100) / 100))

type Opened = { readonly url: string } | { readonly problem: PictureProblem | 'broken' } | null

/** The picture's address once it is known to be one that can be opened. */
function useOpened(file: Blob, maxBytes: number): [Opened, (problem: 'broken') => void] {
  const [opened, setOpened] = useState<Opened>(null)
  useEffect(() => {
    let url = ''
    let left = false
    setOpened(null)
    pictureProblem(file, maxBytes).then(
      (problem) => {
        if (left) return
        if (!problem) url = URL.createObjectURL(file)
        setOpened(problem ? { problem } : { url })
      },
      () => left || setOpened({ problem: 'broken' }),
    )
    return () => {
      left = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [file, maxBytes])
  return [opened, (problem) => setOpened({ problem })]
}

/** Cuts a picture to a shape and a size: moved by mouse, finger or arrow keys, zoomed by wheel, two fingers, + and -. */
export function ImageCropper(props: ImageCropperProps) {
  const { file, maxBytes, onCancel } = props
  const say = useWords(WORDS)
  const [opened, fail] = useOpened(file, maxBytes)
  if (opened && 'problem' in opened) {
    return (
      <div className={css.cropper}>
        <p role="alert" className={css.problem}>
          <Icon name="error" />
          {say(opened.problem, { size: formatBytes(maxBytes) })}
        </p>
        <div className={css.foot}>
          <Button onClick={onCancel}>{say('cancel')}</Button>
        </div>
      </div>
    )
  }
  if (!opened) {
    return (
      <div className={css.cropper}>
        <div className={css.stage} role="status" aria-label={say('opening')}>
          <Spinner />
        </div>
      </div>
    )
  }
  return <Stage key={opened.url} {...props} url={opened.url} onBroken={() => fail('broken')} />
}

function Stage({
  url,
  size,
  shape = 'square',
  type,
  useLabel,
  onDone,
  onCancel,
  onBroken,
}: ImageCropperProps & { url: string; onBroken: () => void }) {
  const say = useWords(WORDS)
  const hint = useId()
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const image = useRef<HTMLImageElement>(null)

  const use = async () => {
    if (!area || !image.current) return
    setBusy(true)
    setFailed(false)
    try {
      onDone(await cutPicture(image.current, area, size, type))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '=') setZoom((now) => clampZoom(now + ZOOM_STEP))
    else if (event.key === '-') setZoom((now) => clampZoom(now - ZOOM_STEP))
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the area inside, which has the focus
    <div className={css.cropper} onKeyDown={onKeyDown}>
      <div className={css.stage}>
        <Cropper
          image={url}
          crop={at}
          zoom={zoom}
          minZoom={1}
          maxZoom={MAX_ZOOM}
          aspect={size.width / size.height}
          cropShape={shape === 'round' ? 'round' : 'rect'}
          showGrid={shape === 'square'}
          keyboardStep={8}
          // A style element would be refused by the page's policy; the sheet comes with the group.
          disableAutomaticStylesInjection
          onCropChange={setAt}
          onZoomChange={(next) => setZoom(clampZoom(next))}
          onCropComplete={(_, pixels) => setArea(pixels)}
          setImageRef={(ref) => {
            image.current = ref.current
          }}
          mediaProps={{ alt: '', onError: onBroken }}
          cropperProps={{ role: 'group', 'aria-label': say('area'), 'aria-describedby': hint }}
        />
      </div>
      <p id={hint} className={css.hint}>
        {say('hint')}
      </p>
      <div className={css.zoom}>
        <IconButton
          icon="minus"
          label={say('zoomOut')}
          disabled={zoom <= 1}
          onClick={() => setZoom((now) => clampZoom(now - ZOOM_STEP))}
        />
        <input
          type="range"
          aria-label={say('zoom')}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(clampZoom(event.target.valueAsNumber))}
        />
        <IconButton
          icon="plus"
          label={say('zoomIn')}
          disabled={zoom >= MAX_ZOOM}
          onClick={() => setZoom((now) => clampZoom(now + ZOOM_STEP))}
        />
      </div>
      {failed && (
        <p role="alert" className={css.problem}>
          <Icon name="error" />
          {say('failed')}
        </p>
      )}
      <div className={css.foot}>
        <Button onClick={onCancel}>{say('cancel')}</Button>
        <Button variant="primary" disabled={!area} loading={busy} onClick={() => void use()}>
          {useLabel ?? say('use')}
        </Button>
      </div>
    </div>
  )
}
