import { type Logger, pino } from 'pino'

export type { Logger } from 'pino'

/** Paths that could hold a secret in something that is logged whole by mistake. */
const SECRET_PATHS = [
  'authorization',
  'token',
  'secret',
  'password',
  'headers.authorization',
  'req.headers.authorization',
  '*.authorization',
  '*.token',
  '*.password',
  '*.secret',
]

/** The process's logger: one JSON line an entry on standard output, secrets redacted. */
export const createLog = (options: { level: string; name: string }): Logger =>
  pino({ level: options.level, name: options.name, redact: { paths: SECRET_PATHS, censor: '[redacted]' }, base: null })
