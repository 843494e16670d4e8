import { isSignaturePicture } from '@yanshu/contracts'
import { fetchPart, http, useStore, useT } from '@yanshu/shell-api'
import { type EditorHandle, PlainEditor, RichEditor } from '@yanshu/ui/editor'
import type { RefObject } from 'react'
import { pictureDesk } from '../sealed/pictureDesk.ts'
import type { Composer } from './composer.ts'
import { cleanerOf } from './mailWindow.ts'
import { NS } from './namespace.ts'
import { mayTakeFocus } from './openLetters.ts'
import { useDark } from './useDark.ts'

export interface LetterTextProps {
  composer: Composer
  onPlain: () => void
  onRich: () => void
  handle: RefObject<EditorHandle | null>
}

/** Remote pictures are asked for by the server, so that their owners learn nothing of the writer. */
const shownFrom = (src: string, again?: () => void): string =>
  /^https?:/i.test(src) ? http.fileUrl('file/remoteImage', { url: src }) : (pictureDesk().now?.shown(src, again) ?? src)

/** Uploads a picture of the text. What does it comes with the first one. */
const uploadPicture = async (file: File, composer: Composer): Promise<string> =>
  (await fetchPart(() => import('../picture-places/uploadPicture.ts'))).uploadPicture(file, composer)

/** The text of a letter in the editor that fits it. */
export default function LetterText({ composer, onPlain, onRich, handle }: LetterTextProps) {
  const say = useT(NS)
  const { plain, spacing } = useStore(composer.state).letter
  const dark = useDark()
  const { window } = composer.beginning
  const shared = {
    label: say('editor.label'),
    initial: () => composer.body().html(),
    onChange: composer.bodyChanged,
    onPort: composer.attachBody,
    onFiles: composer.addFiles,
  }
  if (plain) return <PlainEditor {...shared} onRich={onRich} />
  return (
    <RichEditor
      {...shared}
      hint={say('editor.hint')}
      window={window}
      clean={cleanerOf(window)}
      uploadPicture={(file) => uploadPicture(file, composer)}
      shownFrom={shownFrom}
      // Those of a signature stand in each letter: uploaded, each would take room, also of a letter that is not written.
      pictureStays={isSignaturePicture}
      onSend={() => void composer.send()}
      onWaiting={composer.setPicturesWaiting}
      spacing={spacing}
      onSpacing={(next) => composer.change({ spacing: next })}
      onPlain={onPlain}
      // In an answer the text has the focus, above the quote; in a new letter the recipients have it.
      takesFocus={() => composer.state.get().letter.recipients.to.length > 0 && mayTakeFocus()}
      dark={dark}
      handle={handle}
    />
  )
}
