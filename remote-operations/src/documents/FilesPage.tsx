import { http } from '@yanshu/shell-api'
import { Button, Segmented } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import layout from '../layout/page.module.css'
import { useFilesWords } from './filesWords.ts'
import { LargestFiles } from './LargestFiles.tsx'
import { OrganisationShares } from './OrganisationShares.tsx'
import { RuleForm } from './RuleForm.tsx'
import { TeamFolders } from './TeamFolders.tsx'
import { Usage } from './Usage.tsx'

const PARTS = { rule: RuleForm, teams: TeamFolders, usage: Usage, shares: OrganisationShares, largest: LargestFiles }
type Part = keyof typeof PARTS

/** `/filesharing`: the document center of the organisation. */
export default function FilesPage() {
  const say = useFilesWords()
  const [part, setPart] = useState<Part>('rule')
  const Shown = PARTS[part]
  return (
    <div className={layout.page} data-wide="">
      <header className={page.head}>
        <h1>{say('title')}</h1>
        <Button
          icon="download"
          onClick={() => void http.download('file/sharings', say('reportFile')).catch(() => undefined)}
        >
          {say('report')}
        </Button>
      </header>
      <Segmented
        label={say('parts')}
        hideLabel
        value={part}
        onChange={setPart}
        options={(Object.keys(PARTS) as Part[]).map((value) => ({ value, label: say(`part.${value}`) }))}
      />
      <Shown />
    </div>
  )
}
