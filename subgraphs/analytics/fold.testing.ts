import { randomUUID } from 'node:crypto'
import { openStores } from '../../db/tenancy.ts'
import type { Envelope } from '../../schema/events/envelope.ts'
import { FILE_PARSED, type FileParsed } from '../../schema/events/file-parsed.ts'
import { type IncidentChange, type IncidentChanged, incidentTopic } from '../../schema/events/incident-changed.ts'
import { cloneDatabase } from '../../tests/support/database.ts'
import { runAs } from '../../tests/support/sql.ts'
import { createWaker } from '../kit/common/waker.ts'
import { createLog } from '../kit/observability/log.ts'
import { rebuildJob } from './rebuild.job.ts'
import { retentionJob } from './retention.job.ts'
import { createFold } from './snapshots.consumer.ts'
import { takeSnapshots } from './snapshots.ts'

export const PLATFORM = { platformName: 'fleetops', platformTimeZone: 'Europe/Berlin' }

/** A message with its topic. */
export type Sent = { readonly topic: string; readonly envelope: Envelope }

type Around = { readonly institutionKey?: string | null; readonly occurredAt?: string }

const sent = (topic: string, data: Readonly<Record<string, unknown>>, around: Around): Sent => ({
  topic,
  envelope: {
    id: randomUUID(),
    type: topic,
    version: 1,
    occurredAt: around.occurredAt ?? '2026-03-01T10:00:00.000Z',
    institutionKey: around.institutionKey === undefined ? 'ACME' : around.institutionKey,
    traceparent: null,
    data: { ...data },
  },
})

/** A message of a parsed file; of the first ATM and 2026-03-01 by default. */
export const fileParsed = (
  data: Pick<FileParsed, 'fileId' | 'parseSequence'> & Partial<FileParsed>,
  around: Around = {},
): Sent =>
  sent(
    FILE_PARSED,
    {
      agentAtmId: `ATM-${data.atmId ?? 1}`,
      atmId: 1,
      journalDate: '2026-03-01',
      status: 'PARSED',
      transactions: 0,
      successful: 0,
      failed: 0,
      undecided: 0,
      closedGapIds: [],
      durationMs: 12,
      ...data,
    },
    around,
  )

/** A message of an incident; opened on 2026-03-01 by default. */
export const incidentChanged = (
  change: IncidentChange,
  data: Pick<IncidentChanged, 'incidentId'> & Partial<IncidentChanged>,
  around: Around = {},
): Sent =>
  sent(
    incidentTopic(PLATFORM.platformName, change),
    {
      agentAtmId: `ATM-${data.atmId ?? 1}`,
      atmId: 1,
      kind: 'CASH',
      severity: 'HIGH',
      status: change === 'resolved' ? 'RESOLVED' : 'OPEN',
      occurrenceCount: 1,
      openedAt: '2026-03-01T10:00:00.000Z',
      resolvedAt: change === 'resolved' ? '2026-03-01T11:00:00.000Z' : null,
      version: change === 'created' ? 1 : 2,
      ...data,
    },
    around,
  )

const COUNTERS = `files_parsed, transactions::int, successful::int, failed::int, incidents_created, incidents_resolved`

/** What folds and takes snapshots, on a database of its own and under a clock that the test sets. */
export const openFold = async () => {
  const database = await cloneDatabase()
  const stores = await openStores(database.urls, { name: 'fold', max: 6 })
  const clock = { now: new Date('2026-03-01T12:00:00Z') }
  const now = () => clock.now
  const log = createLog({ level: 'silent', name: 'test' })
  const look = (text: string) => runAs(database.urls.superuser, [text])
  const run = (job: ReturnType<typeof rebuildJob>) => job.run({ now: clock.now, log, progress: () => {} })
  const folding = () => {
    const fold = createFold({ stores, ...PLATFORM, now })
    return ({ envelope, topic }: Sent) => fold(envelope, topic)
  }
  return {
    clock,
    look,
    fold: folding(),
    /** As another replica does. */
    foldElsewhere: folding(),
    take: () => takeSnapshots({ stores, log, outbox: createWaker(), ...PLATFORM, now, newId: randomUUID }),
    rebuild: () => run(rebuildJob({ stores, platformTimeZone: PLATFORM.platformTimeZone })),
    retain: (keptDays: number | null = null) => run(retentionJob(stores, keptDays)),
    /** Every counter that is not zero throughout. */
    counters: () =>
      look(`select day::text, institution_key, ${COUNTERS} from analytics.day_counter
        where (files_parsed, transactions, successful, failed, incidents_created, incidents_resolved)
          <> (0, 0, 0, 0, 0, 0) order by 1, 2`),
    open: () =>
      look(`select coalesce(institution_key, '') as institution_key, count(*)::int as open from analytics.incident
        where is_open group by 1 order by 1`),
    snapshots: () =>
      look(`select institution_key, day::text, ${COUNTERS}, open_incidents from analytics.snapshot order by id`),
    empty: () =>
      runAs(
        database.urls.superuser,
        ['inbox', 'journal_day', 'incident', 'day_counter', 'snapshot', 'outbox'].map(
          (table) => `delete from analytics.${table}`,
        ),
      ),
    async close() {
      await stores.close()
      await database.drop()
    },
  }
}
