export type Given = Readonly<Record<string, string | undefined>>

/** What production checks of tokens and their keys unless `JWT_RELAXED` names it. */
export const JWT_CHECKS = ['issuer', 'audience', 'http-jwks'] as const
export type JwtCheck = (typeof JWT_CHECKS)[number]

/** Reads `issuer,audience`; null where a word is none of the checks. */
export const relaxedChecks = (list: string): readonly JwtCheck[] | null => {
  const words = list.split(',').map((word) => word.trim())
  const known = JWT_CHECKS.filter((check) => words.includes(check))
  return known.length === new Set(words).size ? known : null
}

/** True for an address without TLS, however its scheme is written. */
export const isPlainHttp = (url: string): boolean => /^\s*http:/i.test(url)

/** What a token must be held against in production, so that tokens of other platforms and services are not taken. */
const tokenFaults = (env: Given): string[] => {
  const relaxed = new Set(relaxedChecks(env.JWT_RELAXED ?? '') ?? [])
  const faults: string[] = []
  if (env.JWT_SECRET === undefined && env.JWT_PUBLIC_KEY === undefined && env.JWKS_URL === undefined) {
    faults.push('one of JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET is required in production')
  }
  if (env.JWT_ISSUER === undefined && !relaxed.has('issuer'))
    faults.push('JWT_ISSUER is required in production: the claim iss of your tokens; JWT_RELAXED=issuer takes any')
  if (env.JWT_AUDIENCE === undefined && !relaxed.has('audience'))
    faults.push('JWT_AUDIENCE is required in production: the claim aud of your tokens; JWT_RELAXED=audience takes any')
  if (env.JWKS_URL !== undefined && isPlainHttp(env.JWKS_URL) && !relaxed.has('http-jwks'))
    faults.push('JWKS_URL must be https in production; JWT_RELAXED=http-jwks takes keys over http')
  return faults
}

/** What production must have: nothing secret is ever made up there. */
const productionFaults = (env: Given): string[] => {
  const faults = tokenFaults(env)
  if (env.INTERNAL_SERVICE_SECRET === undefined) faults.push('INTERNAL_SERVICE_SECRET is required in production')
  // A process that does not migrate has no use for the owner's login, and is better off without it.
  const owner = env.MIGRATE_AT_START === 'false' ? [] : ['MIGRATION_DATABASE_URL']
  for (const name of ['DATABASE_URL', 'PLATFORM_DATABASE_URL', ...owner]) {
    if (env[name] === undefined) faults.push(`${name} is required in production`)
  }
  if (env.DEMO === 'true') faults.push('DEMO cannot be on in production')
  return faults
}

/** What follows a secret at a rotation needs that secret; the password of a database is in its URL or in a file. */
const rotationFaults = (env: Given): string[] => {
  const faults = ['JWT_SECRET', 'JWT_PUBLIC_KEY', 'INTERNAL_SERVICE_SECRET']
    .filter((name) => env[`${name}_NEXT`] !== undefined && env[name] === undefined)
    .map((name) => `${name}_NEXT is given together with ${name}`)
  for (const login of ['DATABASE', 'PLATFORM_DATABASE', 'MIGRATION_DATABASE'])
    if (env[`${login}_PASSWORD_FILE`] !== undefined && env[`${login}_URL`] === undefined)
      faults.push(`${login}_PASSWORD_FILE is given together with ${login}_URL`)
  const sasl = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'].filter((name) => env[name] !== undefined)
  if (sasl.length === 1 || (sasl.length === 0 && env.KAFKA_SASL_MECHANISM !== undefined))
    faults.push('KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are given together')
  return faults
}

/** Faults of variables with each other; reported beside those of each alone. */
export const consistencyFaults = (env: Given, production: boolean): string[] => {
  const faults = [...(production ? productionFaults(env) : []), ...rotationFaults(env)]
  const keys = [env.JWKS_URL, env.JWT_PUBLIC_KEY, env.JWT_SECRET].filter((key) => key !== undefined)
  if (keys.length > 1) faults.push('only one of JWKS_URL, JWT_PUBLIC_KEY and JWT_SECRET may be given')
  const given = [env.DATABASE_URL, env.PLATFORM_DATABASE_URL].filter((value) => value !== undefined).length
  if (!production && given === 1) faults.push('DATABASE_URL and PLATFORM_DATABASE_URL are given together or not at all')
  return faults
}
