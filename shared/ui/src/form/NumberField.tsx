import ArcoInputNumber from '@arco-design/web-react/es/InputNumber'
import { useArcoField } from '../arco/useArcoField.ts'
import { Field, type FieldProps, type FieldWiring } from '../field/Field.tsx'

export interface NumberFieldProps extends Omit<FieldProps, 'children'> {
  value: number | undefined
  onChange: (value: number | undefined) => void
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  /** Digits after the point; 0 when not given. */
  digits?: number | undefined
  /** Unit behind the number. */
  unit?: string | undefined
  disabled?: boolean | undefined
}

/** A number with arrows; typing outside of the range is put right when the field is left. */
export function NumberField({ label, hideLabel, hint, error, required, className, ...rest }: NumberFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, className }}>
      {(wiring) => <Control {...rest} wiring={wiring} failed={Boolean(error)} />}
    </Field>
  )
}

function Control({
  value,
  onChange,
  min,
  max,
  step = 1,
  digits = 0,
  unit,
  disabled,
  wiring,
  failed,
}: Omit<NumberFieldProps, keyof FieldProps> & { wiring: FieldWiring; failed: boolean }) {
  const { holder } = useArcoField({
    ...wiring,
    // Arco writes "Infinity" where there is no bound, which is not a number to a screen reader.
    ...{ 'aria-valuemax': max, 'aria-valuemin': min },
  })
  return (
    <div ref={holder}>
      <ArcoInputNumber
        value={value}
        onChange={(next) => onChange(Number.isFinite(next) ? next : undefined)}
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        step={step}
        precision={digits}
        suffix={unit}
        disabled={disabled ?? false}
        error={failed}
      />
    </div>
  )
}
