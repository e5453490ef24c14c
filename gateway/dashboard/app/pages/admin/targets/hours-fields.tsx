import { useId } from 'react'
import type { Weekday } from '../../../gql/graphql.gen.ts'
import { t } from '../../../language/texts.ts'
import { Field } from '../../../ui/field.tsx'
import { words } from '../../../ui/format.ts'
import { type DayDraft, type HoursDraft, WEEKDAYS } from './draft.rules.ts'
import styles from './targets.module.css'

type HoursProps = {
  readonly name: string
  readonly hours: HoursDraft
  /** What is wrong with a field of it: `timeZone`, `days`, or a day. */
  readonly faultOf: (field: string) => string | undefined
  readonly change: (hours: HoursDraft) => void
}

type DayProps = {
  readonly weekday: Weekday
  readonly draft: DayDraft
  readonly fault: string | undefined
  readonly change: (draft: DayDraft) => void
}

const Day = ({ weekday, draft, fault, change }: DayProps) => {
  const id = useId()
  const name = words(weekday)
  const time = (which: 'opens' | 'closes', label: string) => (
    <input
      type="text"
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      aria-label={label}
      aria-describedby={id}
      aria-invalid={fault !== undefined}
      disabled={!draft.on}
      value={draft[which]}
      onChange={({ target }) => change({ ...draft, [which]: target.value })}
    />
  )
  return (
    <div className={styles.day}>
      <label>
        <input type="checkbox" checked={draft.on} onChange={({ target }) => change({ ...draft, on: target.checked })} />
        {name}
      </label>
      {time('opens', t('{day}: business begins', { day: name }))}
      <span aria-hidden>{t('to')}</span>
      {time('closes', t('{day}: business ends', { day: name }))}
      <span id={id} className={fault === undefined ? 'sr' : styles.fault}>
        {fault}
      </span>
    </div>
  )
}

/** The hours of business of a week. */
export const HoursFields = ({ name, hours, faultOf, change }: HoursProps) => {
  const list = useId()
  const days = faultOf('days')
  return (
    <fieldset className={styles.part}>
      <legend>{name}</legend>
      <Field label={t('Time zone')} fault={faultOf('timeZone')} hint={t('The clock on which these times are.')}>
        {(input) => (
          <input
            {...input}
            type="text"
            list={list}
            autoComplete="off"
            spellCheck={false}
            value={hours.timeZone}
            onChange={({ target }) => change({ ...hours, timeZone: target.value })}
          />
        )}
      </Field>
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {WEEKDAYS.map((weekday) => (
        <Day
          key={weekday}
          weekday={weekday}
          draft={hours.days[weekday]}
          fault={faultOf(weekday)}
          change={(draft) => change({ ...hours, days: { ...hours.days, [weekday]: draft } })}
        />
      ))}
      {days !== undefined && (
        <p role="alert" className={styles.fault}>
          {days}
        </p>
      )}
    </fieldset>
  )
}
