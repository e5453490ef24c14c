import type { Stores } from '../../db/tenancy.ts'
import { ATM_RETIRED, atmRetiredSchema } from '../../schema/events/atm-retired.ts'
import { createBatchLane } from '../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../kit/messaging/events.ts'
import { cancelTasksOfRetired, type Retirement } from './retired-atms.store.ts'

/** Retirements that are handled together, as far as a transport hands them over at once. */
const TOGETHER = 100

/** @throws ZodError for what does not have the shape of its topic. */
const retirementOf = ({ institutionKey, data }: Envelope): Retirement => {
  const { agentAtmId, retiredAt, mergedIntoId } = atmRetiredSchema.parse(data)
  const why =
    mergedIntoId === null
      ? 'The ATM was retired.'
      : `The ATM was retired: its entry was merged into ATM ${mergedIntoId}.`
  return { agentAtmId, institutionKey, retiredAt: new Date(retiredAt), why }
}

/** Cancels the tasks that wait for ATMs that were taken out of use. */
export const retiredAtmsConsumer = (stores: Stores, now: () => Date): ConsumerDefinition => {
  const cancel = createBatchLane(async (retirements: readonly Retirement[]) => {
    await stores.asPlatform((tx) => cancelTasksOfRetired(tx, retirements, now()))
  }, TOGETHER)
  return {
    group: 'fleet.retired-atms',
    topics: [ATM_RETIRED],
    together: TOGETHER,
    handle: async (envelope) => cancel(retirementOf(envelope)),
  }
}
