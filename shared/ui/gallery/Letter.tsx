import { useRef, useState } from 'react'
import { type EditorHandle, PlainEditor, RichEditor, type Spacing } from '../src/editor/index.ts'
import { notify } from '../src/index.ts'
import { PeopleFields, type PeopleLists } from '../src/people/index.ts'
import { DropTarget, type UploadItem, UploadShelf } from '../src/upload/index.ts'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

const BEGUN = `<p>各位同事：</p><p>附件是<b>三季度采购合同</b>的修改稿，请在 <u>周五前</u> 确认：</p>
  <ul><li>付款方式</li><li>质保期</li></ul><blockquote>Please find the signed copy attached.</blockquote>`

/** Files that go in one piece. */
const AT_ONCE = { resumable: false, stalled: false } as const
const FILES: readonly UploadItem[] = [
  {
    key: 'a',
    name: '采购合同（修改稿）.docx',
    size: 84_000,
    state: 'done',
    progress: 100,
    error: null,
    uploaded: null,
    ...AT_ONCE,
  },
  {
    key: 'b',
    name: '现场照片-0231.jpeg',
    size: 8_900_000,
    state: 'sending',
    progress: 46,
    error: null,
    uploaded: null,
    ...AT_ONCE,
  },
  {
    key: 'c',
    name: 'setup.zip',
    size: 31_000_000,
    state: 'waiting',
    progress: 0,
    error: null,
    uploaded: null,
    ...AT_ONCE,
  },
]
const LIMIT = 50 * 1024 * 1024

const nothing = () => undefined
const portTaken = () => nothing

/** What letters are written with: people, text in both forms, files on their way. */
export default function Letter({ say, dark }: { say: Words; dark: boolean }) {
  const [lists, setLists] = useState<PeopleLists<'to' | 'cc'>>({
    to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
    cc: [],
  })
  const [spacing, setSpacing] = useState<Spacing>('normal')
  const handle = useRef<EditorHandle>(null)
  return (
    <Section title="Letter" full>
      <DropTarget onFiles={(files) => notify.info(files.map(({ name }) => name).join(', '))} onPictures={nothing}>
        <PeopleFields
          fields={[
            { id: 'to', label: say.to },
            { id: 'cc', label: say.people },
          ]}
          lists={lists}
          onChange={setLists}
          isAddress={(text) => /^\S+@\S+\.\S+$/.test(text)}
          suggest={() => Promise.resolve([{ name: '张伟', address: 'zhang.wei@yanshu.test', duties: '研发中心' }])}
        />
        <RichEditor
          label={say.body}
          hint={say.content}
          initial={() => BEGUN}
          window={globalThis}
          clean={(html) => html}
          uploadPicture={(file) => Promise.resolve(URL.createObjectURL(file))}
          shownFrom={(src) => src}
          onChange={nothing}
          onPort={portTaken}
          onSend={nothing}
          onFiles={nothing}
          onWaiting={nothing}
          spacing={spacing}
          onSpacing={setSpacing}
          onPlain={nothing}
          takesFocus={() => false}
          dark={dark}
          handle={handle}
        />
      </DropTarget>
      <PlainEditor
        label={say.content}
        initial={() => '各位同事：\n\n合同见附件。'}
        onChange={nothing}
        onPort={portTaken}
        onFiles={nothing}
        onRich={nothing}
      />
      <UploadShelf items={FILES} uploads={{ retry: nothing, pause: nothing, remove: nothing }} limit={LIMIT} />
    </Section>
  )
}
