import type { SharedItem, ViewProps } from '@yanshu/contracts'
import type { PreviewedFile } from '@yanshu/files/preview'
import { CodeForm, PublicPage } from '@yanshu/files/public-page'
import { ApiError, http, lazyPart, useFormat } from '@yanshu/shell-api'
import { Button, ErrorCard, Icon } from '@yanshu/ui'
import { Suspense, useState } from 'react'
import css from '../documents.module.css'
import { useWords } from '../words.ts'

const Preview = lazyPart(() => import(/* webpackChunkName: "later-preview" */ '@yanshu/files/preview'))

interface Opened {
  readonly ticket: string
  readonly list: readonly SharedItem[]
  /** Whether they may only be viewed, by the rule of the organisation. */
  readonly viewOnly?: boolean | undefined
}

/** `/sharefile?id=…`: files that are fetched by a link and its code, without a login. Nothing of them is shown before it. */
export default function SharePage({ query }: ViewProps) {
  const say = useWords()
  const token = query.get('id') ?? ''
  const [opened, setOpened] = useState<Opened | null>(null)
  const words = {
    lead: say('shareLead'),
    code: say('code'),
    open: say('openShare'),
    missing: say('codeMissing'),
    failed: say('failed'),
  }
  const open = async (code: string) => {
    setOpened(await http.post('share/open', { token: token || '-', code }, { silent: true }))
  }
  return (
    <PublicPage title={say('shareTitle')}>
      {opened ? <SharedFiles {...opened} /> : <CodeForm words={words} onCode={open} />}
    </PublicPage>
  )
}

/** The files of a link, folder by folder. */
function SharedFiles({ ticket, list, viewOnly = false }: Opened) {
  const say = useWords()
  const { bytes } = useFormat()
  const [path, setPath] = useState<readonly SharedItem[]>([])
  const [inside, setInside] = useState<readonly SharedItem[]>([])
  const [left, setLeft] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [previewing, setPreviewing] = useState<SharedItem | null>(null)
  const folder = path.at(-1)
  const shown = folder ? inside : list
  const read = async (of: SharedItem, so: readonly SharedItem[]) => {
    setProblem(null)
    try {
      const asked = { ticket, documentId: of.documentId, offset: so.length }
      const page = await http.post('share/list', asked, { silent: true })
      const all = [...so, ...page.list]
      setInside(all)
      setLeft(page.total - all.length)
      return true
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : say('failed'))
      return false
    }
  }
  const go = async (to: readonly SharedItem[]) => {
    const last = to.at(-1)
    if (!last || (await read(last, []))) setPath(to)
  }
  return (
    <section aria-label={say('list')}>
      {problem && <ErrorCard what={problem} advice={say('failedAdvice')} />}
      <p className={css.shareTools}>
        {folder && (
          <Button icon="chevron-left" onClick={() => void go(path.slice(0, -1))}>
            {say('back')}
          </Button>
        )}
        {!viewOnly && !folder && list.length > 0 && (
          <a href={http.fileUrl(`file/shares/${ticket}`)} download>
            {say('downloadAll')}
          </a>
        )}
      </p>
      {viewOnly && <p className={css.quiet}>{say('linkViewOnly')}</p>}
      {shown.length === 0 && <p>{say('emptyPlace')}</p>}
      <ul className={css.shared} aria-label={folder?.name ?? say('list')}>
        {shown.map((item) => (
          <li key={item.documentId}>
            <Icon name={item.kind === 'folder' ? 'folder' : 'file'} />
            <span className={css.name}>{item.name}</span>
            {item.kind === 'folder' ? (
              <Button
                size="small"
                aria-label={say('openNamed', { name: item.name })}
                onClick={() => void go([...path, item])}
              >
                {say('open')}
              </Button>
            ) : (
              <>
                <span className={css.quiet}>{bytes(item.size)}</span>
                <Button
                  size="small"
                  aria-label={say('previewNamed', { name: item.name })}
                  onClick={() => setPreviewing(item)}
                >
                  {say('preview')}
                </Button>
                {!viewOnly && (
                  <a
                    href={http.fileUrl(`file/share/${ticket}/${item.documentId}`)}
                    aria-label={say('downloadNamed', { name: item.name })}
                    download
                  >
                    {say('download')}
                  </a>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {previewing && (
        <Suspense fallback={null}>
          <Preview
            files={[previewed({ ticket, viewOnly }, previewing)]}
            start={0}
            onClose={() => setPreviewing(null)}
          />
        </Suspense>
      )}
      {folder && left > 0 && <Button onClick={() => void read(folder, inside)}>{say('more')}</Button>}
    </section>
  )
}

const previewed = (
  { ticket, viewOnly }: { readonly ticket: string; readonly viewOnly: boolean },
  { documentId, name, size }: SharedItem,
): PreviewedFile => ({
  id: documentId,
  name,
  size,
  address: http.fileUrl(`file/shareShown/${ticket}/${documentId}`),
  read: (signal) => http.post('share/preview', { ticket, documentId }, { signal, silent: true }),
  save: viewOnly
    ? undefined
    : () => {
        const link = document.createElement('a')
        link.href = http.fileUrl(`file/share/${ticket}/${documentId}`)
        link.download = ''
        link.click()
      },
})
