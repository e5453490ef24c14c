import type { Stores } from '../../../db/tenancy.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import type { EventTypeCache } from './event-type-cache.ts'

/** What the resolvers of the incident service share. */
export type ResolverEnv = {
  readonly stores: Stores
  readonly types: EventTypeCache
  readonly connectedWithinMs: number
  /** How many percent of the ATMs ought to be in service. */
  readonly inServiceTarget: number
  readonly platformTimeZone: string
  /** True where the per-ATM event reads are scoped as well. */
  readonly scopeAtmReads: boolean
  /** Whether reports register ATMs. */
  readonly registration: AtmRegistration
}
