import type { Config } from '../subgraphs/kit/config/config.ts'
import type { DemoToken } from './edge/demo-routes.ts'

/** The URL of a listener for a user of this machine. */
const urlOf = (host: string, port: number): string => {
  const shown = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}

/**
 * The text that is printed at start: the addresses and, outside production, a token for each role and an example call.
 */
export const bannerOf = (
  config: Pick<Config, 'host' | 'port' | 'internalHost' | 'internalPort'>,
  tokens: readonly DemoToken[],
): string => {
  const base = urlOf(config.host, config.port)
  const places = [
    '',
    `FleetOps is up: ${base}`,
    `  Graph     ${base}/graphql`,
    `  REST      ${base}/openapi.json`,
    `  Health    ${base}/actuator/health`,
    `  Internal  ${urlOf(config.internalHost, config.internalPort)} (health with components, /metrics, /api/internal)`,
  ]
  const [first] = tokens.filter(({ role }) => role === 'MSP_ADMIN')
  if (first === undefined) return places.join('\n')
  const callers = tokens.flatMap(({ role, institutions, agentAtmId, token }) => [
    `  ${[role, institutions.join(', '), agentAtmId].filter(Boolean).join(' · ')}`,
    `  ${token}`,
  ])
  return [
    ...places,
    '',
    'Tokens, good for 24 hours:',
    ...callers,
    '',
    'A first call:',
    `  curl -s -H "Authorization: Bearer ${first.token}" ${base}/analytics/api/analytics/fleet-health`,
    '',
    'Ctrl-C stops everything.',
  ].join('\n')
}
