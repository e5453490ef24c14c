import { Counter, type Registry } from 'prom-client'
import type { SubgraphObserver } from './subgraph-calls.ts'

/** Counts the calls of the subgraphs over HTTP, by service, in a registry. */
export const createSubgraphMetrics = (registry: Registry): ((service: string) => SubgraphObserver) => {
  const calls = new Counter({
    name: 'fleetops_graph_calls_total',
    help: 'Calls of services by the graph over HTTP: success, failure, none (cancelled or refused), rejected',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  })
  const retries = new Counter({
    name: 'fleetops_graph_call_retries_total',
    help: 'Calls of services by the graph that were sent again after their connection failed',
    labelNames: ['service'],
    registers: [registry],
  })
  const openings = new Counter({
    name: 'fleetops_graph_circuit_openings_total',
    help: 'How often the circuit of a service opened for a caller, again after a failed probe included',
    labelNames: ['service'],
    registers: [registry],
  })
  return (service) => {
    openings.inc({ service }, 0)
    return {
      called: (outcome) => calls.inc({ service, outcome }),
      retried: () => retries.inc({ service }),
      breakerChanged: (state) => {
        if (state === 'open') openings.inc({ service })
      },
    }
  }
}
