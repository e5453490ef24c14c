import { z } from 'zod'
import { badgeOf } from '../../../schema/badge.ts'
import type { Calls } from '../../kit/calls/calls.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import type { AtmResolvers } from '../schema.gen.ts'

const TIMEOUT_MS = 2_000

const instant = z.iso.datetime().nullable()
const deviceStatus = z.object({ serviceStateChangedAt: instant, supervisorSince: instant })
type DeviceStatus = z.infer<typeof deviceStatus>

/** One ATM's status as its caller reads it; null where the devices service has none yet, or does not answer. */
const readStatus = async (calls: Calls, id: number, context: OperationContext): Promise<DeviceStatus | null> => {
  const { principal, token } = context
  try {
    const answer = await calls.request('devices', {
      method: 'GET',
      path: `/api/atms/${id}`,
      as: { kind: 'caller', principal, token },
      timeoutMs: TIMEOUT_MS,
    })
    return deviceStatus.safeParse(answer.body).data ?? null
  } catch {
    // What was written is answered all the same.
    return null
  }
}

type StatusFields = Pick<AtmResolvers, 'badge' | 'serviceStateChangedAt' | 'supervisorSince'>

/**
 * What the answer to a write has besides the record, so that it is of the shape that the devices service reads it in.
 * Times of the state are those of the devices service.
 */
export const createStatusFields = (calls: Calls): StatusFields => {
  const loadStatus: LoadMany<number, DeviceStatus> = (ids, context) =>
    Promise.all(ids.map((id) => readStatus(calls, id, context)))
  return {
    badge: ({ connectivity, serviceState }) => badgeOf(connectivity, serviceState),
    serviceStateChangedAt: async ({ id }, _args, context) =>
      (await context.loader(loadStatus).load(id))?.serviceStateChangedAt ?? null,
    supervisorSince: async ({ id }, _args, context) =>
      (await context.loader(loadStatus).load(id))?.supervisorSince ?? null,
  }
}
