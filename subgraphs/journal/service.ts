import { createFindAtm } from '../domain/atm-directory.ts'
import type { JobDefinition } from '../kit/jobs/jobs.ts'
import { liveRetentionJob } from '../kit/live/live.store.ts'
import { createCacheCounter } from '../kit/observability/metrics.ts'
import { defineService, type ServiceEnv } from '../kit/service/service.ts'
import { createContentResolvers } from './content/content.resolvers.ts'
import { maskingHealth, remaskJob } from './content/remask.job.ts'
import { evidenceQueries } from './evidence/evidence.resolvers.ts'
import { createAtmResolvers } from './files/atm-journals.resolvers.ts'
import { daysJob } from './files/calendar-days.job.ts'
import { dayFields, dayQueries } from './files/calendar-days.resolvers.ts'
import { createLiveQueries } from './files/live-changes.resolvers.ts'
import { createAtmUpdates } from './gaps/gap-atms.resolvers.ts'
import { createListAtms } from './gaps/gap-atms.ts'
import { gapDetectionJob } from './gaps/gap-detection.job.ts'
import { gapReopenJob } from './gaps/gap-reopen.job.ts'
import { createGapResolvers } from './gaps/gaps.resolvers.ts'
import { JOURNAL_TOPICS } from './model/messages.ts'
import { createParseFile } from './parse/parse-file.ts'
import { createParseMetrics } from './parse/parse-metrics.ts'
import { createParsePool } from './parse/parse-pool.ts'
import { createParseQueueResolvers } from './parse/parse-queue.resolvers.ts'
import { parseRequestsConsumer } from './parse/parse-requests.consumer.ts'
import { repeatedRequestsJob } from './parse/repeated-requests.job.ts'
import { hotToColdJob, partitionsJob, preparePartitions } from './parse/transaction-partitions.job.ts'
import { profileMutations, profileQueries } from './profiles/profiles.resolvers.ts'
import { journalRetentionJob } from './retention/journal-retention.job.ts'
import type { Resolvers } from './schema.gen.ts'
import { createSummaryCache, type SummaryCache } from './transactions/summary-cache.ts'
import { totalsCheckJob } from './transactions/totals-check.job.ts'
import { createTransactionResolvers } from './transactions/transactions.resolvers.ts'
import { createFileResolvers } from './upload/files.resolvers.ts'
import { createIntake, type IntakeOptions, type TakeIn } from './upload/intake.ts'
import { removeLeftovers } from './upload/intake-spool.ts'
import { createRefile } from './upload/refile.ts'
import { createUpload } from './upload/upload.ts'

/** For how long a summary may be shown without counting again. */
const SUMMARY_TTL_MS = 30_000

const resolversOf = (env: ServiceEnv, summaries: SummaryCache, takeIn: TakeIn['takeIn']): Resolvers => {
  const { config, calls, outbox, stores, newId } = env
  const { platformTimeZone } = config
  const forFiles = { outbox, maxAgeDays: config.journalMaxAgeDays, platformTimeZone, newId }
  const upload = createUpload({ stores, findAtm: createFindAtm(calls), takeIn, ...forFiles })
  const files = createFileResolvers(upload, createRefile(forFiles))
  const content = createContentResolvers(stores)
  const queue = createParseQueueResolvers({ outbox, newId })
  const gaps = createGapResolvers()
  const transactions = createTransactionResolvers({ summaries, platformTimeZone, stores })
  return {
    ...files,
    ...transactions,
    ...gaps,
    Query: {
      ...files.Query,
      ...content.Query,
      ...queue.Query,
      ...profileQueries,
      ...evidenceQueries,
      ...transactions.Query,
      ...gaps.Query,
      ...dayQueries,
      ...createLiveQueries(stores),
    },
    Mutation: {
      ...files.Mutation,
      ...queue.Mutation,
      ...profileMutations,
      ...gaps.Mutation,
      ...createAtmUpdates(stores, platformTimeZone),
    },
    Atm: { ...createAtmResolvers(platformTimeZone), ...dayFields },
  }
}

const jobsOf = ({ stores, config, calls, metrics, outbox, newId }: ServiceEnv): JobDefinition[] => [
  gapDetectionJob({
    stores,
    listAtms: createListAtms(calls, config.platformTimeZone),
    platformTimeZone: config.platformTimeZone,
  }),
  gapReopenJob(stores),
  partitionsJob(stores, config.hotDays),
  hotToColdJob(stores, config.hotDays),
  journalRetentionJob(stores, config.retention.journalDays),
  totalsCheckJob({ stores, metrics }, config.retention.journalDays),
  remaskJob(stores),
  repeatedRequestsJob({ stores, outbox, metrics, newId, repeatAfterMs: config.parseRepeatAfterMs }),
  liveRetentionJob(stores, 'journal'),
  daysJob(stores),
]

/** Journal files, transactions and gaps; tests take files in by other limits, and break things. */
export const defineJournalService = (intakeOptions: Partial<IntakeOptions> = {}) =>
  defineService({
    name: 'journal',
    sdl: 'journal.graphql',
    outbox: 'journal',
    topics: JOURNAL_TOPICS,
    async open(env) {
      const { config, stores, outbox, now, newId } = env
      await preparePartitions(stores, now(), config.hotDays)
      const summaries = createSummaryCache(now, SUMMARY_TTL_MS, createCacheCounter(env.metrics, 'journal_summaries'))
      const onFault = (fault: string) => env.log.error({ fault }, 'the parser failed on a journal file')
      const pool = createParsePool({ onFault })
      await removeLeftovers(now())
      const intake = createIntake({
        onFault: (fault) => env.log.error({ fault }, 'a journal file could not be taken in'),
        ...intakeOptions,
      })
      const parseFile = createParseFile({
        stores,
        pool,
        summaries,
        outbox,
        maxAgeDays: config.journalMaxAgeDays,
        platformTimeZone: config.platformTimeZone,
        hotDays: config.hotDays,
        now,
        newId,
        onFault,
        onParsed: createParseMetrics(env),
      })
      return {
        resolvers: resolversOf(env, summaries, intake.takeIn),
        jobs: jobsOf(env),
        health: { masking: maskingHealth(stores) },
        consumers: [parseRequestsConsumer(parseFile, pool.threads)],
        close: async () => {
          await intake.close()
          await pool.close()
        },
      }
    },
  })

/** The service as it runs. */
export const journalService = defineJournalService()
