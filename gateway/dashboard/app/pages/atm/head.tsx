import {
  IconClockHour4,
  IconDots,
  IconMapPin,
  IconPencil,
  IconRefresh,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StatusBadge, TaskKind } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { Badge, lastKnownOf, TroubleMark } from '../../ui/badge.tsx'
import { dayTime, fullTime, time } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { machineOf } from '../atms/attributes.ts'
import styles from './atm.module.css'
import type { AtmSearch } from './search.ts'
import type { Atm } from './steps.ts'
import { offsetOf } from './zone.ts'

const LocalTime = ({ zone }: { readonly zone: string }) => {
  const now = useNow()
  return (
    <span title={fullTime(now, zone)}>
      <IconClockHour4 size={15} stroke={1.75} aria-hidden />
      {t('{time} local time', { time: time(now, zone) })}
      <small>
        {zone}, {offsetOf(now, zone)}
      </small>
    </span>
  )
}

const Since = ({ badge, since, zone }: { badge: StatusBadge; since: string | null; zone: string | undefined }) => {
  if (since === null)
    return <span>{badge === 'AGENT_OFFLINE' ? t('never heard of') : t('since when is not known')}</span>
  return (
    <span>
      {rich('for {age}, since {time}', {
        age: (
          <b>
            <Age at={since} zone={zone} />
          </b>
        ),
        time: <time dateTime={since}>{dayTime(since, zone)}</time>,
      })}
    </span>
  )
}

/** The last known state of an ATM that cannot be reached, which is not its present one. */
const LastKnown = ({ atm, badge, zone }: Pick<HeadProps, 'atm' | 'badge' | 'zone'>) => {
  const state = lastKnownOf(badge, atm.status?.serviceState ?? atm.serviceState)
  const at = atm.status?.serviceStateChangedAt ?? atm.stateHistory[0]?.at
  if (state === null) return null
  const last = <b>{state}</b>
  if (at === undefined || at === null) return <span>{rich('last known: {last}', { last })}</span>
  const time = <time dateTime={at}>{dayTime(at, zone)}</time>
  return <span>{rich('last known: {last}, since {time}', { last, time })}</span>
}

type HeadProps = {
  readonly atm: Atm
  readonly badge: StatusBadge
  readonly since: string | null
  readonly zone: string | undefined
  /** The commands that the caller may give. */
  readonly kinds: readonly TaskKind[] | null
  readonly mayPush: boolean
  readonly mayEdit: boolean
  readonly open: (what: NonNullable<AtmSearch['open']>) => void
  readonly chip: ReactNode
}

const LifeActions = ({ atm, open }: HeadProps) => {
  if (atm.mergedIntoId !== null) return null
  const isRetired = atm.lifecycle === 'RETIRED'
  return (
    <>
      <button type="button" className="button" onClick={() => open(isRetired ? 'reactivate' : 'retire')}>
        {isRetired ? t('Reactivate') : t('Retire')}
      </button>
      <button type="button" className="button" onClick={() => open('merge')}>
        {t('Merge')}
      </button>
    </>
  )
}

const Actions = (props: HeadProps) => {
  const { atm, kinds, mayEdit, open } = props
  const mayPush = props.mayPush && atm.lifecycle === 'ACTIVE'
  return (
    <div className={styles.actions}>
      {mayPush && kinds?.includes('RESTART_AGENT') && (
        <button type="button" className="button" onClick={() => open('RESTART_AGENT')}>
          <IconRotateClockwise2 size={16} stroke={1.9} aria-hidden />
          {t('Restart agent')}
        </button>
      )}
      {mayPush && kinds?.includes('REBOOT') && (
        <button type="button" className="button" onClick={() => open('REBOOT')}>
          <IconRefresh size={16} stroke={1.9} aria-hidden />
          {t('Reboot')}
        </button>
      )}
      {mayEdit && (
        <button type="button" className="button" onClick={() => open('edit')}>
          <IconPencil size={16} stroke={1.9} aria-hidden />
          {t('Edit')}
        </button>
      )}
      {mayEdit && <LifeActions {...props} />}
      {mayPush && (
        <button type="button" className="button" onClick={() => open('actions')}>
          <IconDots size={16} stroke={1.9} aria-hidden />
          {t('All commands')}
        </button>
      )}
    </div>
  )
}

/** Which ATM it is, its state and since when, and its place. */
export const Head = (props: HeadProps) => {
  const { atm, badge, since, zone, chip } = props
  const machine = machineOf(atm)
  return (
    <section className={styles.head} aria-label={t('ATM {id}', { id: atm.agentAtmId })} data-badge={badge}>
      <div className={styles.who}>
        <div className={styles.name}>
          <p className={`id ${styles.title}`}>{atm.agentAtmId}</p>
          {atm.lifecycle === 'ACTIVE' && <Badge badge={badge} />}
          {badge === 'IN_SERVICE' && <TroubleMark worst={atm.openIncidentSummary.worst} />}
          {atm.lifecycle === 'ACTIVE' && <Since badge={badge} since={since} zone={zone} />}
          {atm.lifecycle === 'ACTIVE' && <LastKnown atm={atm} badge={badge} zone={zone} />}
          {chip}
        </div>
        <p className={styles.facts}>
          <span>
            <IconMapPin size={15} stroke={1.75} aria-hidden />
            {atm.siteName ?? atm.name ?? t('place not known')}
          </span>
          {zone !== undefined && <LocalTime zone={zone} />}
          <span>
            {atm.lastHeartbeatAt === null
              ? t('no heartbeat yet')
              : rich('last heartbeat {age} ago', { age: <Age at={atm.lastHeartbeatAt} zone={zone} /> })}
          </span>
          {atm.maintenanceUntil !== null && (
            <span>
              {rich('in maintenance until {time}', {
                time: <time dateTime={atm.maintenanceUntil}>{dayTime(atm.maintenanceUntil, zone)}</time>,
              })}
            </span>
          )}
          {machine !== '' && <span>{machine}</span>}
          {atm.institutionKey !== null && <span>{atm.institutionKey}</span>}
        </p>
      </div>
      <Actions {...props} />
    </section>
  )
}
