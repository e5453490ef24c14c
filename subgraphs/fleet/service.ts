import { AUDIT_TOPICS } from '../../schema/events/audit-recorded.ts'
import { createFindAtm } from '../domain/atm-directory.ts'
import { createWaker } from '../kit/common/waker.ts'
import { liveRetentionJob } from '../kit/live/live.store.ts'
import { defineService } from '../kit/service/service.ts'
import { retiredAtmsConsumer } from './retired-atms.consumer.ts'
import { createBegin, createPreview } from './rollouts/create-rollout.ts'
import { rolloutsJob, startRollouts } from './rollouts/driver.ts'
import { createLiveQueries } from './rollouts/live-rollouts.resolvers.ts'
import { rolloutRetentionJob } from './rollouts/rollout-retention.job.ts'
import { createRolloutMutations, createRolloutQueries } from './rollouts/rollouts.resolvers.ts'
import { createAtmSelector } from './rollouts/selected-atms.ts'
import type { Resolvers } from './schema.gen.ts'
import { deliveryMutations, deliveryQueries } from './task-delivery.resolvers.ts'
import { taskExpiryJob, taskRetentionJob } from './task-expiry.job.ts'
import { permissionMutations, permissionQueries } from './task-permissions.resolvers.ts'
import { createRequestTask } from './task-requests.ts'
import { atmFields, createTaskMutations, createTaskQueries, taskFields } from './tasks.resolvers.ts'

/** Commands for ATMs, and which of them an institution's customers may push. */
export const fleetService = defineService({
  name: 'fleet',
  sdl: 'fleet.graphql',
  outbox: 'fleet',
  topics: { fixed: () => AUDIT_TOPICS },
  async open({ config, stores, calls, log, now, newId }) {
    const requestTask = createRequestTask({ stores, findAtm: createFindAtm(calls), newId })
    const waker = createWaker()
    const wake = () => waker.wake()
    const rollouts = { stores, atms: createAtmSelector(calls), log, now, newId, waker, wake }
    let driver: ReturnType<typeof startRollouts> | null = null
    const resolvers: Resolvers = {
      Query: {
        ...createTaskQueries(stores),
        ...deliveryQueries,
        ...permissionQueries,
        ...createRolloutQueries(createPreview(rollouts)),
        ...createLiveQueries(stores, now),
      },
      Mutation: {
        ...createTaskMutations(requestTask),
        ...deliveryMutations,
        ...permissionMutations,
        ...createRolloutMutations(createBegin(rollouts), wake),
      },
      Task: taskFields,
      Atm: atmFields,
    }
    return {
      resolvers,
      consumers: [retiredAtmsConsumer(stores, now)],
      jobs: [
        taskExpiryJob(stores),
        taskRetentionJob(stores, config.retention.taskDays),
        rolloutsJob(rollouts),
        rolloutRetentionJob(stores, config.retention.taskDays),
        liveRetentionJob(stores, 'fleet'),
      ],
      async start() {
        driver = startRollouts(rollouts)
      },
      async close() {
        await driver?.close()
      },
    }
  },
})
