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
import { Age } from '../../ui/age.tsx'
import { Badge, TroubleMark } from '../../ui/badge.tsx'
import { dayTime, fullTime, time } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { machineOf } from '../atms/attributes.ts'
import styles from './atm.module.css'
import type { Atm } from './steps.ts'
import { offsetOf } from './zone.ts'

const LocalTime = ({ zone }: { readonly zone: string }) => {
  const now = useNow()
  return (
    <span title={fullTime(now, zone)}>
      <IconClockHour4 size={15} stroke={1.75} aria-hidden />
      {time(now, zone)} local time
      <small>
        {zone}, {offsetOf(now, zone)}
      </small>
    </span>
  )
}

const Since = ({ badge, since, zone }: { badge: StatusBadge; since: string | null; zone: string | undefined }) => {
  if (since === null) return <span>{badge === 'AGENT_OFFLINE' ? 'never heard of' : 'since when is not known'}</span>
  return (
    <span>
      for{' '}
      <b>
        <Age at={since} zone={zone} />
      </b>
      , since <time dateTime={since}>{dayTime(since, zone)}</time>
    </span>
  )
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
  readonly open: (what: TaskKind | 'actions' | 'edit') => void
  readonly chip: ReactNode
}

const Actions = ({ kinds, mayPush, mayEdit, open }: HeadProps) => (
  <div className={styles.actions}>
    {mayPush && kinds?.includes('RESTART_AGENT') && (
      <button type="button" className="button" onClick={() => open('RESTART_AGENT')}>
        <IconRotateClockwise2 size={16} stroke={1.9} aria-hidden />
        Restart agent
      </button>
    )}
    {mayPush && kinds?.includes('REBOOT') && (
      <button type="button" className="button" onClick={() => open('REBOOT')}>
        <IconRefresh size={16} stroke={1.9} aria-hidden />
        Reboot
      </button>
    )}
    {mayEdit && (
      <button type="button" className="button" onClick={() => open('edit')}>
        <IconPencil size={16} stroke={1.9} aria-hidden />
        Edit
      </button>
    )}
    {mayPush && (
      <button type="button" className="button" onClick={() => open('actions')}>
        <IconDots size={16} stroke={1.9} aria-hidden />
        All commands
      </button>
    )}
  </div>
)

/** Which ATM it is, its state and since when, and its place. */
export const Head = (props: HeadProps) => {
  const { atm, badge, since, zone, chip } = props
  const machine = machineOf(atm)
  return (
    <section className={styles.head} aria-label={`ATM ${atm.agentAtmId}`} data-badge={badge}>
      <div className={styles.who}>
        <div className={styles.name}>
          <h2 className="id">{atm.agentAtmId}</h2>
          <Badge badge={badge} />
          {badge === 'IN_SERVICE' && <TroubleMark worst={atm.openIncidentSummary.worst} />}
          <Since badge={badge} since={since} zone={zone} />
          {chip}
        </div>
        <p className={styles.facts}>
          <span>
            <IconMapPin size={15} stroke={1.75} aria-hidden />
            {atm.siteName ?? atm.name ?? 'place not known'}
          </span>
          {zone !== undefined && <LocalTime zone={zone} />}
          <span>
            last heartbeat{' '}
            {atm.lastHeartbeatAt === null ? (
              'never'
            ) : (
              <>
                <Age at={atm.lastHeartbeatAt} zone={zone} /> ago
              </>
            )}
          </span>
          {atm.maintenanceUntil !== null && (
            <span>
              in maintenance until <time dateTime={atm.maintenanceUntil}>{dayTime(atm.maintenanceUntil, zone)}</time>
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
