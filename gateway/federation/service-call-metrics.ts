import { Counter, Gauge, type Registry } from 'prom-client'
import type { ServiceCallObserver } from './service-calls.ts'

/** Counts calls of the services over HTTP, by service, in a registry. */
export const createServiceCallMetrics = (registry: Registry): ((service: string) => ServiceCallObserver) => {
  const calls = new Counter({
    name: 'fleetops_graph_calls_total',
    help:
      'Calls of services by the graph over HTTP: success, failure, timeout, overload, none (cancelled or refused), ' +
      'rejected',
    labelNames: ['service', 'outcome'],
    registers: [registry],
  })
  const retries = new Counter({
    name: 'fleetops_graph_call_retries_total',
    help: 'Calls of services by the graph that were sent again after their connection failed',
    labelNames: ['service'],
    registers: [registry],
  })
  const closed = new Gauge({
    name: 'fleetops_graph_circuit_closed',
    help: '1 while a service is called as usual, 0 while its circuit is open or half-open',
    labelNames: ['service'],
    registers: [registry],
  })
  return (service) => {
    closed.set({ service }, 1)
    return {
      called: (outcome) => calls.inc({ service, outcome }),
      retried: () => retries.inc({ service }),
      breakerChanged: (state) => closed.set({ service }, state === 'closed' ? 1 : 0),
    }
  }
}
