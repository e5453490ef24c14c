import type { DescribedService } from '../../subgraphs/kit/openapi/openapi.ts'

/** Routes of the incident service that another one answers on the public listener; `targets.ts` rewrites them. */
const ANSWERED_BY: Readonly<Record<string, string>> = {
  'GET /api/atms': 'devices',
  'GET /api/atms/{id}': 'devices',
  'GET /api/atms/summary': 'devices',
  'POST /api/journal-events': 'agent-proxy',
}

/** The services as the public listener serves them: documents describe the answer of whichever service gives it. */
export const asServed = (services: readonly DescribedService[]): DescribedService[] => {
  const byName = new Map(services.map((service) => [service.name, service]))
  const answeredBy = new Map(
    Object.entries(ANSWERED_BY).flatMap(([route, name]) => {
      const service = byName.get(name)
      return service === undefined ? [] : [[route, service] as const]
    }),
  )
  return services.map((service) => (service.name === 'incident' ? { ...service, answeredBy } : service))
}
