import type { ServiceName } from '../calls/calls.ts'

/** What the operations of each service are about. */
const WORDS: Readonly<Record<ServiceName | 'gateway', string>> = {
  analytics: 'Fleet health, journal coverage, insights and snapshots.',
  journal: 'Electronic journals: files, the transactions read from them, and the days without one.',
  incident: 'ATMs, what they reported, and what is wrong with them.',
  devices: 'The status of ATMs, as status badges show it.',
  fleet: 'Commands to ATMs, and which ones an institution may push.',
  claims: 'Vendors that claims refer to.',
  'agent-proxy': 'What agents in ATMs send and fetch.',
  gateway: 'Jobs and changes of the whole platform.',
}

const isKnown = (name: string): name is keyof typeof WORDS => Object.hasOwn(WORDS, name)

/** The tag of a service's operations. */
export const tagOf = (name: string): { readonly name: string; readonly description: string } => ({
  name,
  description: isKnown(name) ? WORDS[name] : `The ${name} service.`,
})
