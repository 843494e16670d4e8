import type { GetData } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Segmented, TextField, undoable } from '@yanshu/ui'
import { useState } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'
import { Phone } from './Phone.tsx'
import { Picture } from './Picture.tsx'

/** The user's own data: what the administrator maintains, and what the user may change. */
export function Profile() {
  const answer = useAnswer('user', () => http.get('user/info'))
  return (
    <>
      <Answered of={answer}>
        {(data) => <ProfileForm key={JSON.stringify(data)} user={data} onSaved={answer.retry} />}
      </Answered>
      <Phone />
    </>
  )
}

function ProfileForm({ user, onSaved }: { user: GetData<'user/info'>; onSaved: () => void }) {
  const say = useWords()
  const [duties, setDuties] = useState(user.duties)
  const [gender, setGender] = useState(user.gender)
  const isChanged = duties.trim() !== user.duties || gender !== user.gender
  const save = async () => {
    await http.post('user/update/details', { duties: duties.trim(), gender })
    onSaved()
    undoable(say('account.profile.saved'), async () => {
      await http.post('user/update/details', { duties: user.duties, gender: user.gender })
      onSaved()
    })
  }
  const facts = [
    ['name', user.userName],
    ['address', user.emailAddr],
    ['department', user.deptName],
  ] as const
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(() => undefined)
      }}
    >
      <Picture user={user} onSaved={onSaved} />
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{say(`account.profile.${name}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <p className={css.lead}>{say('account.profile.byAdmin')}</p>
      <TextField
        label={say('account.profile.duties')}
        autoComplete="organization-title"
        value={duties}
        maxLength={100}
        onChange={setDuties}
      />
      <Segmented
        label={say('account.profile.gender')}
        value={gender}
        options={([0, 1, 2] as const).map((value) => ({
          value,
          label: say(`account.profile.${(['male', 'female', 'unsaid'] as const)[value]}`),
        }))}
        onChange={setGender}
      />
      <div>
        <Button type="submit" variant="primary" disabled={!isChanged}>
          {say('account.profile.save')}
        </Button>
      </div>
    </form>
  )
}
