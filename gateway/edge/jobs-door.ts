import type { FastifyInstance } from 'fastify'
import type { Stores } from '../../db/tenancy.ts'
import { compileAnswer } from '../../subgraphs/kit/answer.ts'
import { openOperation } from '../../subgraphs/kit/context.ts'
import { type Answering, type Doorkeeper, registerService } from '../../subgraphs/kit/host.ts'
import { durationMsOf, listJobRuns, listJobs } from '../../subgraphs/kit/job-list.ts'
import { type PageArguments, pageOf, pageRequest } from '../../subgraphs/kit/paging.ts'
import { compileRoutes, type Route } from '../../subgraphs/kit/routes.ts'
import { buildServiceSchema, readSdl } from '../../subgraphs/kit/schema.ts'

type JobsDoor = { readonly stores: Stores; readonly doorkeeper: Doorkeeper; now(): Date }

const NEWEST_FIRST = {
  sortable: { startedAt: 'started_at' },
  defaultSort: [],
  tieBreak: { column: 'started_at', descending: true },
}

const resolversOf = ({ stores, now }: JobsDoor) => ({
  Query: {
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
  },
})

/**
 * Serves `/api/jobs`: the jobs of the whole platform, from where every process writes them down. They are routes of an SDL like
 * those of a service, but no part of the graph.
 */
export const registerJobsDoor = (app: FastifyInstance, door: JobsDoor): void => {
  const { stores, doorkeeper, now } = door
  const schema = buildServiceSchema(readSdl('gateway.graphql'), resolversOf(door))
  const routes = compileRoutes(schema)
  const answers = new Map(routes.map((route) => [route, compileAnswer(schema, route)]))
  const hosted: Answering = {
    routes,
    admit: () => () => {},
    release() {},
    async answer(route: Route, input, caller) {
      const run = answers.get(route)
      if (run === undefined) throw new Error(`${route.method} ${route.path} is not a route of the gateway`)
      const scope = openOperation(stores, caller, now)
      try {
        return await run(input, scope.context)
      } finally {
        await scope.close()
      }
    },
  }
  registerService(app, hosted, { prefix: '', listener: 'public', doorkeeper })
}
