import type { AtmsQuery } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { Badge, lastKnownOf, SEVERITIES, Severity, SeverityGlyph, TroubleMark } from '../../ui/badge.tsx'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import styles from './atms.module.css'
import { machineOf } from './attributes.ts'
import type { SORTS } from './search.ts'

export type Row = NonNullable<AtmsQuery['atmStatuses']>['content'][number]
type AtmColumn = Column<Row, (typeof SORTS)[number]>

const NONE = <span className={styles.none}>{'\u2014'}</span>

/** On a phone, where the column of incidents has no room: what is bad, beside the state. */
const Trouble = ({ row }: { readonly row: Row }) => {
  const worst = row.atm?.openIncidentSummary.worst
  if (row.badge === 'IN_SERVICE') return <TroubleMark worst={worst} />
  if (worst !== 'HIGH' && worst !== 'CRITICAL') return null
  return (
    <span className={styles.short}>
      <SeverityGlyph severity={worst} size={14} />
      <span className="sr">{t('Open incident: {severity}', { severity: SEVERITIES[worst].label })}</span>
    </span>
  )
}

const LastKnown = ({ row }: { readonly row: Row }) => {
  const state = lastKnownOf(row.badge, row.serviceState)
  return state === null ? null : <small className={styles.quiet}>{t('last known: {last}', { last: state })}</small>
}

const State = ({ row, isGone }: { readonly row: Row; readonly isGone: boolean }) =>
  isGone ? (
    <span className={styles.gone}>{t('No longer in this list')}</span>
  ) : row.lifecycle === 'RETIRED' ? (
    <span className={styles.gone}>{t('Retired')}</span>
  ) : (
    <span className={styles.state}>
      <Badge badge={row.badge} />
      <Trouble row={row} />
      <LastKnown row={row} />
    </span>
  )

const Incidents = ({ atm }: Row) => {
  if (atm === null) return <span className={styles.none}>{t('not known right now')}</span>
  const { count: open, worst } = atm.openIncidentSummary
  if (worst === null) return NONE
  return (
    <span className={styles.incidents}>
      <Severity severity={worst} />
      {open > 1 && <small>{tn(open, '{n} open', '{n} open')}</small>}
    </span>
  )
}

/** The columns of the list; `gone` are rows that the server no longer has on this page. */
export const columnsOf = (gone: ReadonlySet<string>, severalInstitutions: boolean): readonly AtmColumn[] => [
  {
    id: 'atm',
    header: t('ATM'),
    sort: 'agentAtmId',
    cell: (row) => <AtmCell atmId={row.id} agentAtmId={row.agentAtmId} atm={row} />,
  },
  { id: 'state', header: t('State'), cell: (row) => <State row={row} isGone={gone.has(String(row.id))} /> },
  {
    id: 'worst',
    header: t('Worst open incident'),
    cell: (row) => <Incidents {...row} />,
    wide: true,
  },
  {
    id: 'since',
    header: t('State reported'),
    sort: 'serviceStateChangedAt',
    right: true,
    wide: true,
    cell: ({ serviceStateChangedAt: at, atm }) =>
      at === null ? (
        NONE
      ) : (
        <span className={styles.quiet}>
          <Age at={at} zone={atm?.timeZone ?? undefined} />
        </span>
      ),
  },
  {
    id: 'heartbeat',
    header: (
      <>
        <span className={styles.long}>{t('Last heartbeat')}</span>
        <span className={styles.short}>{t('Heard of')}</span>
      </>
    ),
    sort: 'lastHeartbeatAt',
    right: true,
    cell: ({ lastHeartbeatAt: at, badge, atm }) =>
      at === null ? (
        <span className={styles.late}>{t('never')}</span>
      ) : (
        <span className={badge === 'AGENT_OFFLINE' ? styles.late : undefined}>
          <Age at={at} zone={atm?.timeZone ?? undefined} />
        </span>
      ),
  },
  {
    id: 'machine',
    header: severalInstitutions ? t('Institution') : t('Machine'),
    wide: true,
    cell: ({ atm, institutionKey }) => {
      const machine = atm === null ? '' : machineOf(atm)
      if (!severalInstitutions) return machine === '' ? NONE : <span className={styles.quiet}>{machine}</span>
      return (
        <span className={styles.lines}>
          {institutionKey ?? t('none known')}
          {machine !== '' && <small>{machine}</small>}
        </span>
      )
    },
  },
]
