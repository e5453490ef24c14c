import { readFileSync } from 'node:fs'
import { z } from 'zod'

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const

/** How Kafka is spoken with; the password is one of the secrets. */
export type KafkaSecurity = {
  /** The authorities whose certificates are trusted, in PEM, or those of the system; null without TLS. */
  readonly tls: { readonly ca: string | null } | null
  readonly sasl: { readonly mechanism: (typeof SASL_MECHANISMS)[number]; readonly username: string } | null
}

const readable = (file: string): boolean => {
  try {
    return readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----')
  } catch {
    return false
  }
}

/** The variables of the protection of Kafka, but for its password. */
export const kafkaEnvironment = {
  KAFKA_TLS: z.enum(['true', 'false'], 'must be true or false').optional(),
  KAFKA_TLS_CA_FILE: z.string().refine(readable, 'must name a file with certificates in PEM').optional(),
  KAFKA_SASL_MECHANISM: z.enum(SASL_MECHANISMS, `must be one of ${SASL_MECHANISMS.join(', ')}`).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
}

type Values = z.infer<z.ZodObject<typeof kafkaEnvironment>>

/** What the variables say; a file of authorities asks for TLS. */
export const kafkaSecurityOf = (values: Values): KafkaSecurity => {
  const { KAFKA_TLS_CA_FILE: file, KAFKA_SASL_USERNAME: username } = values
  const hasTls = values.KAFKA_TLS === 'true' || (values.KAFKA_TLS === undefined && file !== undefined)
  return {
    tls: hasTls ? { ca: file === undefined ? null : readFileSync(file, 'utf8') } : null,
    sasl: username === undefined ? null : { mechanism: values.KAFKA_SASL_MECHANISM ?? 'scram-sha-512', username },
  }
}
