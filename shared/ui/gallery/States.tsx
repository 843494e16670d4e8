import {
  Avatar,
  Badge,
  Button,
  type ButtonProps,
  Checkbox,
  Chip,
  Divider,
  IconButton,
  LabelChip,
  PasswordField,
  ProgressBar,
  RadioGroup,
  Segmented,
  Select,
  Spinner,
  Switch,
  TextArea,
  TextField,
  TONE_COUNT,
  Tooltip,
} from '../src/index.ts'
import css from './Gallery.module.css'
import { Section } from './Section.tsx'
import type { Words } from './words.ts'

const still = () => undefined
const VARIANTS = ['primary', 'default', 'soft', 'text', 'danger'] as const satisfies readonly ButtonProps['variant'][]
const SIZES = ['small', 'medium', 'large'] as const satisfies readonly ButtonProps['size'][]
const CHIPS = ['neutral', 'accent', 'danger', 'warning', 'success', 'info'] as const
const BADGES = ['quiet', 'accent', 'danger'] as const
const PROGRESS = ['accent', 'danger', 'success'] as const
const GROUNDS = ['ground', 'list', 'surface-1', 'surface-raised'] as const
const TINTS = ['hover', 'pressed', 'selected'] as const
const ROWS = ['list', 'list-hover', 'list-selected', 'list-open'] as const
const LONG_NAME = '中国科学院大学人工智能学院自然语言处理与跨模态理解联合实验室项目管理办公室综合组'

/** Every component in every state that stands still, so that a skin can be judged at a glance. */
export function States({ say }: { say: Words }) {
  return (
    <>
      <Grounds say={say} />
      <Section title="Buttons: states">
        {VARIANTS.map((variant) => (
          <div key={variant} className={css.row}>
            {SIZES.map((size) => (
              <Button key={size} variant={variant} size={size} icon="star">
                {`${variant} ${size}`}
              </Button>
            ))}
            <Button variant={variant} disabled>
              {`${variant} disabled`}
            </Button>
            <Button variant={variant} loading>
              {`${variant} busy`}
            </Button>
          </div>
        ))}
        <div className={css.row}>
          <IconButton icon="star" label="Icon" />
          <IconButton icon="star" label="Icon small" size="small" />
          <IconButton icon="star-filled" label="Icon pressed" pressed />
          <IconButton icon="trash" label="Icon danger" danger />
          <IconButton icon="star" label="Icon disabled" disabled />
          <Tooltip text={say.nameHint}>
            <Button>With a tooltip</Button>
          </Tooltip>
        </div>
      </Section>
      <Section title="Fields: states">
        <TextField label="Plain" value="张伟" onChange={still} clearable />
        <TextField label="Empty" value="" onChange={still} placeholder={say.search} icon="search" />
        <TextField label="Required" value="" onChange={still} required hint={say.nameHint} />
        <TextField label="Wrong" value="zhang.wei@" onChange={still} error={say.mailError} />
        <TextField label="Disabled" value="张伟" onChange={still} disabled />
        <TextField label="Long" value={LONG_NAME} onChange={still} />
        <PasswordField label="Secret" value="Wild-Goose-7" onChange={still} autoComplete="off" />
        <TextArea label="Text" value={LONG_NAME} onChange={still} rows={2} />
        <TextArea label="Text, wrong" value="" onChange={still} rows={2} error={say.mailError} />
        <Select label="Choice" value={1} onChange={still} options={[{ value: 1, label: say.two }]} />
        <Select label="Choice, disabled" value={1} onChange={still} disabled options={[{ value: 1, label: say.two }]} />
      </Section>
      <Section title="Choices: states">
        {([true, false] as const).map((checked) => (
          <div key={String(checked)} className={css.row}>
            <Checkbox label={`Tick ${checked}`} checked={checked} onChange={still} />
            <Checkbox label={`Tick ${checked}, disabled`} checked={checked} disabled onChange={still} />
            <Switch label={`Switch ${checked}`} checked={checked} onChange={still} />
            <Switch label={`Switch ${checked}, disabled`} checked={checked} disabled onChange={still} />
          </div>
        ))}
        <Checkbox label="Tick, mixed" checked={false} mixed onChange={still} />
        <RadioGroup
          label="One of"
          value={2}
          onChange={still}
          options={[
            { value: 2, label: say.two },
            { value: 3, label: say.three },
          ]}
        />
        <Segmented
          label="Side by side"
          value={2}
          onChange={still}
          options={[
            { value: 2, label: say.two },
            { value: 3, label: say.three },
          ]}
        />
      </Section>
      <Section title="Facts: states">
        <div className={css.row}>
          {CHIPS.map((tone) => (
            <Chip key={tone} tone={tone} icon="info">
              {tone}
            </Chip>
          ))}
          <Chip onRemove={still}>removable</Chip>
          <Chip className={css.cut}>{LONG_NAME}</Chip>
        </div>
        <div className={css.row}>
          {BADGES.map((tone) => (
            <Badge key={tone} count={12} label={tone} tone={tone} />
          ))}
          <Badge count={12_345} label="many" />
          <Spinner size={20} />
        </div>
        {PROGRESS.map((tone) => (
          <ProgressBar key={tone} label={tone} value={62} tone={tone} />
        ))}
        <Divider />
        <div className={css.row}>
          {Array.from({ length: TONE_COUNT }, (_, at) => at + 1).map((tone) => (
            <LabelChip key={tone} name={`${tone}`} color={tone} />
          ))}
        </div>
        <div className={css.row}>
          {['张伟', '李娜', '欧阳明慧', 'Anna Berg', 'build robot', ''].map((name) => (
            <Avatar key={name} name={name} address={`${name}@yanshu.test`} />
          ))}
        </div>
      </Section>
    </>
  )
}

/** The three grounds and what floats above them, with the tones of text and the tints of what happens to a thing. */
function Grounds({ say }: { say: Words }) {
  return (
    <Section title="Depth" full>
      <div className={css.grounds}>
        {GROUNDS.map((ground) => (
          <div key={ground} className={css.ground} style={{ background: `var(--${ground})` }}>
            <strong>{ground}</strong>
            <p>{say.emptyTitle}</p>
            <p style={{ color: 'var(--text-2)' }}>{say.emptyText}</p>
            <p style={{ color: 'var(--text-3)' }}>{say.nameHint}</p>
            {TINTS.map((tint) => (
              <p key={tint} className={css.tint} style={{ background: `var(--${tint})` }}>
                {tint}
              </p>
            ))}
          </div>
        ))}
        <div className={css.ground} style={{ background: 'var(--list)', padding: 0 }}>
          {ROWS.map((row) => (
            <p key={row} className={css.tint} style={{ background: `var(--${row})` }}>
              {row}
            </p>
          ))}
        </div>
      </div>
    </Section>
  )
}
