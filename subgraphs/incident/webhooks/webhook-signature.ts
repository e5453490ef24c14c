import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret, in the form of Standard Webhooks. */
export const newSecret = (random: (size: number) => Buffer = randomBytes): string =>
  `${PREFIX}${random(SECRET_BYTES).toString('base64')}`

/** What is signed: a message under its id, at a moment in seconds since 1970. */
export type SignedMessage = { readonly id: string; readonly timestamp: number; readonly body: string }

const signatureOf = (secret: string, { id, timestamp, body }: SignedMessage): string => {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** The headers of a message by Standard Webhooks: a signature for each secret that is valid. */
export const signedHeaders = (secrets: readonly string[], message: SignedMessage): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signatureOf(secret, message)).join(' '),
})
