import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DocumentResult } from '../../api/client.ts'
import { personName, whoIs } from '../../api/people.ts'
import type { ShiftIncidentFragment, ShiftQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SeverityGlyph } from '../../ui/badge.tsx'
import { count, date, dayTime } from '../../ui/format.ts'
import { incidentTitle } from '../../ui/incident-title.ts'
import { Empty, Widget } from '../../ui/widget.tsx'
import type { IncidentsSearch } from '../incidents/search.ts'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import type { TasksSearch } from '../tasks/search.ts'
import { StatusMark } from '../tasks/status.tsx'
import styles from './shift.module.css'

type Query = DocumentResult<ShiftQuery>
export type Report = NonNullable<ShiftQuery['shiftReport']>

/** The report of incidents, in which several panels are; undefined while it is not there. */
const reportOf = (query: Query): Report | undefined => query.data?.data.shiftReport ?? undefined

type PanelProps = {
  readonly query: Query
  readonly title: string
  readonly note?: ((report: Report) => string) | undefined
  readonly className?: string | undefined
  readonly children: (report: Report) => ReactNode
}

/** A panel over the report of incidents. */
const Panel = ({ query, title, note, className = '', children }: PanelProps) => {
  const report = reportOf(query)
  return (
    <Widget
      title={title}
      className={className}
      note={report === undefined ? undefined : note?.(report)}
      query={query}
      roots={['shiftReport']}
      pick={(data) => data.shiftReport}
    >
      {children}
    </Widget>
  )
}

const Row = ({ incident, children }: { readonly incident: ShiftIncidentFragment; readonly children: ReactNode }) => (
  <li className={styles.row} data-row>
    <SeverityGlyph severity={incident.severity} />
    <span className={styles.what}>
      <Link to={PATHS.incident} params={{ incidentId: String(incident.id) }} dir="auto">
        {incidentTitle(incident)}
      </Link>
      <small>
        <span className="id">{incident.agentAtmId}</span> · {incident.id}
      </small>
    </span>
    <span className={styles.end}>{children}</span>
  </li>
)

/** How many more there are than are listed. */
const More = ({
  total,
  shown,
  children,
}: {
  readonly total: number
  readonly shown: number
  readonly children: ReactNode
}) =>
  total > shown ? (
    <p className={styles.more}>{rich('{count} more: {list}', { count: count(total - shown), list: children })}</p>
  ) : null

type OfReport = { readonly query: Query; readonly me: string }

type IncidentRow = { readonly incident: ShiftIncidentFragment; readonly end: ReactNode }

type IncidentPanelProps = Omit<PanelProps, 'children' | 'note'> & {
  /** How many there are, of which the first are listed. */
  readonly total: (report: Report) => number
  readonly rows: (report: Report) => readonly IncidentRow[]
  readonly empty: ReactNode
  /** The link to all of them. */
  readonly all: ReactNode
}

/** A panel that lists the first incidents of a kind. */
const IncidentPanel = ({ total, rows, empty, all, ...panel }: IncidentPanelProps) => (
  <Panel {...panel} note={(report) => tn(total(report), '{n} incident', '{n} incidents')}>
    {(report) => {
      const listed = rows(report)
      return listed.length === 0 ? (
        empty
      ) : (
        <>
          <ul className={styles.rows}>
            {listed.map(({ incident, end }) => (
              <Row key={incident.id} incident={incident}>
                {end}
              </Row>
            ))}
          </ul>
          <More total={total(report)} shown={listed.length}>
            {all}
          </More>
        </>
      )
    }}
  </Panel>
)

const statusOf = ({ status, ownerUserId, owner }: ShiftIncidentFragment, me: string): string => {
  if (status === 'RESOLVED') return t('resolved')
  return ownerUserId === null
    ? t('open, without an owner')
    : t('open, {owner}', { owner: whoIs(ownerUserId, me, owner) })
}

