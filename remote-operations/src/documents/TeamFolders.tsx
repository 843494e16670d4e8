import type { DocumentTeam } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, EmptyState } from '@yanshu/ui'
import { useState } from 'react'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'
import { Table } from './Table.tsx'
import { nameOfSubject, TeamDialog } from './TeamDialog.tsx'

const KEY = ['operations', 'files', 'teams']

/** The folders of the organisation, of departments and groups. */
export function TeamFolders() {
  const say = useFilesWords()
  const [edited, setEdited] = useState<DocumentTeam | 'new' | null>(null)
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => http.get('documents/organisation/teams', {}, { silent: true }),
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  return (
    <div className={css.part}>
      <p className={css.quiet}>{say('teams.lead')}</p>
      <div>
        <Button variant="primary" icon="plus" disabled={!query.data} onClick={() => setEdited('new')}>
          {say('teams.add')}
        </Button>
      </div>
      <Loaded query={query}>
        {({ list, departments }) => (
          <>
            {list.length === 0 ? (
              <EmptyState scene="none" title={say('teams.none')} text={say('teams.noneText')} />
            ) : (
              <Table
                label={say('part.teams')}
                heads={[say('teams.name'), say('teams.holder'), say('teams.who'), say('shares.act')]}
              >
                {list.map((team) => (
                  <Row key={team.documentId} team={team} onEdit={() => setEdited(team)} onChanged={again} />
                ))}
              </Table>
            )}
            {edited && (
              <TeamDialog
                team={edited === 'new' ? null : edited}
                departments={departments}
                onSaved={() => {
                  setEdited(null)
                  again()
                }}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Row({ team, onEdit, onChanged }: { team: DocumentTeam; onEdit: () => void; onChanged: () => void }) {
  const say = useFilesWords()
  const { documentId, name, holder, grants, removed } = team
  const run = async (act: 'remove' | 'restore') => {
    // `http` shows why it was refused.
    await http.post(`documents/organisation/teams/${act}`, { documentId }).catch(() => undefined)
    onChanged()
  }
  const remove = async () => {
    const title = say('teams.removeTitle', { name })
    const answers = { yes: say('teams.remove'), no: say('cancel') }
    if (await confirm({ title, text: say('teams.removeText'), ...answers, danger: true })) await run('remove')
  }
  return (
    <tr>
      <th scope="row">
        {name}
        {removed && <small>{say('teams.removed')}</small>}
      </th>
      <td>
        {holder.name}
        <small>{holder.address}</small>
      </td>
      <td>
        {grants.length === 0 && say('teams.nobody')}
        {grants.map((grant) => (
          <small key={nameOfSubject(grant, say)}>
            {nameOfSubject(grant, say)} · {say(`teams.levels.${grant.level}`)}
          </small>
        ))}
      </td>
      <td>
        <span className={css.line}>
          {removed ? (
            <Button size="small" aria-label={say('teams.restoreNamed', { name })} onClick={() => void run('restore')}>
              {say('teams.restore')}
            </Button>
          ) : (
            <>
              <Button size="small" aria-label={say('teams.editNamed', { name })} onClick={onEdit}>
                {say('teams.edit')}
              </Button>
              <Button
                size="small"
                variant="text"
                aria-label={say('teams.removeNamed', { name })}
                onClick={() => void remove()}
              >
                {say('teams.remove')}
              </Button>
            </>
          )}
        </span>
      </td>
    </tr>
  )
}
