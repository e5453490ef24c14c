import { Field } from '../../ui/field.tsx'
import type { ParamField } from './kinds.rules.ts'

type ParamFieldsProps = {
  readonly fields: readonly ParamField[]
  readonly typed: Readonly<Record<string, string>>
  readonly error: unknown
  readonly onType: (name: string, text: string) => void
}

/** The params of a kind of task. */
export const ParamFields = ({ fields, typed, error, onType }: ParamFieldsProps) =>
  fields.map((field) => (
    <Field key={field.name} label={field.label} hint={field.hint} name={field.name} error={error}>
      {(input) =>
        field.type === 'json' ? (
          <textarea
            {...input}
            rows={4}
            spellCheck={false}
            placeholder="{ }"
            value={typed[field.name] ?? ''}
            onChange={({ target }) => onType(field.name, target.value)}
          />
        ) : (
          <input
            {...input}
            type={field.type}
            min={field.least}
            max={field.most}
            autoComplete="off"
            spellCheck={false}
            value={typed[field.name] ?? ''}
            onChange={({ target }) => onType(field.name, target.value)}
          />
        )
      }
    </Field>
  ))
