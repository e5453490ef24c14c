import { createAddress } from '../../db/address.ts'
import { createHttpPool } from '../kit/calls/calls.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { liveRetentionJob } from '../kit/live/live.store.ts'
import { createCacheCounter } from '../kit/observability/metrics.ts'
import { defineService, type ServiceEnv } from '../kit/service/service.ts'
import {
  type DescriptionMirror,
  handedAtmOf,
  pushHeard,
  startDescriptionMirror,
} from './atms/atm-description-mirror.ts'
import { createRegistryMutations, type RegistryEnv } from './atms/atm-registry.resolvers.ts'
import { createAtmFields, createAtmMutations, createAtmQueries } from './atms/atms.resolvers.ts'
import { createStatusFields } from './atms/device-status.loaders.ts'
import { formerAssignmentQueries } from './atms/former-assignments.resolvers.ts'
import { institutionFields, institutionQueries } from './atms/institutions.resolvers.ts'
import { startStateMirror } from './atms/service-state-mirror.ts'
import { readingsJob } from './atms/state-history.job.ts'
import { createStateHistoryFields, createStateHistoryQueries } from './atms/state-history.resolvers.ts'
import { auditConsumer, auditTogetherConsumer } from './audit/audit.consumer.ts'
import { auditEntryFields, createAuditQueries } from './audit/audit.resolvers.ts'
import { availabilityJob, beginAvailability } from './availability/availability.job.ts'
import { createAvailabilityQueries, createFigureQueries } from './availability/availability.resolvers.ts'
import { availabilityCheckJob } from './availability/availability-check.job.ts'
import { createCashQueries } from './cassettes/cash.resolvers.ts'
import { addUpCash, cashCheckJob } from './cassettes/cash-check.job.ts'
import { createCassetteFields, createCassetteQueries } from './cassettes/cassettes.resolvers.ts'
import { createEventTypeMutations, createEventTypeQueries } from './events/event-types.resolvers.ts'
import { listEventTypes } from './events/event-types.store.ts'
import { createAtmEventFields, createEventFields, createEventQueries } from './events/events.resolvers.ts'
import { exceptionsJob } from './exceptions/exceptions.job.ts'
import { exceptionQueries } from './exceptions/exceptions.resolvers.ts'
import { createActivityQueries, createCountFields } from './fleet-history/activity.resolvers.ts'
import { createEventCountQueries } from './fleet-history/event-counts.resolvers.ts'
import { createFleetEventQueries } from './fleet-history/fleet-events.resolvers.ts'
import { createFleetHistoryQueries } from './fleet-history/fleet-history.resolvers.ts'
import { fleetSamplesJob } from './fleet-history/fleet-samples.job.ts'
import { findLastHeard } from './incidents/deaf-periods.store.ts'
import {
  atmIncidentFields,
  createIncidentFields,
  createIncidentQueries,
  entryFields,
  eventIncidentFields,
} from './incidents/incidents.resolvers.ts'
import { createLiveQueries } from './incidents/live-changes.resolvers.ts'
import { createIncidentMutations } from './incidents/manual-actions.resolvers.ts'
import { outagesJob } from './incidents/outages.job.ts'
import { quietTimeJob } from './incidents/quiet-time.job.ts'
import { createIngestAdmission, type IngestAdmission } from './ingest/admission.ts'
import { createWriter } from './ingest/batch-writer.ts'
import { openLaneConnection } from './ingest/connection.ts'
import { createIngestMutations, createReplayMutations } from './ingest/ingest.resolvers.ts'
import { createIngest } from './ingest/ingest.ts'
import { startLane } from './ingest/lane.ts'
import { makePartitions, partitionsJob } from './ingest/partitions.job.ts'
import { createReplay } from './ingest/replay-exceptions.ts'
import { createLifecycleMutations } from './lifecycle/atm-lifecycle.resolvers.ts'
import { type JournalMirror, startJournalMirror } from './lifecycle/journal-mirror.ts'
import { createMergedFields, createMergeMutations } from './lifecycle/merged-atms.resolvers.ts'
import { createSuspectQueries } from './lifecycle/suspected-atms.resolvers.ts'
import { maintenanceJob } from './maintenance/maintenance.job.ts'
import { atmMaintenanceFields, createWindowMutations, windowQueries } from './maintenance/windows.resolvers.ts'
import { createEventTypeCache } from './model/event-type-cache.ts'
import { INCIDENT_TOPICS } from './model/incident-topics.ts'
import { createLaneMetrics } from './model/ingest-metrics.ts'
import type { ResolverEnv } from './model/resolver-env.ts'
import { retentionJob } from './retention/retention.job.ts'
import type { Resolvers } from './schema.gen.ts'
import { createHandoverMutations, handoverFields } from './shifts/handover.resolvers.ts'
import {
  shiftClosingFields,
  shiftHandoverFields,
  shiftPersonFields,
  shiftQueries,
  shiftReportFields,
} from './shifts/shift-report.resolvers.ts'
import { targetsJob } from './targets/targets.job.ts'
import { openCountFields, targetMutations, targetQueries } from './targets/targets.resolvers.ts'
import { createUserMutations, userQueries } from './users/users.resolvers.ts'
import { viewFields, viewMutations, viewQueries } from './views/saved-views.resolvers.ts'
import { createAddressRules } from './webhooks/webhook-addresses.ts'
import { webhookEventsConsumer } from './webhooks/webhook-events.consumer.ts'
import { webhookRetentionJob } from './webhooks/webhook-retention.job.ts'
import { startWebhookSender } from './webhooks/webhook-sender.ts'
import { createWebhookResolvers } from './webhooks/webhooks.resolvers.ts'

