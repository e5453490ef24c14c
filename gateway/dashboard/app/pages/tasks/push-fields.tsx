import type { TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Field } from '../../ui/field.tsx'
import { TASK_KINDS } from './kinds.rules.ts'
import styles from './push.module.css'

/** A task being written. */
export type Draft = {
  readonly atm: string | undefined
  readonly kind: TaskKind | undefined
  readonly typed: Readonly<Record<string, string>>
  readonly reason: string
  readonly expiresInSeconds: number
  readonly confirmed: string
}

const EXPIRIES = [
  { seconds: 300, label: t('5 minutes') },
  { seconds: 900, label: t('15 minutes') },
  { seconds: 3_600, label: t('1 hour') },
  { seconds: 14_400, label: t('4 hours') },
  { seconds: 86_400, label: t('24 hours') },
]
/** How long a task waits by default, in seconds. */
export const USUAL_EXPIRY_S = 900

type PartProps = { readonly draft: Draft; readonly change: (part: Partial<Draft>) => void }

/** Why, and for how long it may wait. */
export const ReasonAndExpiry = ({ draft, error, change }: PartProps & { readonly error: unknown }) => (
  <div className={styles.two}>
    <Field label={t('Reason')} name="reason" error={error} hint={t('For the history of the task.')}>
      {(input) => (
        <input
          {...input}
          type="text"
          maxLength={500}
          autoComplete="off"
          value={draft.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
    </Field>
    <Field
      label={t('Waits for the agent')}
      name="expiresInSeconds"
      error={error}
      hint={t('After that it is never sent.')}
    >
      {(input) => (
        <select
          {...input}
          value={draft.expiresInSeconds}
          onChange={({ target }) => change({ expiresInSeconds: Number(target.value) })}
        >
          {EXPIRIES.map(({ seconds, label }) => (
            <option key={seconds} value={seconds}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  </div>
)

/** Asks for the number of an ATM that a task can take out of service. */
export const Confirmation = ({ draft: { atm, kind, confirmed }, change }: PartProps) =>
  atm === undefined || kind === undefined || !TASK_KINDS[kind].dangerous ? null : (
    <Field label={t('Type {text} to confirm', { text: atm })} hint={TASK_KINDS[kind].effect}>
      {(input) => (
        <input
          {...input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={confirmed}
          onChange={({ target }) => change({ confirmed: target.value })}
        />
      )}
    </Field>
  )
