import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { IMAGE_ADD } from '../icons/imageAdd.ts'
import { useWords } from '../messages/language.ts'
import css from './upload.module.css'
import { WORDS } from './words.ts'

export interface DropTargetProps {
  onFiles: (files: readonly File[]) => void
  /** Pictures dropped on a text that accepts them (`data-letter-text`). */
  onPictures: (files: readonly File[], at: { readonly left: number; readonly top: number }) => void
  /** What was dropped where a folder is among it, as the browser names it; without this a folder is one more file. */
  onFolders?: ((entries: readonly FileSystemEntry[]) => void) | undefined
  /** What else is taken than files: its type, as `DataTransfer` names it, and what is done with its text. */
  others?: { readonly type: string; readonly onDrop: (text: string) => void } | undefined
  className?: string | undefined
  children: ReactNode
}

const isPicture = (type: string) => /^image\/(?:png|jpe?g|gif|webp)$/.test(type)
const brings = (event: DragEvent, type = 'Files') => event.dataTransfer.types.includes(type)

/** Receives files that are dragged over it, and shows that: attachments anywhere, pictures into the text when dropped on it. */
export function DropTarget({ onFiles, onPictures, onFolders, others, className, children }: DropTargetProps) {
  const say = useWords(WORDS)
  const depth = useRef(0)
  const [over, setOver] = useState<{ pictures: boolean; text: boolean } | null>(null)
  const isOverText = (event: DragEvent) =>
    event.target instanceof Element && event.target.closest('[data-letter-text]') !== null
  const isTaken = (event: DragEvent) => brings(event) || (others !== undefined && brings(event, others.type))
  const end = () => {
    depth.current = 0
    setOver(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the attachment button and by pasting
    <div
      className={className}
      onDragEnter={(event) => {
        if (!isTaken(event)) return
        depth.current += 1
        const types = [...event.dataTransfer.items].map(({ type }) => type)
        setOver({ pictures: types.length > 0 && types.every(isPicture), text: isOverText(event) })
      }}
      onDragLeave={(event) => {
        if (!isTaken(event)) return
        depth.current -= 1
        if (depth.current <= 0) end()
      }}
      onDragOver={(event) => {
        if (!isTaken(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        const text = isOverText(event)
        if (over && over.text !== text) setOver({ ...over, text })
      }}
      onDropCapture={(event) => {
        if (!isTaken(event)) return
        event.preventDefault()
        event.stopPropagation()
        if (others && brings(event, others.type)) {
          const text = event.dataTransfer.getData(others.type)
          end()
          others.onDrop(text)
          return
        }
        const files = [...event.dataTransfer.files]
        // The items are gone after this event.
        const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
        const intoText = over?.pictures && isOverText(event)
        end()
        if (onFolders && entries.some(({ isDirectory }) => isDirectory)) onFolders(entries)
        else if (intoText) onPictures(files, { left: event.clientX, top: event.clientY })
        else onFiles(files)
      }}
    >
      {children}
      {over && (
        <div className={css.drop} aria-hidden="true">
          <span className={css.dropCard}>
            <Icon name={over.pictures && over.text ? IMAGE_ADD : 'attach'} size={20} />
            {say(over.pictures ? (over.text ? 'dropPicture' : 'dropEither') : 'drop')}
          </span>
        </div>
      )}
    </div>
  )
}
