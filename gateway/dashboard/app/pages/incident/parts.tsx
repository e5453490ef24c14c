import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { IncidentPartsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Age } from '../../ui/age.tsx'
import { SEVERITIES, SeverityGlyph } from '../../ui/badge.tsx'
import { incidentTitle } from '../../ui/incident-title.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Empty, Widget } from '../../ui/widget.tsx'
import styles from './incident.module.css'
import type { Detail } from './timeline-entries.ts'

const SHOWN = 12
const STATUS = {
  OPEN: t('not acknowledged'),
  ACKNOWLEDGED: t('acknowledged'),
  RESOLVED: t('resolved'),
  SUPPRESSED: t('in maintenance'),
} as const

/** The incidents of a mass outage: those that are open first. */
export const PartsCard = ({ incident: { id } }: { readonly incident: Detail }) => {
  const query = useDocument(IncidentPartsDocument, { id, size: SHOWN }, { everyMs: 15_000, topics: ['incidents'] })
  const total = query.data?.data.incidents?.totalElements
  return (
    <Widget
      query={query}
      title={t('Its ATMs')}
      note={total === undefined ? undefined : tn(total, '{n} incident', '{n} incidents')}
      link={{ to: PATHS.incidents, search: { parent: id, status: 'ALL' } }}
      linkLabel={t('All of them')}
      roots={['incidents']}
      pick={(data) => data.incidents}
      skeleton={<SkeletonRows rows={4} height={20} gap={16} />}
    >
      {({ content }) =>
        content.length === 0 ? (
          <Empty>{t('None of its incidents is left.')}</Empty>
        ) : (
          <ul className={styles.others}>
            {content.map((part) => (
              <li key={part.id}>
                <SeverityGlyph severity={part.severity} />
                <div>
                  <Link to={PATHS.incident} params={{ incidentId: String(part.id) }}>
                    <span className="sr">{SEVERITIES[part.severity].label}: </span>
                    <span className="id">{part.agentAtmId}</span> {incidentTitle(part)}
                  </Link>
                  <p>
                    <Age at={part.openedAt} /> · {STATUS[part.status]}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </Widget>
  )
}
