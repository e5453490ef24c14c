import { Suspense } from 'react'
import { badgeOf } from '../../../../../schema/badge.ts'
import { type DocumentResult, useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { AcknowledgeIncidentDocument, type AtmQuery, type StatusBadge } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { lazyPart } from '../../shell/lazy-part.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Card, Fence, Partial } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import styles from './atm.module.css'
import { Head } from './head.tsx'
import { Incidents } from './incidents.tsx'
import { LifeNotice } from './life-notice.tsx'
import { NextSteps } from './next-steps.tsx'
import type { Change } from './open-dialog.tsx'
import type { AtmSearch } from './search.ts'
import { States } from './states/states.tsx'
import { type Atm, type AtmIncident, nextSteps } from './steps.ts'
import { TimelineCard } from './timeline-card.tsx'

const MAX_STATE_CHANGES = 200

/** The badge as the devices service has it; while that is silent, by the same rule from what the ATM's record says. */
const badgeOfAtm = ({ status, connectivity, serviceState }: Atm): StatusBadge =>
  status?.badge ?? badgeOf(connectivity, serviceState)

/** Since when the ATM is as its badge says: as lists have it, or by its history while the devices service is silent. */
const sinceOf = (atm: Atm, badge: StatusBadge): string | null => {
  if (badge === 'AGENT_OFFLINE') return atm.lastHeartbeatAt
  if (atm.status !== null) return atm.status.serviceStateChangedAt
  const newest = atm.stateHistory[0]
  return newest?.to === badge ? newest.at : null
}

const useAcknowledge = () => {
  const act = useAction(AcknowledgeIncidentDocument)
  const mayAct = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const acknowledge = ({ id, version }: AtmIncident) =>
    act.mutate(
      { id, version },
      { onSuccess: () => sayDone(t('Incident {id} acknowledged.', { id })), onError: sayFailed },
    )
  return {
    acknowledge: mayAct ? acknowledge : undefined,
    busyId: act.isPending ? act.variables.id : undefined,
    mayAct,
  }
}

const LowerSide = lazyPart(async () => (await import('./lower-side.tsx')).LowerSide)
const OpenDialog = lazyPart(async () => (await import('./open-dialog.tsx')).OpenDialog)

const StatesCard = ({
  atm,
  badge,
  search,
  change,
  zone,
}: {
  atm: Atm
  badge: StatusBadge
  search: AtmSearch
  change: Change
  zone: string | undefined
}) => (
  <Fence what={t('State and its history')}>
    <Card title={t('State and its history')}>
      <States
        past={{
          changes: atm.stateHistory,
          isCut: atm.stateHistory.length >= MAX_STATE_CHANGES,
          current: atm.serviceState,
          registeredAt: Date.parse(atm.registeredAt),
          silentSince:
            badge !== 'AGENT_OFFLINE' || atm.lastHeartbeatAt === null ? null : Date.parse(atm.lastHeartbeatAt),
          retiredAt: atm.retiredAt === null ? null : Date.parse(atm.retiredAt),
        }}
        changes={atm.stateHistory}
        span={search.span ?? '24h'}
        onSpan={(span) => change({ span: span === '7d' ? span : undefined })}
        zone={zone}
      />
    </Card>
  </Fence>
)

type SideProps = {
  readonly atm: Atm
  /** The incidents that the steps above are about: they are not listed again. */
  readonly told: ReadonlySet<number>
  readonly query: DocumentResult<AtmQuery>
  readonly zone: string | undefined
  readonly incidentActions: ReturnType<typeof useAcknowledge>
  readonly search: AtmSearch
  readonly change: Change
}

/** What is to be done about the ATM, what is in it, and what it printed. */
const Side = ({ atm, told, query, zone, incidentActions, search, change }: SideProps) => {
  return (
    <>
      <Fence what={t('Incidents')}>
        <Card
          title={t('Incidents')}
          link={{ to: PATHS.incidents, search: { atm: atm.id, status: 'ALL' } }}
          linkLabel={t('All of this ATM')}
        >
          <Incidents
            atm={atm}
            told={told}
            isReached={badgeOfAtm(atm) !== 'AGENT_OFFLINE'}
            zone={zone}
            acknowledge={incidentActions.acknowledge}
            busyId={incidentActions.busyId}
          />
        </Card>
      </Fence>
      <Suspense fallback={<SkeletonBlock height={420} radius={12} />}>
        <LowerSide
          atm={atm}
          query={query}
          zone={zone}
          mayPush={incidentActions.mayAct}
          search={search}
          change={change}
        />
      </Suspense>
    </>
  )
}

const CHANGE: SearchChange<AtmSearch> = {
  expand: (part) => part,
  resetScroll: false,
}

/** The page of an ATM that exists. */
export const AtmContent = ({ atm, query }: { readonly atm: Atm; readonly query: DocumentResult<AtmQuery> }) => {
  const { search, change } = usePageSearch(PATHS.atm, CHANGE)
  const incidentActions = useAcknowledge()
  const { acknowledge, busyId, mayAct } = incidentActions
  const mayEdit = useRole('MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const now = useNow()
  const badge = badgeOfAtm(atm)
  const since = sinceOf(atm, badge)
  const zone = atm.timeZone ?? undefined
  const kinds = query.data?.data.myTaskKinds ?? null
  const steps = atm.lifecycle === 'RETIRED' ? [] : nextSteps(atm, badge, since, now)
  const told = new Set(steps.flatMap(({ incident }) => incident?.id ?? []))
  const open = (what: NonNullable<AtmSearch['open']>) => change({ open: what })
  return (
    <>
      <Head
        atm={atm}
        badge={badge}
        since={since}
        zone={zone}
        kinds={kinds}
        mayPush={mayAct}
        mayEdit={mayEdit}
        open={open}
        chip={<Partial services={atm.status === null ? ['devices'] : []} at={query.data?.at ?? 0} />}
      />
      <LifeNotice atm={atm} />
      {steps.length > 0 && (
        <NextSteps steps={steps} kinds={mayAct ? kinds : []} push={open} acknowledge={acknowledge} busyId={busyId} />
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <StatesCard atm={atm} badge={badge} search={search} change={change} zone={zone} />
          <TimelineCard
            atmId={atm.id}
            zone={zone}
            silentSince={badge === 'AGENT_OFFLINE' ? atm.lastHeartbeatAt : null}
            search={search}
            change={change}
          />
        </div>
        <div className={styles.side}>
          <Side
            atm={atm}
            told={told}
            query={query}
            zone={zone}
            incidentActions={incidentActions}
            search={search}
            change={change}
          />
        </div>
      </div>
      <Suspense fallback={null}>
        {search.open !== undefined && (
          <OpenDialog atm={atm} badge={badge} kinds={kinds} search={search} change={change} />
        )}
      </Suspense>
    </>
  )
}
