import { IconPlugConnectedX, IconTargetArrow } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DocumentResult } from '../../api/client.ts'
import type { FleetQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { BadgeGlyph, SeverityGlyph } from '../../ui/badge.tsx'
import { fixed } from '../../ui/format.ts'
import { servicesOf } from '../../ui/widget.tsx'
import styles from './attention.module.css'
import { belowUsual } from './below-usual.ts'
import { ALL_DOWN } from './not-in-service.tsx'

/** So many points of the ATMs in service below the usual of the same half hour are worth a word. */
const NOTABLE_POINTS = 0.5

const silentServices = ({ data }: DocumentResult<FleetQuery>): readonly string[] => {
  const { fleetHealth, journalCoverage } = data?.data ?? {}
  const degraded = servicesOf([...(fleetHealth?.degradedSources ?? []), ...(journalCoverage?.degradedSources ?? [])])
  const failed = (data?.faults ?? []).flatMap(({ code, service }) =>
    code === 'UNAVAILABLE' && service !== null ? [service] : [],
  )
  return [...new Set([...degraded, ...failed])]
}

const Unknown = ({ children }: { readonly children: string }) => (
  <span className={styles.item} data-tone="plain">
    <IconPlugConnectedX size={17} stroke={2} aria-hidden />
    {children}
  </span>
)

const Items = ({
  query,
  answer,
}: AttentionProps & { readonly answer: NonNullable<AttentionProps['query']['data']> }) => {
  const critical = answer.data.openIncidentsBySeverity?.severities.find(({ severity }) => severity === 'CRITICAL')
  const urgent = critical?.unacknowledged ?? 0
  const below = belowUsual(answer.data.atmBadges, answer.data.recently)
  const services = silentServices(query)
  const falls = below !== null && below >= NOTABLE_POINTS
  const isCalm = urgent === 0 && !falls && services.length === 0
  if (isCalm && answer.data.openIncidentsBySeverity === null)
    return <Unknown>{t('Whether anything needs you is not known right now.')}</Unknown>
  if (isCalm)
    return (
      <span className={styles.item}>
        <BadgeGlyph badge="IN_SERVICE" />
        {t('Nothing needs you right now.')}
      </span>
    )
  return (
    <>
      {urgent > 0 && (
        <Link
          to={PATHS.incidents}
          search={{ severity: 'CRITICAL', status: 'OPEN' }}
          className={styles.item}
          data-tone="bad"
        >
          <SeverityGlyph severity="CRITICAL" />
          <span>
            {rich('{incidents} not acknowledged', {
              incidents: <b>{tn(urgent, '{n} critical incident', '{n} critical incidents')}</b>,
            })}
            {critical?.oldestOpenedAt !== null && critical?.oldestOpenedAt !== undefined && (
              <span aria-live="off">
                {rich(', the oldest for {age}', { age: <Age at={critical.oldestOpenedAt} /> })}
              </span>
            )}
          </span>
        </Link>
      )}
      {falls && (
        <Link to={PATHS.atms} search={ALL_DOWN} className={styles.item} data-tone="warn">
          <IconTargetArrow size={17} stroke={2} aria-hidden />
          <span>
            {rich('{inService} are {below} points below the usual of this half hour', {
              inService: <b>{t('ATMs in service')}</b>,
              below: fixed(below, 1),
            })}
          </span>
        </Link>
      )}
      {services.map((service) => (
        <span key={service} className={styles.item} data-tone="plain">
          <IconPlugConnectedX size={17} stroke={2} aria-hidden />
          <span>
            {rich('The {service} does not answer: its figures are partial or missing', {
              service: <b>{t('{service} service', { service })}</b>,
            })}
          </span>
        </span>
      ))}
    </>
  )
}

type AttentionProps = { readonly query: DocumentResult<FleetQuery> }

/**
 * Answers in one line, before any picture, whether anything needs somebody. The region is there from the beginning:
 * only what changes in one that is there is read out.
 */
export const Attention = ({ query }: AttentionProps) => {
  const answer = query.data
  return (
    <section className={styles.strip} aria-label={t('Needs attention')} aria-live="polite" aria-busy={query.isPending}>
      {answer !== undefined ? (
        <Items query={query} answer={answer} />
      ) : query.isPending ? (
        <span className={styles.skeletonBlock} aria-hidden />
      ) : (
        <Unknown>{t('The platform does not answer: whether anything needs you is not known right now.')}</Unknown>
      )}
    </section>
  )
}
