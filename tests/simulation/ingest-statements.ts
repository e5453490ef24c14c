import { greatest, itemsOf, numberOf, sentRows, textOf } from './columns.ts'
import { type Access, type Row, type Statement, sqlError } from './database.ts'

/** The statements of the ingest lane, by the names that it prepares them under. */

const atmRow = (row: Row, before: Row | null, transaction: string) => ({
  id: row.id,
  agentAtmId: row.agent_atm_id,
  institutionKey: row.institution_key,
  assignedAt: null,
  timeZone: null,
  edition: 0,
  lastHeartbeatAt: row.last_heartbeat_at,
  serviceState: row.service_state,
  rememberedState: row.remembered_state ?? null,
  stateAt: row.state_at ?? null,
  stateSequence: row.state_sequence,
  inServiceAt: row.in_service_at ?? null,
  maintenanceFrom: null,
  maintenanceUntil: null,
  supervisorAt: row.supervisor_at ?? null,
  servicedAt: row.serviced_at ?? null,
  beatAt: before?.beat_at ?? null,
  heardBefore: before?.last_heartbeat_at ?? null,
  registered: before === null,
  transaction,
})

const lockAtms: Statement = (access, text, values) =>
  sentRows(text, values).flatMap((sent) => {
    const agent = textOf(sent.agent_atm_id)
    access.lock(`atm ${agent}`)
    const before = access.get('atm', agent)
    const isOwn = sent.institution_key === null || before?.institution_key === sent.institution_key
    if (before !== null && !isOwn) return []
    const row = {
      ...(before ?? {
        id: sent.id ?? access.next('atm_id'),
        agent_atm_id: agent,
        institution_key: sent.institution_key,
      }),
      service_state: before?.service_state ?? 'UNKNOWN',
      state_sequence: before?.state_sequence ?? 0,
      remembered_state: before?.remembered_state ?? null,
      state_at: before?.state_at ?? null,
      in_service_at: before?.in_service_at ?? null,
      supervisor_at: before?.supervisor_at ?? null,
      serviced_at: before?.serviced_at ?? null,
      last_heartbeat_at: greatest(before?.last_heartbeat_at, sent.seen_at),
      beat_at: greatest(before?.beat_at, sent.beat_at),
    }
    access.put('atm', agent, row)
    return [atmRow(row, before, access.transaction)]
  })

const byId = (access: Access, id: unknown): Row | null => access.list('atm').find((atm) => atm.id === id) ?? null

const readIncidentStates: Statement = (access, text, values) =>
  sentRows(text, values).flatMap(({ atm_id, kind, component }) => {
    const found = access
      .list('incident')
      .filter((one) => one.atm_id === atm_id && one.kind === kind && one.component === component)
      .sort((a, b) => numberOf(b.id) - numberOf(a.id))
    return found.slice(0, 1).map((one) => ({
      ...{ id: one.id, atmId: one.atm_id, agentAtmId: one.agent_atm_id, institutionKey: one.institution_key },
      ...{ kind: one.kind, component: one.component, severity: one.severity, status: one.status, source: 'AUTO' },
      ...{ occurrenceCount: one.occurrence_count, flapping: one.flapping, openedAt: one.opened_at },
      ...{ firstEventAt: one.first_event_at, lastEventAt: one.last_event_at, resolvedAt: one.resolved_at },
      ...{ version: one.version, clearedAt: one.cleared_at, changes: one.changes, suppressed: one.suppressed },
      fresh: false,
    }))
  })

const readKeys: Statement = (access, text, values) =>
  sentRows(text, values).flatMap(({ atm_id, event_id, place }) => {
    const key = access.get('event_key', `${atm_id} ${event_id}`)
    if (key === null) return []
    return [{ place, storedId: key.stored_id, exceptionId: key.exception_id, receivedAt: key.received_at }]
  })

const insertKey = (access: Access, { atm_id, event_id, received_at }: Row, ids: Row): void => {
  access.put('event_key', `${atm_id} ${event_id}`, { atm_id, event_id, received_at, ...ids })
}

const insertEvents: Statement = (access, text, values) => {
  for (const { keyed, ...row } of sentRows(text, values)) {
    if (access.get('event', textOf(row.id)) !== null) throw sqlError('23505', `event ${row.id} is there`)
    access.put('event', textOf(row.id), row)
    if (keyed === true) insertKey(access, row, { stored_id: row.id, exception_id: null })
  }
  return []
}

