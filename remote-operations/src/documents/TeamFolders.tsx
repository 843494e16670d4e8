import type { DocumentTeam } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, EmptyState } from '@yanshu/ui'
import { useState } from 'react'
import css from './files.module.css'
import { useFilesT } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'
import { Table } from './Table.tsx'
import { nameOfSubject, TeamDialog } from './TeamDialog.tsx'

const KEY = ['operations', 'files', 'teams']

/** The folders of the organisation, of departments and groups. */
export function TeamFolders() {
  const t = useFilesT()
  const [edited, setEdited] = useState<DocumentTeam | 'new' | null>(null)
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => http.get('documents/organisation/teams', {}, { silent: true }),
  })
  const again = () => void queryClient().invalidateQueries({ queryKey: KEY })
  return (
    <div className={css.part}>
      <p className={css.quiet}>{t('teams.lead')}</p>
      <div>
        <Button variant="primary" icon="plus" disabled={!query.data} onClick={() => setEdited('new')}>
          {t('teams.add')}
        </Button>
      </div>
      <Loaded query={query}>
        {({ list, departments }) => (
          <>
            {list.length === 0 ? (
              <EmptyState scene="none" title={t('teams.none')} text={t('teams.noneText')} />
            ) : (
              <Table
                label={t('part.teams')}
                heads={[t('teams.name'), t('teams.holder'), t('teams.who'), t('shares.act')]}
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
  const t = useFilesT()
  const { documentId, name, holder, grants, removed } = team
  const run = async (act: 'remove' | 'restore') => {
    // `http` shows why it was refused.
    await http.post(`documents/organisation/teams/${act}`, { documentId }).catch(() => undefined)
    onChanged()
  }
  const remove = async () => {
    const title = t('teams.removeTitle', { name })
    const answers = { yes: t('teams.remove'), no: t('cancel') }
    if (await confirm({ title, text: t('teams.removeText'), ...answers, danger: true })) await run('remove')
  }
  return (
    <tr>
      <th scope="row">
        {name}
        {removed && <small>{t('teams.removed')}</small>}
      </th>
      <td>
        {holder.name}
        <small>{holder.address}</small>
      </td>
      <td>
        {grants.length === 0 && t('teams.nobody')}
        {grants.map((grant) => (
          <small key={nameOfSubject(grant, t)}>
            {nameOfSubject(grant, t)} · {t(`teams.levels.${grant.level}`)}
          </small>
        ))}
      </td>
      <td>
        <span className={css.line}>
          {removed ? (
            <Button size="small" aria-label={t('teams.restoreNamed', { name })} onClick={() => void run('restore')}>
              {t('teams.restore')}
            </Button>
          ) : (
            <>
              <Button size="small" aria-label={t('teams.editNamed', { name })} onClick={onEdit}>
                {t('teams.edit')}
              </Button>
              <Button
                size="small"
                variant="text"
                aria-label={t('teams.removeNamed', { name })}
                onClick={() => void remove()}
              >
                {t('teams.remove')}
              </Button>
            </>
          )}
        </span>
      </td>
    </tr>
  )
}
