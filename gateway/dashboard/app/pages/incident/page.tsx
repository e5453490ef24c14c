import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { IncidentDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { usePageName } from '../../ui/page-name.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { SkeletonBlock, SkeletonRows } from '../../ui/skeleton.tsx'
import { Card, Empty, Loaded } from '../../ui/widget.tsx'
import { usePageSearch } from '../../use-page-search.ts'
import { newest, useIncidentActions } from '../incidents/incident-actions.tsx'
import { AtmCard, OtherIncidents } from './atm.tsx'
import { Head } from './head.tsx'
import styles from './incident.module.css'
import { PartsCard } from './parts.tsx'
import { MOST_EVENTS, USUAL_EVENTS } from './search.ts'
import { Timeline } from './timeline.tsx'
import type { Detail } from './timeline-entries.ts'

const Missing = ({ id }: { readonly id: string }) => (
  <div className="page">
    <Empty>
      <p>{t('There is no incident {id}, or it is of an institution that you do not see.', { id })}</p>
      <Link to={PATHS.incidents} className="button">
        {t('All incidents')}
      </Link>
    </Empty>
  </div>
)

const PageSkeleton = () => (
  <div className={styles.grid}>
    <div className={styles.main}>
      <SkeletonBlock height={300} radius={12} />
      <SkeletonRows rows={8} height={24} gap={18} />
    </div>
    <SkeletonBlock height={260} radius={12} />
  </div>
)

type BodyProps = { readonly found: Detail; readonly settled: boolean }

const Body = ({ found, settled }: BodyProps) => {
  const { search, change } = usePageSearch(PATHS.incident)
  const incidentActions = useIncidentActions()
  const incident: Detail = { ...found, ...newest(found, incidentActions.known) }
  const act = (how: 'acknowledge' | 'resolve' | 'take' | 'assign' | 'note') => () => {
    if (settled) incidentActions[how](incident)
  }
  useShortcuts({ a: act('acknowledge'), r: act('resolve'), m: act('take'), o: act('assign'), n: act('note') })
  const zone = incident.atm?.timeZone ?? undefined
  const more = () => change({ events: MOST_EVENTS })
  return (
    <div className={styles.grid}>
      <div className={styles.main}>
        <Head incident={incident} incidentActions={incidentActions} settled={settled} />
        <Card
          title={t('What happened')}
          note={zone === undefined ? t('newest first') : t('newest first, in the time of the ATM ({zone})', { zone })}
        >
          <Timeline incident={incident} zone={zone} more={search.events === undefined ? more : undefined} />
        </Card>
      </div>
      <div className={styles.side}>
        {incident.kind === 'MASS_OUTAGE' && <PartsCard incident={incident} />}
        <AtmCard incident={incident} />
        <OtherIncidents incident={incident} />
      </div>
      {incidentActions.dialogs}
    </div>
  )
}

/** One incident: what is wrong, where, since when, what ends it, and what happened. */
export const IncidentPage = () => {
  const { incidentId } = useParams({ from: PATHS.incident })
  const { events = USUAL_EVENTS } = usePageSearch(PATHS.incident).search
  const id = Number(incidentId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const query = useDocument(
    IncidentDocument,
    { id, events },
    { everyMs: 15_000, topics: ['incidents', 'service-state'], enabled: isNumber },
  )
  usePageName(isNumber ? t('Incident {id}', { id }) : undefined)
  const isMissing = query.data?.data.incident === null && query.data.faults.length === 0 && !query.isPlaceholderData
  if (!isNumber || isMissing) return <Missing id={incidentId} />
  return (
    <>
      <Link to={PATHS.incidents} className={styles.back}>
        <IconArrowLeft size={15} stroke={2} aria-hidden />
        {t('All incidents')}
      </Link>
      <Loaded
        query={query}
        what={t('Incident {id}', { id: incidentId })}
        roots={['incident']}
        pick={(data) => data.incident}
        skeleton={<PageSkeleton />}
      >
        {(found) => <Body key={found.id} found={found} settled={found.id === id} />}
      </Loaded>
    </>
  )
}
