import { useQuery } from '@yanshu/shell-api/query'
import { UnlockDialog } from '../dialogs/UnlockDialog.tsx'
import { askKeys } from '../open/keyring.ts'

export interface PinQuestionProps {
  readonly onAnswer: (isOpen: boolean) => void
}

/** Asks for the PIN while a letter waits to be signed. */
export default function PinQuestion({ onAnswer }: PinQuestionProps) {
  const { data } = useQuery({ queryKey: ['keys', 'list'], queryFn: () => askKeys(), retry: false })
  return (
    <UnlockDialog
      smsOffered={data?.smsOffered ?? false}
      onOpened={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  )
}
