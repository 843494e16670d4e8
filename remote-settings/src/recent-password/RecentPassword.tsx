import { http } from '@yanshu/shell-api'
import { AskPassword } from '../account/AskPassword.tsx'
import { useWords } from '../useWords.ts'

/** Asks for the login password, which then counts for ten minutes. */
export default function RecentPassword({ onGiven, onClose }: { onGiven: () => void; onClose: () => void }) {
  const say = useWords()
  const confirm = async (password: string) => {
    await http.post('user/password/confirm', { password })
    onGiven()
  }
  return (
    <AskPassword
      title={say('account.recent.title')}
      lead={say('account.recent.lead')}
      onGiven={confirm}
      onClose={onClose}
    />
  )
}
