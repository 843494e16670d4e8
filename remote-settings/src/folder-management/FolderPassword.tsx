import { FOLDER_PASSWORD_MAX, FOLDER_PASSWORD_MIN, type Folder } from '@yanshu/contracts'
import { ApiError, folders, http, tabs } from '@yanshu/shell-api'
import { notify, PasswordField, RadioGroup } from '@yanshu/ui'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'

interface FolderPasswordProps {
  folder: Folder
  /** Deletes the folder, which its password allows, in place of changing that. */
  deleting: boolean
  onClose: () => void
}

type Act = 'set' | 'change' | 'cancel'

/** Sets the password of a folder, changes it, removes it, or asks for it before the folder is deleted. */
export default function FolderPassword({ folder, deleting, onClose }: FolderPasswordProps) {
  const say = useWords()
  const { folderId, folderName: name, pwd } = folder
  const [act, setAct] = useState<Act>(pwd ? 'change' : 'set')
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState('')
  const asksNew = !deleting && act !== 'cancel'
  const length = [...fresh].length
  const fits = length >= FOLDER_PASSWORD_MIN && length <= FOLDER_PASSWORD_MAX
  const problem = fits ? '' : say('manage.length', { min: FOLDER_PASSWORD_MIN, max: FOLDER_PASSWORD_MAX })
  const differs = fresh === again ? '' : say('manage.differ')

  const send = async () => {
    const silent = { silent: true }
    if (deleting) {
      await http.post('mail/main/folder/delete/password', { folderId, password: old }, silent)
      await tabs.closeByPath(`/custombox/${folderId}`)
    } else if (act === 'set') await http.post('mail/main/folder/setPwd', { folderId, password: fresh }, silent)
    else if (act === 'cancel') await http.post('mail/main/folder/cancelPwd', { folderId, password: old }, silent)
    else await http.post('mail/main/folder/modifyPwd', { folderId, oldPassword: old, password: fresh }, silent)
    await folders.refresh()
    notify.success(deleting ? say('done.deleted', { name }) : say(`manage.done.${act}`, { name }))
    onClose()
  }
  const submit = async () => {
    setTried(true)
    if (pwd && old === '') return
    if (asksNew && (problem !== '' || differs !== '')) return
    setRefusal('')
    await send().catch((error: unknown) => setRefusal(error instanceof ApiError ? error.message : `${error}`))
  }
  const done = deleting ? 'delete' : act === 'set' ? 'set' : act === 'cancel' ? 'remove' : 'save'

  return (
    <FormDialog
      title={deleting ? say('folders.delete', { name }) : say('manage.password', { name })}
      submit={say(`manage.${done}`)}
      danger={deleting}
      className={css.passwordForm}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={css.passwordLead}>{say(deleting ? 'manage.deleteLead' : 'manage.passwordLead')}</p>
      {pwd && !deleting && (
        <RadioGroup<Act>
          label={say('manage.what')}
          value={act}
          onChange={setAct}
          options={[
            { value: 'change', label: say('manage.change') },
            { value: 'cancel', label: say('manage.cancel') },
          ]}
        />
      )}
      {pwd && (
        <PasswordField
          data-autofocus
          label={say('manage.oldPassword')}
          autoComplete="off"
          maxLength={200}
          required
          value={old}
          onChange={setOld}
          error={refusal || (tried && old === '' && say('manage.required')) || undefined}
        />
      )}
      {asksNew && (
        <>
          <PasswordField
            data-autofocus={pwd ? undefined : true}
            label={say('manage.newPassword')}
            autoComplete="new-password"
            hint={say('manage.length', { min: FOLDER_PASSWORD_MIN, max: FOLDER_PASSWORD_MAX })}
            required
            value={fresh}
            onChange={setFresh}
            error={(tried && problem) || (pwd ? undefined : refusal) || undefined}
          />
          <PasswordField
            label={say('manage.repeat')}
            autoComplete="new-password"
            required
            value={again}
            onChange={setAgain}
            error={(tried && differs) || undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
