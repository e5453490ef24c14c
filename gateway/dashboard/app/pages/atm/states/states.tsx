import { useState } from 'react'
import { rich } from '../../../language/rich.ts'
import { t, tn } from '../../../language/texts.ts'
import { BADGES, BadgeGlyph } from '../../../ui/badge.tsx'
import chart from '../../../ui/charts/charts.module.css'
import { day, dayTime, duration, fullTime, share, time, weekday, words } from '../../../ui/format.ts'
import { Chips } from '../../../ui/list/filter-bar.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { Empty } from '../../../ui/widget.tsx'
import styles from './states.module.css'
import { type Past, type Period, periodsOf, timeIn } from './states.rules.ts'

const HOUR_MS = 3_600_000
const SHOWN = 6

const labelOf = ({ badge }: Period): string => (badge === null ? t('Not known') : BADGES[badge].label)
const spanOf = (period: Period, zone: string | undefined): string =>
  t('{state} {from} to {to}, {duration}', {
    state: labelOf(period),
    from: dayTime(period.from, zone),
    to: dayTime(period.to, zone),
    duration: duration(period.to - period.from),
  })

type Tick = { readonly at: number; readonly text: string }

/** Ticks of whole hours, or of days, in the time zone of the ATM. */
const ticksOf = (from: number, to: number, zone: string | undefined): readonly Tick[] => {
  const isWeek = to - from > 48 * HOUR_MS
  const first = Math.ceil(from / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: Math.floor((to - first) / HOUR_MS) + 1 }, (_, n) => first + n * HOUR_MS)
  const every = isWeek ? 24 : 6
  return hours
    .filter((at) => Number(time(at, zone).slice(0, 2)) % every === 0)
    .map((at) => ({ at, text: isWeek ? `${weekday(at, zone)} ${day(at, zone)}` : time(at, zone) }))
}

type StripProps = {
  readonly periods: readonly Period[]
  readonly from: number
  readonly to: number
  readonly zone: string | undefined
}

const Strip = ({ periods, from, to, zone }: StripProps) => {
  const percent = (ms: number) => `${(ms / (to - from)) * 100}%`
  const summary = (['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'AGENT_OFFLINE', 'UNKNOWN'] as const)
    .map((badge) => ({ badge, ms: timeIn(periods, badge) }))
    .filter(({ ms }) => ms > 0)
    .map(({ badge, ms }) => `${BADGES[badge].label} ${share(ms, to - from)}`)
    .join(t(', '))
  return (
    <div className={styles.strip}>
      <div
        className={`${styles.track} ${chart.strip} forced`}
        role="img"
        aria-label={t('States over time: {summary}', { summary })}
      >
        {periods.map((period) => (
          <i
            key={period.from}
            data-badge={period.badge ?? undefined}
            data-nothing={period.badge === null || undefined}
            style={{ left: percent(period.from - from), width: percent(period.to - period.from) }}
            title={spanOf(period, zone)}
          />
        ))}
      </div>
      <div className={styles.ticks} aria-hidden>
        {ticksOf(from, to, zone).map(({ at, text }) =>
          // A label at the end has its room before the tick.
          (at - from) / (to - from) > 0.8 ? (
            <span key={at} data-end style={{ right: percent(to - at) }}>
              {text}
            </span>
          ) : (
            <span key={at} style={{ left: percent(at - from) }}>
              {text}
            </span>
          ),
        )}
      </div>
    </div>
  )
}

type Caused = { readonly at: string; readonly eventType: string | null }

/** How long a state lasted: one that began before what is drawn, longer; one that goes on, so far. */
const longOf = (long: string, beganBefore: boolean, goesOn: boolean): string => {
  if (beganBefore)
    return goesOn ? t('over {duration} so far', { duration: long }) : t('over {duration}', { duration: long })
  return goesOn ? t('{duration} so far', { duration: long }) : long
}

const Rows = ({
  periods,
  changes,
  from,
  now,
  zone,
}: {
  periods: readonly Period[]
  changes: readonly Caused[]
  from: number
  now: number
  zone: string | undefined
}) => {
  const [isAll, showAll] = useState(false)
  const causes = new Map(changes.map(({ at, eventType }) => [Date.parse(at), eventType]))
  const rows = periods.toReversed()
  const shown = isAll ? rows : rows.slice(0, SHOWN)
  return (
    <>
      <ol className={styles.rows}>
        {shown.map((period) => {
          const cause = causes.get(period.from)
          return (
            <li key={period.from}>
              {period.badge === null ? (
                <span className={styles.blank} />
              ) : (
                <BadgeGlyph badge={period.badge} size={14} />
              )}
              <b>{labelOf(period)}</b>
              <span className={styles.long}>
                {longOf(duration(period.to - period.from), period.from === from, period.to === now)}
              </span>
              <time dateTime={new Date(period.from).toISOString()} title={fullTime(period.from, zone)}>
                {period.from === from
                  ? t('before {time}', { time: dayTime(period.from, zone) })
                  : dayTime(period.from, zone)}
              </time>
              <small>{cause ? words(cause) : period.badge === 'AGENT_OFFLINE' ? t('last heartbeat') : ''}</small>
            </li>
          )
        })}
      </ol>
      {rows.length > SHOWN && (
        <button type="button" className={styles.rest} aria-expanded={isAll} onClick={() => showAll(!isAll)}>
          {isAll ? t('Show fewer') : tn(rows.length, 'Show the change', 'Show all {n} changes')}
        </button>
      )}
    </>
  )
}

type StatesProps = {
  readonly past: Past
  readonly changes: readonly (Past['changes'][number] & Caused)[]
  readonly span: '24h' | '7d'
  readonly onSpan: (span: '24h' | '7d') => void
  readonly zone: string | undefined
}

/** What the ATM did over a day or a week: drawn to scale, and listed one by one. */
export const States = ({ past, changes, span, onSpan, zone }: StatesProps) => {
  const now = useNow()
  const from = now - (span === '7d' ? 168 : 24) * HOUR_MS
  const periods = periodsOf(past, from, now)
  const serving = timeIn(periods, 'IN_SERVICE')
  const drawn = (periods.at(-1)?.to ?? from) - from
  const known = drawn - timeIn(periods, null) - timeIn(periods, 'UNKNOWN')
  return (
    <div className={styles.wrap}>
      <div className={styles.top}>
        <Chips
          label={t('Time drawn')}
          options={[
            { value: '24h', label: t('24 hours') },
            { value: '7d', label: t('7 days') },
          ]}
          chosen={[span]}
          onToggle={onSpan}
        />
        {known > 0 && (
          <p>
            {known < drawn
              ? rich('{share} in service of the time that is known', { share: <b>{share(serving, known)}</b> })
              : rich('{share} in service', { share: <b>{share(serving, known)}</b> })}
          </p>
        )}
      </div>
      <Strip periods={periods} from={from} to={now} zone={zone} />
      {periods.length === 0 ? (
        <Empty>
          {past.retiredAt === null ? t('Nothing is known of this time.') : t('The ATM was retired all this time.')}
        </Empty>
      ) : (
        <Rows key={span} periods={periods} changes={changes} from={from} now={now} zone={zone} />
      )}
    </div>
  )
}