/** The incidents that were opened; those that are open come first. */
export const Opened = ({ query, me, opened }: OfReport & { readonly opened: IncidentsSearch }) => (
  <IncidentPanel
    query={query}
    title={t('Opened')}
    total={(report) => report.opened}
    rows={({ openedIncidents }) =>
      openedIncidents.map((incident) => ({
        incident,
        end: (
          <>
            {statusOf(incident, me)}
            <small>{dayTime(incident.openedAt)}</small>
          </>
        ),
      }))
    }
    empty={
      <Empty good>
        <p>{t('No incident was opened.')}</p>
      </Empty>
    }
    all={
      <Link to={PATHS.incidents} search={opened}>
        {t('all incidents')}
      </Link>
    }
  />
)

type OfResolved = OfReport & { readonly resolved: IncidentsSearch }

/** The incidents that were resolved; those that people resolved come first. */
export const Resolved = ({ query, me, resolved }: OfResolved) => (
  <IncidentPanel
    query={query}
    title={t('Resolved')}
    total={(report) => report.closed}
    rows={({ closedIncidents }) =>
      closedIncidents.map(({ incident, userId, user }) => ({
        incident,
        end: (
          <>
            {userId === null ? t('by the rules') : t('by {person}', { person: whoIs(userId, me, user) })}
            {incident.resolvedAt !== null && <small>{dayTime(incident.resolvedAt)}</small>}
          </>
        ),
      }))
    }
    empty={
      <Empty>
        <p>{t('No incident was resolved.')}</p>
      </Empty>
    }
    all={
      <Link to={PATHS.incidents} search={resolved}>
        {t('resolved incidents')}
      </Link>
    }
  />
)

const missedWords = ({ acknowledgeMissed, resolveMissed }: ShiftIncidentFragment): string => {
  if (!acknowledgeMissed) return t('not resolved in time')
  return resolveMissed ? t('not acknowledged, not resolved in time') : t('not acknowledged in time')
}

/** The incidents that missed a target, the latest miss first. */
export const Late = ({ query, missed }: Pick<OfReport, 'query'> & { readonly missed: IncidentsSearch }) => (
  <IncidentPanel
    query={query}
    title={t('Missed a target')}
    total={(report) => report.missed}
    rows={({ missedIncidents }) =>
      missedIncidents.map((incident) => ({
        incident,
        end: (
          <>
            {missedWords(incident)}
            <small>{incident.status === 'RESOLVED' ? t('resolved now') : t('open')}</small>
          </>
        ),
      }))
    }
    empty={
      <Empty good>
        <p>{t('No target was missed.')}</p>
      </Empty>
    }
    all={
      <Link to={PATHS.incidents} search={missed}>
        {t('late incidents')}
      </Link>
    }
  />
)

/** How often a person did something, as a link to the list of it. */
const Done = ({ n, list }: { readonly n: number; readonly list: IncidentsSearch }) => (
  <td>
    {n === 0 ? (
      <span className={styles.none}>0</span>
    ) : (
      <Link to={PATHS.incidents} search={list}>
        {count(n)}
      </Link>
    )}
  </td>
)

/** What each person did, with the lists of it. */
export const People = ({ query, me, resolved, worked }: OfResolved & { readonly worked: IncidentsSearch }) => (
  <Panel query={query} title={t('By whom')}>
    {(report) => {
      // A person who only took or gave away incidents has none of these figures.
      const people = report.people.filter((one) => one.opened + one.acknowledged + one.closed + one.notes > 0)
      return people.length === 0 ? (
        <Empty>
          <p>{t('No work on incidents.')}</p>
        </Empty>
      ) : (
        <table className={styles.people}>
          <thead>
            <tr>
              <th scope="col">{t('Person')}</th>
              <th scope="col">{t('Opened')}</th>
              <th scope="col">{t('Acknowledged')}</th>
              <th scope="col">{t('Resolved')}</th>
              <th scope="col">{tc('incident', 'Notes')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ userId, user, opened, acknowledged, closed, notes }) => (
              <tr key={userId}>
                <th scope="row">{userId === me ? t('You') : personName(userId, user)}</th>
                <Done n={opened} list={{ ...worked, workedBy: userId, work: 'OPENED' }} />
                <Done n={acknowledged} list={{ ...worked, workedBy: userId, work: 'ACKNOWLEDGED' }} />
                {/* What they resolved in a maintenance window is work too. */}
                <Done n={closed} list={{ ...resolved, suppressed: undefined, resolvedBy: userId }} />
                {/* Several notes can be on one incident. */}
                <Done n={notes} list={{ ...worked, workedBy: userId, work: 'NOTE' }} />
              </tr>
            ))}
          </tbody>
        </table>
      )
    }}
  </Panel>
)

