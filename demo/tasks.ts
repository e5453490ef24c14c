import { choicesOf } from './random.ts'

/** A task as an agent gets it. */
export type AgentTask = { readonly id: string; readonly kind: string; readonly params: unknown }

/** What an agent that is simulated reports at the end: nothing was done, and the result says so. */
export type TaskOutcome =
  | { readonly status: 'SUCCEEDED'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly status: 'FAILED'; readonly error: string }

const FAILED_SHARE = 0.08

const FAULTS: Readonly<Record<string, string>> = {
  CONFIG_UPDATE: 'the configuration was refused by the vendor layer',
  INSTALL_MODULE: 'the module could not be fetched',
  PACKET_CAPTURE: 'the network adapter is in use',
  REBOOT: 'a customer is at the ATM',
  RESTART_AGENT: 'the service manager did not answer',
  UPDATE_AGENT: 'the package could not be fetched',
}

const textOf = (params: unknown, name: string): string | null => {
  const value: unknown = Object(params)[name]
  return typeof value === 'string' ? value : null
}

const resultOf = ({ kind, params }: AgentTask, between: (from: number, to: number) => number) => {
  if (kind === 'REBOOT') return { downSeconds: between(95, 240) }
  if (kind === 'RESTART_AGENT') return { downSeconds: between(3, 12) }
  if (kind === 'CONFIG_UPDATE') return { applied: true }
  if (kind === 'INSTALL_MODULE') return { module: textOf(params, 'module'), version: textOf(params, 'version') }
  if (kind === 'UPDATE_AGENT') return { version: textOf(params, 'version') }
  if (kind === 'PACKET_CAPTURE') return { packets: between(400, 9_000) }
  return {}
}

/** What becomes of a task at a simulated ATM; the same one always ends the same way. */
export const outcomeOf = (task: AgentTask): TaskOutcome => {
  const choices = choicesOf(`task ${task.id}`)
  const fault = FAULTS[task.kind]
  if (fault === undefined) return { status: 'FAILED', error: `this agent does not know ${task.kind}` }
  if (choices.chance(FAILED_SHARE)) return { status: 'FAILED', error: fault }
  return { status: 'SUCCEEDED', result: { simulated: true, ...resultOf(task, choices.between) } }
}
