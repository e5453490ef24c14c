import { agentProxyService } from '../subgraphs/agent-proxy/service.ts'
import { analyticsService } from '../subgraphs/analytics/service.ts'
import { claimsService } from '../subgraphs/claims/service.ts'
import { devicesService } from '../subgraphs/devices/service.ts'
import { fleetService } from '../subgraphs/fleet/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { journalService } from '../subgraphs/journal/service.ts'
import type { ServiceDefinition } from '../subgraphs/kit/service/service.ts'

/** Every service of the platform, in order. */
export const SERVICES: readonly ServiceDefinition[] = [
  analyticsService,
  journalService,
  incidentService,
  devicesService,
  fleetService,
  claimsService,
  agentProxyService,
]
