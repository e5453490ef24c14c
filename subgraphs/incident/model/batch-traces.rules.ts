import { newTraceContext, traceparentOf } from '../../kit/tracing/trace-context.rules.ts'
import type { IncidentState, Signal } from './ingest.types.ts'

/** The traces that the messages of a batch belong to, as `traceparent`. */
export type BatchTraces = {
  /** Of the signal that changed the incident last, as far as it is known, else of the last one of its ATM. */
  ofIncident(incident: Pick<IncidentState, 'id' | 'agentAtmId'>): string
  ofSignal(signal: Signal): string
}

/** `links`: the incident of each signal, by place; null for none. */
export const tracesOfBatch = (signals: readonly Signal[], links: readonly (number | null)[]): BatchTraces => {
  const known = new Map<number | string, string>()
  for (const [n, { agentAtmId, traceparent }] of signals.entries()) {
    if (traceparent === undefined) continue
    known.set(agentAtmId, traceparent)
    const incidentId = links[n] ?? null
    if (incidentId !== null) known.set(incidentId, traceparent)
  }
  const fresh = () => traceparentOf(newTraceContext())
  return {
    ofIncident: ({ id, agentAtmId }) => known.get(id) ?? known.get(agentAtmId) ?? fresh(),
    ofSignal: ({ traceparent }) => traceparent ?? fresh(),
  }
}
