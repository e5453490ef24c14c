import { expect, test } from 'vitest'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { type Cluster, GATEWAY_NAMES, MEMBER_NAMES } from './cluster.ts'
import type { Member } from './members.ts'

/** A secret that tokens can be signed with, as an operator may give one. */
const TOKEN_SECRET = 'the token secret of the fault tests'
const TOKEN = /eyJ[\w-]{10}|Bearer \S/

/** Printed nowhere, neither as it is nor as it is in a URL. */
const expectNoSecrets = (output: string, secrets: readonly string[]): void => {
  for (const secret of secrets) {
    expect(output).not.toContain(secret)
    expect(output).not.toContain(encodeURIComponent(secret))
  }
  expect(output).not.toMatch(TOKEN)
}

const expectBanner = (gateway: Member) =>
  expect.poll(() => gateway.output()).toContain(`FleetOps is up: ${gateway.url.replace('127.0.0.1', 'localhost')}`)

/** What processes print when they start. */
export const testStart = (cluster: () => Cluster): void => {
  test('a start in production says where each process listens, and prints neither a secret nor a token', async () => {
    const { member, secrets } = cluster()
    for (const name of GATEWAY_NAMES) await expectBanner(member(name))
    for (const name of SERVICE_NAMES) expect(member(name).output()).toContain(`${name} listens on ${member(name).url}`)
    for (const name of MEMBER_NAMES) {
      expect(member(name).output()).toContain('PostgreSQL is ready')
      expectNoSecrets(member(name).output(), secrets)
    }
  })

  test('a gateway in production that could sign tokens itself prints neither its secret nor a token', async () => {
    // Only one kind of key may be given.
    const env = { JWKS_URL: '', JWT_SECRET: TOKEN_SECRET }
    const gateway = await cluster().createGateway('gateway-with-secret', env)
    try {
      await gateway.start()
      await expectBanner(gateway)
      // Warned of at the start: the log is there as well.
      expect(gateway.output()).toContain('risky setting JWT_SECRET')
      expectNoSecrets(gateway.output(), [TOKEN_SECRET, ...cluster().secrets])
    } finally {
      await gateway.stop()
    }
  })
}

/** What processes have printed in the end. */
export const testOutput = (cluster: () => Cluster): void => {
  test('whatever happened, no process has printed a secret or a token', () => {
    const { member, secrets } = cluster()
    const outputs = MEMBER_NAMES.map((name) => member(name).output())
    // Level 30 is what is logged by default and no warning, such as a job that is done.
    expect(outputs.join()).toContain('"level":30')
    for (const output of outputs) expectNoSecrets(output, secrets)
  })
}

const TRACE_ID = /\\?"traceId\\?":\\?"([0-9a-f]{32})/
/** How many characters of a line are quoted. */
const QUOTED = 3_000

/** A violation with what the processes logged of it, where it is an answer that names its trace. */
export const withLog = (members: readonly Member[], violation: string): string => {
  const traceId = TRACE_ID.exec(violation)?.[1]
  if (traceId === undefined) return violation
  const lines = members.flatMap(({ name, output }) =>
    output()
      .split('\n')
      .filter((line) => line.includes(traceId))
      .map((line) => `${name}: ${line.slice(0, QUOTED)}`),
  )
  return [violation, ...lines].join('\n')
}
