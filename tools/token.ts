import { parseArgs } from 'node:util'
import { UserFacingError } from '../db/errors.ts'
import { USER_ROLES } from '../subgraphs/kit/auth/claims.rules.ts'
import { signToken, type TokenClaims } from '../subgraphs/kit/auth/sign-token.ts'
import { ConfigError, readConfig } from '../subgraphs/kit/config/config.ts'
import { durationMs } from '../subgraphs/kit/config/durations.rules.ts'
import { openKeys } from '../subgraphs/kit/runtime/infrastructure.ts'

const ROLES = [...USER_ROLES, 'AGENT'] as const

const USAGE = `Prints a token.

  npm run token -- --role ROLE [--institution KEY]… [--agent ATM] [--user ID] [--email ADDRESS] [--ttl 1h]

  --role         ${ROLES.join(', ')}
  --institution  an institution of the caller; may be repeated
  --agent        the one ATM of an agent (role AGENT)
  --user         the user id; 1 when left out
  --email        the user's address
  --ttl          how long it is good for, such as 30m, 12h, 7d; 1h when left out`

const refuse = (fault: string) => new UserFacingError(`${fault}\n\n${USAGE}`)

const options = {
  role: { type: 'string' },
  institution: { type: 'string', multiple: true },
  agent: { type: 'string' },
  user: { type: 'string' },
  email: { type: 'string' },
  ttl: { type: 'string', default: '1h' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const readArguments = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

const claimsOf = (values: ReturnType<typeof readArguments>): TokenClaims => {
  const role = ROLES.find((known) => known === values.role)
  if (role === undefined) throw refuse(`--role must be one of ${ROLES.join(', ')}.`)
  if (values.agent !== undefined && role !== 'AGENT') throw refuse('--agent goes with --role AGENT only.')
  return {
    role,
    userId: values.user ?? values.agent ?? '1',
    email: values.email ?? null,
    institutions: values.institution ?? [],
    agentAtmId: values.agent ?? null,
  }
}

const run = async (args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<string> => {
  const values = readArguments(args)
  if (values.help) return USAGE
  const claims = claimsOf(values)
  const ttlMs = durationMs(values.ttl)
  if (ttlMs === null || ttlMs < 1_000) throw refuse('--ttl must be a duration of a second or more, such as 1h.')
  const config = readConfig(env)
  if (config.production) throw new UserFacingError('In production tokens come from the identity provider only.')
  const { tokenSecret: secret } = openKeys(config)
  if (secret === null)
    throw new UserFacingError(
      'Tokens are signed by the holder of the private key here: unset JWKS_URL and JWT_PUBLIC_KEY.',
    )
  const { issuer, audience } = config.token
  return signToken(claims, { secret, issuer, audience, now: new Date(), ttlMs })
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`)
} catch (error) {
  if (!(error instanceof UserFacingError || error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
