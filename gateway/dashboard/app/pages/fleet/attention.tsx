import { IconPlugConnectedX, IconTargetArrow } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DocumentResult } from '../../api/client.ts'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { BadgeGlyph, SeverityGlyph } from '../../ui/badge.tsx'
import { fixed, plural } from '../../ui/format.ts'
import { servicesOf } from '../../ui/widget.tsx'
import styles from './attention.module.css'
import { belowUsual } from './connectivity.tsx'

/** So many points of connectivity below the usual of the same half hour are worth a word. */
const NOTABLE_POINTS = 0.5

const silentServices = ({ data }: DocumentResult<FleetQuery>): readonly string[] => {
  const { fleetHealth, journalCoverage } = data?.data ?? {}
  const degraded = servicesOf([...(fleetHealth?.degradedSources ?? []), ...(journalCoverage?.degradedSources ?? [])])
  const failed = (data?.faults ?? []).flatMap(({ code, service }) =>
    code === 'UNAVAILABLE' && service !== null ? [service] : [],
  )
  return [...new Set([...degraded, ...failed])]
}

/** Answers in one line, before any picture, whether anything needs somebody. */
export const Attention = ({ query }: { readonly query: DocumentResult<FleetQuery> }) => {
  const answer = query.data
  if (answer === undefined && !query.isPending)
    return (
      <section className={styles.strip} aria-label="Needs attention" aria-live="polite">
        <span className={styles.item} data-tone="plain">
          <IconPlugConnectedX size={17} stroke={2} aria-hidden />
          The platform does not answer: whether anything needs you is not known right now.
        </span>
      </section>
    )
  if (answer === undefined)
    return (
      <div className={styles.strip} aria-hidden>
        <span className={styles.skeletonBlock} />
      </div>
    )
  const critical = answer.data.openIncidentsBySeverity?.severities.find(({ severity }) => severity === 'CRITICAL')
  const urgent = critical?.unacknowledged ?? 0
  const below = belowUsual(answer.data.fleetHealth, answer.data.fleetHistory)
  const services = silentServices(query)
  const falls = below !== null && below >= NOTABLE_POINTS
  const known = answer.data.openIncidentsBySeverity !== null
  return (
    <section className={styles.strip} aria-label="Needs attention" aria-live="polite">
      {urgent > 0 && (
        <Link to={PATHS.incidents} className={styles.item} data-tone="bad">
          <SeverityGlyph severity="CRITICAL" />
          <span>
            <b>{plural(urgent, 'critical incident')}</b> not acknowledged
            {critical?.oldestOpenedAt !== null && critical?.oldestOpenedAt !== undefined && (
              <>
                , the oldest for <Age at={critical.oldestOpenedAt} />
              </>
            )}
          </span>
        </Link>
      )}
      {falls && (
        <Link to={PATHS.atms} search={{ badge: 'AGENT_OFFLINE' }} className={styles.item} data-tone="warn">
          <IconTargetArrow size={17} stroke={2} aria-hidden />
          <span>
            <b>Connectivity</b> is {fixed(below, 2)} points below the usual of this half hour
          </span>
        </Link>
      )}
      {services.map((service) => (
        <span key={service} className={styles.item} data-tone="plain">
          <IconPlugConnectedX size={17} stroke={2} aria-hidden />
          <span>
            The <b>{service} service</b> does not answer: its figures are partial or missing
          </span>
        </span>
      ))}
      {urgent === 0 && !falls && services.length === 0 && !known && (
        <span className={styles.item} data-tone="plain">
          Whether anything needs you is not known right now.
        </span>
      )}
      {urgent === 0 && !falls && services.length === 0 && known && (
        <span className={styles.item}>
          <BadgeGlyph badge="IN_SERVICE" />
          Nothing needs you right now.
        </span>
      )}
    </section>
  )
}