/** The lane, with everything that follows a committed batch. */
const openIngest = (env: ServiceEnv) => {
  const { config, log, metrics, now, newId } = env
  const pool = createHttpPool()
  const endpoint = { pool, internalUrl: config.internalUrl, secret: config.internalSecret, log, metrics, now }
  const stateMirror = startStateMirror(endpoint)
  const descriptionMirror = startDescriptionMirror(endpoint)
  const address = createAddress(env.urls.platform)
  const lane = startLane({
    connect: () => openLaneConnection(env.urls.platform, 'fleetops incident ingest', address),
    write: createWriter({
      platformName: config.platformName,
      platformTimeZone: config.platformTimeZone,
      registration: config.atmRegistration,
      connectedWithinMs: config.atmConnectedWithinMs,
      now,
      newId,
    }),
    onCommitted({ stateChanges, atms, hasMessages }) {
      if (hasMessages) env.outbox.wake()
      stateMirror.push(stateChanges)
      pushHeard(descriptionMirror, atms)
    },
    onFault: (error, what) => log.error({ err: error }, what),
    onStore(reason) {
      if (reason === null) log.info('events can be stored again')
      else log.error({ reason }, 'events cannot be stored')
    },
    metrics: createLaneMetrics(metrics),
    now,
    random: Math.random,
  })
  const close = async () => {
    await lane.close()
    await Promise.all([stateMirror.close(), descriptionMirror.close()])
    await pool.close()
  }
  return { lane, mirrorStates: stateMirror.push, pushDescriptions: descriptionMirror.pushNow, close }
}

/** The resolvers of webhooks and their sender, which runs once the service is started. */
const openWebhooks = ({ config, stores, log, now, newId }: ServiceEnv) => {
  const addressRules = createAddressRules(config.webhookTargets)
  let sender: ReturnType<typeof startWebhookSender> | null = null
  return {
    resolvers: createWebhookResolvers({ addressRules, newId, wake: () => sender?.wake() }),
    async start() {
      sender = startWebhookSender({ stores, log, addressRules, now, random: Math.random })
    },
    close: async () => sender?.close(),
  }
}

type Webhooks = ReturnType<typeof openWebhooks>['resolvers']