/** Queues that changed hands. */
export const Handovers = ({ query, me }: OfReport) => (
  <Panel query={query} title={t('Handed over')} className={styles.wide}>
    {({ handovers }) =>
      handovers.length === 0 ? (
        <Empty>
          <p>{t('No queue was handed over.')}</p>
        </Empty>
      ) : (
        <ul className={styles.rows}>
          {handovers.map(({ at, userId, user, toUserId, toUser, note, incidents }) => (
            <li key={`${at} ${toUserId}`} className={styles.row}>
              <span className={styles.what}>
                <b>
                  {tn(incidents, '{n} incident to {receiver} by {giver}', '{n} incidents to {receiver} by {giver}', {
                    receiver: whoIs(toUserId, me, toUser),
                    giver: whoIs(userId, me, user),
                  })}
                </b>
                {note !== null && <span className={styles.words}>{note}</span>}
              </span>
              <span className={styles.end}>
                <small>{dayTime(at)}</small>
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </Panel>
)

type TasksProps = {
  readonly query: Query
  readonly who: (userId: string | null) => string
  readonly ended: TasksSearch
}

/** Commands that ended. */
export const TaskList = ({ query, who, ended }: TasksProps) => {
  const total = query.data?.data.tasks?.totalElements
  return (
    <Widget
      title={t('Tasks ended')}
      note={total === undefined ? undefined : tn(total, '{n} task', '{n} tasks')}
      link={{ to: PATHS.tasks, search: ended }}
      query={query}
      roots={['tasks']}
      pick={(data) => data.tasks}
    >
      {({ content }) =>
        content.length === 0 ? (
          <Empty>
            <p>{t('No command ended.')}</p>
          </Empty>
        ) : (
          <ul className={styles.rows}>
            {content.map(({ id, kind, agentAtmId, status, requestedBy, finishedAt, error }) => (
              <li key={id} className={styles.row} data-row>
                <span className={styles.what}>
                  <Link to={PATHS.tasks} search={{ task: id }}>
                    {TASK_KINDS[kind].label}
                  </Link>
                  <small>
                    <span className="id">{agentAtmId}</span> · {who(requestedBy)}
                    {error !== null && ` · ${error}`}
                  </small>
                </span>
                <span className={styles.end}>
                  <StatusMark status={status} />
                  {finishedAt !== null && <small>{dayTime(finishedAt)}</small>}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Widget>
  )
}

/** Days whose journals are missing. */
export const Gaps = ({ query }: { readonly query: Query }) => (
  <Widget
    title={t('Missing journals')}
    link={{ to: PATHS.journals }}
    query={query}
    roots={['journalDays']}
    pick={(data) => data.journalDays?.filter(({ atmsWithGap }) => atmsWithGap > 0).toReversed()}
  >
    {(missing) =>
      missing.length === 0 ? (
        <Empty good>
          <p>{t('No journal of these days is missing.')}</p>
        </Empty>
      ) : (
        <ul className={styles.rows}>
          {missing.map(({ date: day, atmsWithGap, atmsRequested }) => (
            <li key={day} className={styles.row} data-row>
              <span className={styles.what}>
                <Link to={PATHS.journals} search={{ status: 'ALL', from: day, to: day }}>
                  {date(day)}
                </Link>
              </span>
              <span className={styles.end}>
                {tn(atmsWithGap, '{n} ATM', '{n} ATMs')}
                <small>
                  {atmsRequested === 0 ? t('none requested') : t('{count} requested', { count: count(atmsRequested) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </Widget>
)
