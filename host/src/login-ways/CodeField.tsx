import { useT } from '@yanshu/shell-api'
import { Button, TextField } from '@yanshu/ui'
import css from './ways.module.css'

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** Seconds until another code may be sent. */
  seconds: number
  sentOnce: boolean
  sending: boolean
  onSend: () => void
}

/** A code that is sent, with the button that sends it. */
export function CodeField({ value, onChange, error, hint, seconds, sentOnce, sending, onSend }: CodeFieldProps) {
  const say = useT('ways')
  return (
    <TextField
      large
      label={say('code.label')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      after={
        <Button
          variant="text"
          size="small"
          className={css.send}
          loading={sending}
          disabled={seconds > 0}
          onClick={onSend}
        >
          {seconds > 0 ? say('code.again', { seconds }) : say(sentOnce ? 'code.resend' : 'code.send')}
        </Button>
      }
    />
  )
}
