import { badgeOf } from '../../../../../schema/badge.ts'
import { type DocumentResult, useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { AcknowledgeIncidentDocument, type AtmQuery, type StatusBadge } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { sayDone, sayFailed } from '../../ui/toast/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Card, Empty, Fence, Partial, Widget } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import styles from './atm.module.css'
import { Cassettes } from './cassettes.tsx'
import { Edit } from './edit.tsx'
import { Head } from './head.tsx'
import { Incidents } from './incidents.tsx'
import { Journal } from './journal.tsx'
import { LifeDialog, LifeNotice } from './life.tsx'
import { NextSteps } from './next-steps.tsx'
import { AllCommands, Push } from './push.tsx'
import type { AtmSearch } from './search.ts'
import { States } from './states/states.tsx'
import { type Atm, type AtmIncident, nextSteps } from './steps.ts'
import { Tasks } from './tasks.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { dayIn } from './zone.ts'

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
    act.mutate({ id, version }, { onSuccess: () => sayDone(`Incident ${id} acknowledged.`), onError: sayFailed })
  return {
    acknowledge: mayAct ? acknowledge : undefined,
    busyId: act.isPending ? act.variables.id : undefined,
    mayAct,
  }
}

type Change = (part: Partial<AtmSearch>) => void

const OpenDialog = ({
  atm,
  badge,
  kinds,
  search,
  change,
}: { atm: Atm; badge: StatusBadge; search: AtmSearch; change: Change } & { kinds: AtmQuery['myTaskKinds'] }) => {
  const mayPush = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const mayEdit = useRole('MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const { open } = search
  const close = () => change({ open: undefined })
  const target = { agentAtmId: atm.agentAtmId, siteName: atm.siteName, badge }
  if (open === undefined) return null
  if (open === 'edit') return mayEdit ? <Edit atm={atm} close={close} /> : null
  if (open === 'retire' || open === 'reactivate' || open === 'merge')
    return mayEdit ? <LifeDialog open={open} atm={atm} close={close} /> : null
  if (!mayPush) return null
  if (open === 'actions')
    return <AllCommands target={target} kinds={kinds} choose={(kind) => change({ open: kind })} close={close} />
  return <Push key={open} kind={open} target={target} close={close} />
}

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
  <Fence what="State and its history">
    <Card title="State and its history">
      <States
        past={{
          changes: atm.stateHistory,
          isCut: atm.stateHistory.length >= MAX_STATE_CHANGES,
          current: atm.serviceState,
          registeredAt: Date.parse(atm.registeredAt),
          silentSince:
            badge !== 'AGENT_OFFLINE' || atm.lastHeartbeatAt === null ? null : Date.parse(atm.lastHeartbeatAt),
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
  readonly query: DocumentResult<AtmQuery>
  readonly zone: string | undefined
  readonly incidentActions: ReturnType<typeof useAcknowledge>
  readonly search: AtmSearch
  readonly change: Change
}

/** What is to be done about the ATM, what is in it, and what it printed. */
const Side = ({ atm, query, zone, incidentActions, search, change }: SideProps) => {
  const today = dayIn(useNow(), zone)
  return (
    <>
      <Fence what="Incidents">
        <Card
          title="Incidents"
          link={{ to: PATHS.incidents, search: { atm: atm.id, status: 'ALL' } }}
          linkLabel="All of this ATM"
        >
          <Incidents
            atm={atm}
            isReached={badgeOfAtm(atm) !== 'AGENT_OFFLINE'}
            zone={zone}
            acknowledge={incidentActions.acknowledge}
            busyId={incidentActions.busyId}
          />
        </Card>
      </Fence>
      <Tasks atmId={atm.id} agentAtmId={atm.agentAtmId} zone={zone} mayPush={incidentActions.mayAct} />
      <Fence what="Cassettes">
        <Card title="Cassettes">
          {atm.inventory === null ? <Empty>Not known right now.</Empty> : <Cassettes inventory={atm.inventory} />}
        </Card>
      </Fence>
      <Widget
        query={query}
        title="Journals"
        link={{ to: PATHS.journals }}
        linkLabel="Journals of all"
        roots={['journalDays']}
        pick={(data) => data.journalDays ?? (query.data?.faults.some(({ path }) => path === 'journalDays') ? null : [])}
      >
        {(days) => (
          <Journal
            atmId={atm.id}
            agentAtmId={atm.agentAtmId}
            days={days.filter(({ date }) => date <= today)}
            chosen={search.day}
            onDay={(day) => change({ day })}
            zone={zone}
          />
        )}
      </Widget>
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
      <NextSteps
        steps={atm.lifecycle === 'RETIRED' ? [] : nextSteps(atm, badge, since, now)}
        kinds={mayAct ? kinds : []}
        push={open}
        acknowledge={acknowledge}
        busyId={busyId}
      />
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
          <Side atm={atm} query={query} zone={zone} incidentActions={incidentActions} search={search} change={change} />
        </div>
      </div>
      <OpenDialog atm={atm} badge={badge} kinds={kinds} search={search} change={change} />
    </>
  )
}
