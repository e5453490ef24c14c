import { t } from '../../language/texts.ts'
import { Field } from '../../ui/field.tsx'
import push from '../tasks/push.module.css'
import styles from './create.module.css'
import { type Draft, FILTER_FIELDS } from './draft.rules.ts'

type PartProps = { readonly draft: Draft; readonly error: unknown; readonly change: (part: Partial<Draft>) => void }

const HOW = [
  { by: 'filter', label: t('Those that match'), more: t('All conditions together; without any, all that you see.') },
  { by: 'list', label: t('A list'), more: t('One ATM in each line.') },
] as const

/** Which ATMs. */
export const Selection = ({ draft, error, change }: PartProps) => (
  <fieldset className={styles.group}>
    <legend>{t('Which ATMs')}</legend>
    <div className={push.two}>
      {HOW.map(({ by, label, more }) => (
        <label key={by} className={push.kind}>
          <input type="radio" name="by" value={by} checked={draft.by === by} onChange={() => change({ by })} />
          <span>
            <b>{label}</b>
            <small>{more}</small>
          </span>
        </label>
      ))}
    </div>
    {draft.by === 'list' ? (
      <Field
        label={t('ATMs')}
        name="agentAtmIds"
        error={error}
        hint={t('Their numbers, such as ACME-007; one each line.')}
      >
        {(input) => (
          <textarea
            {...input}
            rows={5}
            spellCheck={false}
            value={draft.list}
            onChange={({ target }) => change({ list: target.value })}
          />
        )}
      </Field>
    ) : (
      <div className={styles.filter}>
        {FILTER_FIELDS.map(({ name, label, hint }) => (
          <Field key={name} label={label} name={`filter.${name}`} error={error} hint={hint}>
            {(input) => (
              <input
                {...input}
                type="text"
                maxLength={200}
                autoComplete="off"
                spellCheck={false}
                value={draft.filter[name] ?? ''}
                onChange={({ target }) => change({ filter: { ...draft.filter, [name]: target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
    )}
  </fieldset>
)

const TIMES = [
  { seconds: 900, label: t('15 minutes') },
  { seconds: 3_600, label: t('1 hour') },
  { seconds: 14_400, label: t('4 hours') },
  { seconds: 86_400, label: t('24 hours') },
]

type TimeProps = PartProps & {
  readonly name: 'expiresInSeconds' | 'outcomeWithinSeconds'
  readonly label: string
  readonly hint: string
}

const Time = ({ name, label, hint, draft, error, change }: TimeProps) => (
  <Field label={label} name={name} error={error} hint={hint}>
    {(input) => (
      <select {...input} value={draft[name]} onChange={({ target }) => change({ [name]: Number(target.value) })}>
        {TIMES.map(({ seconds, label: words }) => (
          <option key={seconds} value={seconds}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type TypedProps = PartProps & {
  readonly name: 'stages' | 'pauseAtFailurePct' | 'minFinished' | 'reason'
  readonly label: string
  readonly hint: string
  readonly type?: 'text' | 'number'
}

const Typed = ({ name, label, hint, type = 'text', draft, error, change }: TypedProps) => (
  <Field label={label} name={name} error={error} hint={hint}>
    {(input) => (
      <input
        {...input}
        type={type}
        autoComplete="off"
        value={draft[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    )}
  </Field>
)

/** In which stages, and when it pauses. */
export const Course = (props: PartProps) => (
  <fieldset className={styles.group}>
    <legend>{t('How')}</legend>
    <div className={push.two}>
      <Typed {...props} name="stages" label={t('Stages in %')} hint={t('Each begins when the one before has ended.')} />
      <Typed {...props} name="reason" label={t('Reason')} hint={t('For the history of the tasks.')} />
    </div>
    <div className={styles.pair}>
      <Typed
        {...props}
        name="pauseAtFailurePct"
        type="number"
        label={t('Pause over % failed')}
        hint={t('Of the tasks that finished.')}
      />
      <Typed {...props} name="minFinished" type="number" label={t('Counts from')} hint={t('So many tasks finished.')} />
      <Time
        {...props}
        name="expiresInSeconds"
        label={t('Waits for the agent')}
        hint={t('Then it has expired: a failure.')}
      />
      <Time
        {...props}
        name="outcomeWithinSeconds"
        label={t('Outcome within')}
        hint={t('After delivery; else a failure.')}
      />
    </div>
  </fieldset>
)