const insertExceptions: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) access.put('event_exception', textOf(row.id), row)
  return []
}

const insertKeys: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) insertKey(access, row, { stored_id: null, exception_id: row.exception_id })
  return []
}

const updateIncidents: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const id = textOf(row.id)
    access.lock(`incident ${id}`)
    const before = access.get('incident', id)
    if (before !== null) access.put('incident', id, { ...before, ...row })
  }
  return []
}

const insertIncidents: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const isSame = (one: Row) => one.atm_id === row.atm_id && one.kind === row.kind && one.component === row.component
    if (row.status !== 'RESOLVED') {
      access.lock(`open incident ${row.atm_id} ${row.kind} ${row.component}`)
      if (access.list('incident').some((one) => isSame(one) && one.status !== 'RESOLVED'))
        throw sqlError('23505', 'incident_one_open')
    }
    access.put('incident', textOf(row.id), row)
  }
  return []
}

const moveAtms: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const before = byId(access, row.id)
    if (before !== null) access.put('atm', textOf(before.agent_atm_id), { ...before, ...row })
  }
  return []
}

const insertStateChanges: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) access.put('state_history', `${row.atm_id} ${row.sequence}`, row)
  return []
}

const insertOutbox: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const id = access.next('outbox')
    access.put('outbox', textOf(id), { ...row, id, data: JSON.parse(textOf(row.data)) })
  }
  return []
}

const countAtms: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const key = `${row.atm_id} ${row.institution_key}`
    access.lock(`activity ${key}`)
    const total = numberOf(access.get('atm_activity', key)?.total ?? 0) + numberOf(row.total)
    access.put('atm_activity', key, { atm_id: row.atm_id, total })
  }
  return []
}

const countBuckets: Statement = (access, text, values) => {
  for (const row of sentRows(text, values)) {
    const key = `${row.institution_key} ${row.bucket}`
    access.lock(`count ${key}`)
    const added = itemsOf(row.counts).reduce((sum, n) => sum + Number(n), 0)
    access.put('event_count', key, { total: numberOf(access.get('event_count', key)?.total ?? 0) + added })
  }
  return []
}

const nothing: Statement = () => []

export const INGEST_STATEMENTS: Readonly<Record<string, Statement>> = {
  'xact-status': (access, _text, [id]) => [{ status: access.statusOf(textOf(id)) }],
  'find-atms': (access, _text, values) =>
    itemsOf(values[0]).flatMap((agent) => {
      const row = access.get('atm', agent)
      return row === null ? [] : [{ id: row.id, agentAtmId: agent, timeZone: null }]
    }),
  'event-block': (access) => [{ block: access.next('event_block') }],
  'exception-block': (access) => [{ block: access.next('exception_block') }],
  'lock-atms': lockAtms,
  'find-locked-atms': (access, _text, values) =>
    itemsOf(values[0]).flatMap((agent) => {
      const isNew = access.get('atm', agent) === null
      return isNew || !access.tryLock(`atm ${agent}`) ? [{ agentAtmId: agent, isNew }] : []
    }),
  'wait-briefly': nothing,
  'try-registering': (access, text, values) => {
    const isFree = sentRows(text, values).every(({ agent_atm_id }) => access.tryLock(`atm ${textOf(agent_atm_id)}`))
    if (!isFree) throw sqlError('55P03', 'canceling statement due to lock timeout')
    return []
  },
  // Where all of a batch's ATMs are their institution's, none is retired: the simulation retires none.
  'find-retired': nothing,
  'incident-ids': (access, _text, values) =>
    Array.from({ length: numberOf(values[0]) }, () => ({ id: access.next('incident_id') })),
  'read-incident-states': readIncidentStates,
  'read-keys': readKeys,
  // No supervisor visits an ATM of the simulation.
  'read-visits': nothing,
  guard: (access, _text, [transaction]) => {
    if (access.transaction !== transaction) throw sqlError('22012', 'division by zero')
    return [{ same_transaction: 1 }]
  },
  'update-incidents': updateIncidents,
  'insert-incidents': insertIncidents,
  'insert-events': insertEvents,
  'insert-exceptions': insertExceptions,
  'insert-keys': insertKeys,
  'move-atms': moveAtms,
  'insert-state-changes': insertStateChanges,
  'insert-late-states': nothing,
  'insert-silences': nothing,
  'insert-outbox': insertOutbox,
  'count-atms': countAtms,
  'count-buckets-32': countBuckets,
}