/** What publishing incident changes takes: clock, ids and topic prefix; `wake` sends the messages after the commit. */
const createIncidentPublisher = ({ config, now, newId, outbox }: ServiceEnv) => ({
  platformName: config.platformName,
  now,
  newId,
  wake: () => outbox.wake(),
})

type Ingest = ReturnType<typeof openIngest> & Pick<IngestAdmission, 'limits'>
type IncidentPublisher = ReturnType<typeof createIncidentPublisher>

/** Fields that need nothing but the request. */
const FIELDS = {
  Institution: institutionFields,
  IncidentEntry: entryFields,
  OpenIncidentCount: openCountFields,
  AuditEntry: auditEntryFields,
  Handover: handoverFields,
  ShiftReport: shiftReportFields,
  ShiftPerson: shiftPersonFields,
  ShiftHandover: shiftHandoverFields,
  ShiftClosing: shiftClosingFields,
  SavedView: viewFields,
} satisfies Resolvers

/** Hands ATMs to the services that have a copy of them: devices shows them at once, journal in a moment. */
const createHandOver =
  (pushDescriptions: DescriptionMirror['pushNow'], journalMirror: JournalMirror): RegistryEnv['handOver'] =>
  async (rows) => {
    journalMirror.notify(rows)
    await pushDescriptions(rows.map(handedAtmOf))
  }

const createResolvers = (
  resolverEnv: ResolverEnv,
  { lane, pushDescriptions, limits }: Ingest,
  {
    calls,
    log,
    journalMirror,
    webhooks,
    ...publisher
  }: IncidentPublisher &
    Pick<ServiceEnv, 'calls' | 'log'> & { readonly journalMirror: JournalMirror; readonly webhooks: Webhooks },
): Resolvers => {
  const { stores, types } = resolverEnv
  const { now } = publisher
  const { connectedWithinMs } = resolverEnv
  const handOver = createHandOver(pushDescriptions, journalMirror)
  const lifecycleEnv = { ...publisher, handOver, connectedWithinMs, journalMirror, random: Math.random }
  return {
    Query: {
      ...createAtmQueries(resolverEnv),
      ...createEventQueries(resolverEnv),
      ...createEventCountQueries(resolverEnv),
      ...createEventTypeQueries(resolverEnv),
      ...createActivityQueries(resolverEnv),
      ...createCassetteQueries(resolverEnv),
      ...createCashQueries(resolverEnv),
      ...createStateHistoryQueries(),
      ...formerAssignmentQueries,
      ...createAvailabilityQueries(resolverEnv),
      ...createFigureQueries(resolverEnv),
      ...createIncidentQueries(resolverEnv),
      ...exceptionQueries,
      ...createLiveQueries(stores),
      ...createFleetEventQueries(resolverEnv),
      ...createFleetHistoryQueries(resolverEnv),
      ...institutionQueries,
      ...createSuspectQueries(lifecycleEnv),
      ...userQueries,
      ...targetQueries,
      ...shiftQueries,
      ...viewQueries,
      ...createAuditQueries(stores),
      ...webhooks.Query,
      ...windowQueries,
    },
    Mutation: {
      ...webhooks.Mutation,
      ...createIngestMutations({ ...resolverEnv, ingest: createIngest({ ...resolverEnv, lane, now }), limits }),
      ...createAtmMutations(resolverEnv, { ...publisher, stores }),
      ...createIncidentMutations({ ...publisher, random: Math.random }),
      ...createEventTypeMutations(resolverEnv),
      ...createReplayMutations(createReplay({ lane, stores, types, now })),
      ...createUserMutations(stores),
      ...targetMutations,
      ...createHandoverMutations({ ...publisher, random: Math.random }),
      ...viewMutations,
      ...createWindowMutations(resolverEnv, { ...publisher, stores, log }),
      ...createRegistryMutations(resolverEnv, { ...publisher, handOver }),
      ...createLifecycleMutations(resolverEnv, lifecycleEnv),
      ...createMergeMutations(lifecycleEnv),
    },
    Atm: {
      ...createAtmFields(resolverEnv),
      ...createStatusFields(calls),
      ...createAtmEventFields(resolverEnv),
      ...atmIncidentFields,
      ...atmMaintenanceFields,
      ...createCassetteFields(),
      ...createStateHistoryFields(),
      ...createMergedFields(connectedWithinMs),
    },
    AtmEventCount: createCountFields(resolverEnv),
    JournalEvent: { ...createEventFields(resolverEnv), ...eventIncidentFields },
    Incident: createIncidentFields(resolverEnv),
    ...FIELDS,
  }
}

