import { SAVED_SEARCH_NAME_MAX, type SavedSearch } from '@yanshu/contracts'
import { ApiError, useFolders } from '@yanshu/shell-api'
import { Button, notify, undoable } from '@yanshu/ui'
import { NameDialog } from '@yanshu/ui/folders'
import { useState } from 'react'
import css from './more.module.css'
import { useSearchMoreWords } from './moreWords.ts'
import { isKnownWhole, queryOf, savedAs, searchNameProblem } from './savedForm.ts'
import { deleteSearch, saveSearch, useSavedSearches } from './savedSearches.ts'
import type { SearchForm } from './searchParams.ts'

interface SavedToolsProps {
  form: SearchForm
  onRun: (form: SearchForm) => void
}

/** Keeps the search that is shown; of one that is kept its name, which may be changed, and what of it cannot be searched now. */
export function SavedTools({ form, onRun }: SavedToolsProps) {
  const say = useSearchMoreWords()
  const tree = useFolders()
  const { list, mayChange } = useSavedSearches()
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const saved = savedAs(list, form)
  const isFolderGone = form.folderId !== null && tree.lists !== null && !tree.byId(form.folderId)
  return (
    <>
      {saved && !isKnownWhole(saved) && (
        <p role="status" className={css.note}>
          {say('saved.earlier', { name: saved.name })}
          {mayChange && (
            <Button size="small" variant="text" onClick={() => void keepAsNow(saved)}>
              {say('saved.update')}
            </Button>
          )}
        </p>
      )}
      {saved && isFolderGone && (
        <p role="status" className={css.note}>
          {say('saved.folderGone', { name: saved.name })}
          <Button size="small" variant="text" onClick={() => onRun({ ...form, folderId: null })}>
            {say('saved.allFolders')}
          </Button>
        </p>
      )}
      {saved && <span className={css.saved}>{say('saved.isSaved', { name: saved.name })}</span>}
      {mayChange &&
        (saved ? (
          <>
            <Button size="small" variant="text" onClick={() => setNaming('rename')}>
              {say('saved.rename')}
            </Button>
            <Button size="small" variant="text" onClick={() => void remove(saved)}>
              {say('saved.remove')}
            </Button>
          </>
        ) : (
          <Button size="small" variant="text" icon="plus" onClick={() => setNaming('new')}>
            {say('saved.save')}
          </Button>
        ))}
      {naming && (
        <NameDialog
          request={{
            title: say(naming === 'new' ? 'saved.saveTitle' : 'saved.renameTitle'),
            label: say('saved.name'),
            submit: say('saved.submit'),
            name: saved?.name ?? [...form.keyword.trim()].slice(0, SAVED_SEARCH_NAME_MAX).join(''),
            save: async (name) => {
              await saveSearch({ name, query: saved?.query ?? queryOf(form) }, saved?.name)
              if (!saved) notify.success(say('saved.saved'))
            },
          }}
          problemOf={(name) => {
            const problem = searchNameProblem(name)
            return problem && say(`saved.${problem}`, { max: SAVED_SEARCH_NAME_MAX })
          }}
          refusalOf={(error) => (error instanceof ApiError ? error.message : null)}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  )

  async function keepAsNow({ name }: SavedSearch) {
    try {
      await saveSearch({ name, query: queryOf(form) }, name)
      notify.success(say('saved.updated'))
    } catch (error) {
      notify.error(error instanceof ApiError ? error.message : say('saved.failed'))
    }
  }

  async function remove(gone: SavedSearch) {
    const kept = await deleteSearch(gone.name).then(
      () => false,
      () => true,
    )
    if (kept) return
    undoable(say('saved.removed', { name: gone.name }), () => {
      saveSearch(gone).catch((error: unknown) =>
        notify.error(error instanceof ApiError ? error.message : say('saved.failed')),
      )
    })
  }
}
