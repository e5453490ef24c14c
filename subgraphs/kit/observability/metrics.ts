import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** A registry of its own for each process, so that two platforms in one test process do not share counters. */
export const createMetrics = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Durations of REST requests by service, route template and status. */
export const createRequestHistogram = (registry: Registry) =>
  new Histogram({
    name: 'fleetops_http_request_duration_seconds',
    help: 'Duration of HTTP requests by service, method, route template and status',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })

/** A counter of what a service finds, from 0. Its name ends with `_total`. */
export const createCounter = (registry: Registry, name: string, help: string): { inc(by: number): void } =>
  new Counter({ name, help, registers: [registry] })