/** What keeps tables in order. */
const retentionJobsOf = ({ stores, config: { retention } }: ServiceEnv): JobDefinition[] => [
  partitionsJob(stores, retention.auditMonths),
  readingsJob(stores, retention.stateDays),
  exceptionsJob(stores, retention.exceptionDays),
  liveRetentionJob(stores, 'incident'),
  retentionJob(stores, retention),
  webhookRetentionJob(stores, retention.webhookDays),
]

/**
 * ATMs, their journal events and incidents: ingest, and every read of them. `nowMs` is the clock of the limits:
 * monotonic milliseconds since any moment.
 */
export const createIncidentService = (nowMs: () => number) =>
  defineService({
    name: 'incident',
    sdl: 'incident.graphql',
    outbox: 'incident',
    topics: INCIDENT_TOPICS,
    async open(env) {
      const { config, stores, metrics, now } = env
      await stores.asPlatform((tx) => makePartitions(tx, now()))
      await stores.asPlatform((tx) => beginAvailability(tx, now()))
      await addUpCash(stores)
      const onLookUp = createCacheCounter(metrics, 'event_types')
      const types = createEventTypeCache(() => stores.asPlatform(listEventTypes, { mode: 'read' }), now, onLookUp)
      const { admit, limits } = createIngestAdmission(config.rateLimits, { metrics, nowMs })
      const ingest = openIngest(env)
      const resolverEnv: ResolverEnv = {
        stores,
        types,
        connectedWithinMs: config.atmConnectedWithinMs,
        inServiceTarget: config.inServiceTarget,
        platformTimeZone: config.platformTimeZone,
        scopeAtmReads: config.incidentScopeAtmReads,
        registration: config.atmRegistration,
      }
      const publisher = createIncidentPublisher(env)
      const webhooks = openWebhooks(env)
      const journalMirror = startJournalMirror(env)
      const lastHeardAt = await stores.asPlatform(findLastHeard, { mode: 'read' })
      const start = { connectedWithinMs: resolverEnv.connectedWithinMs, startedAt: now(), lastHeardAt }
      return {
        resolvers: createResolvers(
          resolverEnv,
          { ...ingest, limits },
          { ...publisher, calls: env.calls, log: env.log, journalMirror, webhooks: webhooks.resolvers },
        ),
        jobs: [
          quietTimeJob({ ...publisher, stores }),
          outagesJob({
            ...publisher,
            ...start,
            stores,
            massOutageAtms: config.massOutageAtms,
            massOutagePercent: config.massOutagePercent,
          }),
          targetsJob({ ...publisher, stores }),
          maintenanceJob({ ...publisher, stores }),
          availabilityJob({ ...resolverEnv, ...start, ...ingest, keptDays: config.retention.stateDays }),
          availabilityCheckJob(resolverEnv),
          cashCheckJob({ stores, metrics }),
          fleetSamplesJob(resolverEnv),
          ...retentionJobsOf(env),
        ],
        consumers: [
          auditConsumer(stores),
          auditTogetherConsumer(stores),
          webhookEventsConsumer({ ...publisher, stores }),
        ],
        admit,
        health: { ingest: ingest.lane.check },
        start: webhooks.start,
        close: async () => {
          await webhooks.close()
          await journalMirror.close()
          await ingest.close()
        },
      }
    },
  })

export const incidentService = createIncidentService(() => performance.now())
