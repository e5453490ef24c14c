import { badInput } from '../kit/errors.ts'
import { isInstitutionKey } from '../kit/institution-key.rules.ts'
import { isAdministrator } from '../kit/narrowing.ts'
import { defineService } from '../kit/service.ts'
import { unbuilt } from '../kit/unbuilt.ts'
import type { Resolvers } from './schema.gen.ts'
import { deliveryMutations, deliveryQueries } from './task-delivery.resolvers.ts'
import { taskExpiryJob } from './task-expiry.job.ts'
import { checkOwnInstitution, grantableSet, TASK_KINDS } from './task-permissions.rules.ts'
import { listGrantedKinds, listGrants, updateGrants } from './task-permissions.store.ts'

/** Which commands an institution's customers may push to its ATMs. */
export const fleetService = defineService({
  name: 'fleet',
  sdl: 'fleet.graphql',
  outbox: null,
  async open({ stores }) {
    const resolvers: Resolvers = {
      Query: {
        taskPermissionsTag: unbuilt,
        allTaskPermissions: unbuilt,
        tasks: unbuilt,
        task: unbuilt,
        ...deliveryQueries,
        myTaskKinds(_source, _args, { principal, read }) {
          if (isAdministrator(principal) || principal.role === 'MSP_ADMIN') return [...TASK_KINDS]
          return principal.role === 'CUSTOMER' ? read(listGrantedKinds) : []
        },
        taskPermissions(_source, { key }, { principal, read }) {
          checkOwnInstitution(principal, key)
          return read((tx) => listGrants(tx, key))
        },
      },
      Mutation: {
        createTask: unbuilt,
        cancelTask: unbuilt,
        ...deliveryMutations,
        async setTaskPermissions(_source, { key, kinds }, { principal, write, now }) {
          const set = grantableSet(kinds)
          if (!isInstitutionKey(key) || key === 'mine') throw badInput('key', 'must be the key of one institution')
          checkOwnInstitution(principal, key)
          const grantedAt = now()
          const rows = set.map((taskKind) => ({
            institutionKey: key,
            taskKind,
            grantedBy: principal.email ?? principal.userId,
            grantedAt,
          }))
          await write((tx) => updateGrants(tx, key, rows))
          return rows
        },
      },
    }
    return { resolvers, jobs: [taskExpiryJob(stores)] }
  },
})
