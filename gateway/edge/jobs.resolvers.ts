import type { Stores } from '../../db/tenancy.ts'
import { type PageArguments, pageOf, pageRequest } from '../../subgraphs/kit/common/paging.ts'
import { durationMsOf, listJobRuns, listJobs } from '../../subgraphs/kit/jobs/job-list.ts'

const NEWEST_FIRST = {
  sortable: { startedAt: 'started_at' },
  defaultSort: [],
  tieBreak: { column: 'started_at', descending: true },
}

/** The jobs of the whole platform, from the store in which every process records them. */
export const createJobQueries = (stores: Stores, now: () => Date) => ({
  jobs: async () => {
    const jobs = await listJobs(stores, now())
    return jobs.map(({ cron, ...job }) => ({ ...job, schedule: cron }))
  },
  jobRuns: async (_source: unknown, { name, ...args }: PageArguments & { readonly name: string }) => {
    const request = pageRequest(args, NEWEST_FIRST)
    const found = await listJobRuns(stores, name, request)
    if (found === null) return null
    const rows = found.runs.map((run) => ({ ...run, durationMs: durationMsOf(run) }))
    return pageOf(rows, found.total, request)
  },
})
