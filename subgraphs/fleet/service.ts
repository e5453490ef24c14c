import { AUDIT_RECORDED } from '../../schema/events/audit-recorded.ts'
import { createFindAtm } from '../domain/atm-directory.ts'
import { defineService } from '../kit/service/service.ts'
import type { Resolvers } from './schema.gen.ts'
import { deliveryMutations, deliveryQueries } from './task-delivery.resolvers.ts'
import { taskExpiryJob, taskRetentionJob } from './task-expiry.job.ts'
import { permissionMutations, permissionQueries } from './task-permissions.resolvers.ts'
import { createRequestTask } from './task-requests.ts'
import { atmFields, createTaskMutations, taskFields, taskQueries } from './tasks.resolvers.ts'

/** Commands for ATMs, and which of them an institution's customers may push. */
export const fleetService = defineService({
  name: 'fleet',
  sdl: 'fleet.graphql',
  outbox: 'fleet',
  topics: { fixed: () => [AUDIT_RECORDED] },
  async open({ stores, calls, newId }) {
    const requestTask = createRequestTask({ stores, findAtm: createFindAtm(calls), newId })
    const resolvers: Resolvers = {
      Query: {
        ...taskQueries,
        ...deliveryQueries,
        ...permissionQueries,
      },
      Mutation: { ...createTaskMutations(requestTask), ...deliveryMutations, ...permissionMutations },
      Task: taskFields,
      Atm: atmFields,
    }
    return { resolvers, jobs: [taskExpiryJob(stores), taskRetentionJob(stores)] }
  },
})
