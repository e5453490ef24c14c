import { useState } from 'react'
import type { EventExceptionsQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { count, dayTime } from '../../ui/format.ts'
import { Chips } from '../../ui/list/filter-bar.tsx'
import styles from './parts/admin.module.css'
import { useAdmin } from './parts/use-admin.ts'

type PendingType = NonNullable<EventExceptionsQuery['eventExceptionTypes']>[number]

/** Types that are shown before all are asked for. */
const FEW = 8
/** What the platform counts up to. */
const MOST = 10_000

const waitingOf = ({ waiting }: PendingType): string => (waiting < MOST ? count(waiting) : `${count(MOST)}+`)

/** The types of event exceptions, with the number of each; a type is a filter of the list. */
export const PendingTypes = ({ types }: { readonly types: readonly PendingType[] }) => {
  const { search, filter } = useAdmin()
  const [all, setAll] = useState(false)
  const named = types.flatMap((one) => (one.eventType ? [{ ...one, eventType: one.eventType }] : []))
  const nameless = types.filter(({ eventType }) => !eventType)
  if (types.length === 0) return null
  const shown = named.filter(({ eventType }, place) => all || place < FEW || eventType === search.type)
  return (
    <div className={styles.types}>
      <Chips
        label={t('Types of event exceptions')}
        options={shown.map((one) => ({
          value: one.eventType,
          label: (
            <span
              className={styles.type}
              title={t('the oldest arrived {time}', { time: dayTime(one.oldestReceivedAt) })}
            >
              <span>{one.eventType}</span> <small>{waitingOf(one)}</small>
            </span>
          ),
        }))}
        chosen={search.type === undefined ? [] : [search.type]}
        onToggle={(type) => filter({ type: type === search.type ? undefined : type })}
      />
      {nameless.map((one) => (
        <span key={String(one.eventType)} className={styles.total}>
          {rich('without a type {n}', { n: <b>{waitingOf(one)}</b> })}
        </span>
      ))}
      {named.length > FEW && (
        <button type="button" className="button" data-size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('Fewer types') : tn(named.length, 'All {n} type', 'All {n} types')}
        </button>
      )}
    </div>
  )
}
