import type { KafkaEnv } from './kafka-client.ts'

const CERTIFICATES = /^(SELF_SIGNED_CERT|DEPTH_ZERO|UNABLE_TO_|CERT_|ERR_TLS_)/

const chainOf = (error: unknown): readonly Error[] => {
  const chain: Error[] = []
  for (let at: unknown = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at)
  return chain
}

const textOf = (error: Error, name: string): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/**
 * Why Kafka refuses this process, with what to check; null for anything else, such as an outage. `what` is what was
 * asked of it.
 */
export const refusalOf = (error: unknown, what: string, { security, brokers }: KafkaEnv): string | null => {
  const user = security?.sasl?.username ?? 'ANONYMOUS'
  for (const one of chainOf(error)) {
    const type = textOf(one, 'type')
    if (one.name === 'KafkaJSSASLAuthenticationError')
      return `Kafka refuses the login ${user}: check KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD and KAFKA_SASL_MECHANISM`
    if (type.endsWith('_AUTHORIZATION_FAILED')) return `Kafka does not allow ${user} ${what} (${type}): add an ACL`
    // kafkajs hides that it may not be asked for.
    if (one.name === 'KafkaJSGroupCoordinatorNotFound')
      return `Kafka names no coordinator to ${user} ${what}: add an ACL to read the group, or look at its brokers`
    if (CERTIFICATES.test(textOf(one, 'code')) || /certificate|altnames/i.test(one.message))
      return `The certificate of Kafka at ${brokers.join(', ')} is not accepted: ${one.message} (KAFKA_TLS_CA_FILE)`
  }
  return null
}

/** What Kafka refuses this process now, by what was asked of it. */
export type Refusals = {
  /** Notes the outcome of a request: null for one that was answered. */
  note(what: string, error: unknown): void
  /** The reasons, without repeats. */
  list(): readonly string[]
}

const MAX_NOTED = 100

/** No refusal yet. Each new one is logged once. */
export const createRefusals = (env: KafkaEnv): Refusals => {
  const noted = new Map<string, string>()
  return {
    note(what, error) {
      const reason = error === null ? null : refusalOf(error, what, env)
      if (reason === null) {
        if (error === null) noted.delete(what)
        return
      }
      if (noted.get(what) !== reason) env.log.error({ reason }, 'Kafka refuses this process')
      if (noted.size < MAX_NOTED) noted.set(what, reason)
    },
    list: () => [...new Set(noted.values())],
  }
}
