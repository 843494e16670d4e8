import { useEffect, useState } from 'react'
import { ImageCropper } from '../src/crop/index.ts'
import { notify } from '../src/index.ts'
import css from './Gallery.module.css'
import type { GroupWords } from './Groups.tsx'
import { Section } from './Section.tsx'

const MAX_BYTES = 2 * 1024 * 1024
const SIZE = { width: 120, height: 120 }

/** A picture whose four quarters differ, so that one sees what was cut. */
async function sample(): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  const context = canvas.getContext('2d')
  if (!context) return null
  for (const [at, colour] of ['#c8402b', '#2e8b3d', '#2456d6', '#b26a00'].entries()) {
    context.fillStyle = colour
    context.fillRect((at % 2) * 200, Math.floor(at / 2) * 150, 200, 150)
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'))
}

export function Crop({ say }: { say: GroupWords }) {
  const [file, setFile] = useState<Blob | null>(null)
  const [result, setResult] = useState<{ url: string; type: string; bytes: number } | null>(null)
  const [round, setRound] = useState(true)
  useEffect(() => {
    // Where it is drawn later than another one was chosen, that one stays.
    void sample().then((drawn) => setFile((chosen) => chosen ?? drawn))
  }, [])
  return (
    <Section title="Crop">
      <div className={css.row}>
        <label>
          {say.choosePicture}{' '}
          <input
            type="file"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            style={{ maxWidth: '100%' }}
          />
        </label>
        <label>
          <input type="checkbox" checked={round} onChange={(event) => setRound(event.target.checked)} /> {say.round}
        </label>
      </div>
      {file && (
        <ImageCropper
          file={file}
          size={SIZE}
          shape={round ? 'round' : 'square'}
          type={round ? 'image/png' : 'image/jpeg'}
          maxBytes={MAX_BYTES}
          onDone={(picture) =>
            setResult({ url: URL.createObjectURL(picture), type: picture.type, bytes: picture.size })
          }
          onCancel={() => notify.info(say.cancelled)}
        />
      )}
      {result && (
        <img src={result.url} alt={say.result} data-type={result.type} width={SIZE.width} height={SIZE.height} />
      )}
      <ImageCropper
        file={NOT_A_PICTURE}
        size={SIZE}
        type="image/png"
        maxBytes={MAX_BYTES}
        onDone={() => undefined}
        onCancel={() => undefined}
      />
    </Section>
  )
}

const NOT_A_PICTURE = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
