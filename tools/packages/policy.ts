import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import satisfies from 'spdx-satisfies'
import { z } from 'zod'

/** What packages may be installed, as `policy.json` beside this file has it. */
const policySchema = z.strictObject({
  /** SPDX ids that every package may have. */
  licences: z.array(z.string().min(1)),
  /** Packages with another licence, or none in the lockfile; a name may end with `*`. */
  packages: z.array(
    z.strictObject({
      names: z.array(z.string().min(1)).min(1),
      licence: z.string().min(1),
      reason: z.string().min(20),
    }),
  ),
  /** Advisories that are accepted until a day. */
  advisories: z.array(
    z.strictObject({
      id: z.string().regex(/^GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}$/),
      package: z.string().min(1),
      reason: z.string().min(20),
      until: z.iso.date(),
    }),
  ),
})
export type Policy = z.infer<typeof policySchema>

/** Reads a policy. @throws for what is none. */
export const readPolicy = (text: string): Policy => policySchema.parse(JSON.parse(text))

/** The policy of this repository. */
export const ownPolicy = (): Policy => readPolicy(readFileSync(new URL('policy.json', import.meta.url), 'utf8'))

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})

/** A package that the lockfile names. */
export type LockedPackage = {
  readonly path: string
  readonly name: string
  readonly licence: string | null
  readonly hasInstallScript: boolean
}

/** The packages of a lockfile (`lockfileVersion` 3), the workspaces left out. */
export const packagesOf = (lockfile: string): readonly LockedPackage[] =>
  Object.entries(lockSchema.parse(JSON.parse(lockfile)).packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, { license, hasInstallScript }]) => ({
      ...{ path, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) },
      ...{ licence: license ?? null, hasInstallScript: hasInstallScript === true },
    }))

const isNamed = (names: readonly string[], name: string): boolean => names.some((pattern) => matchesGlob(name, pattern))

/** Whether an SPDX expression is fulfilled by some licences; false for what is no expression. */
const isAllowed = (expression: string, licences: readonly string[]): boolean => {
  try {
    return satisfies(expression, [...licences])
  } catch {
    return false
  }
}

/** `WTFPL OR MIT` is allowed by MIT, `MIT AND GPL-3.0-only` by both. Texts such as `SEE LICENSE IN …` never are. */
export const licenceFaults = (
  { licences, packages: exceptions }: Policy,
  packages: readonly LockedPackage[],
): readonly string[] => {
  const faults = packages.flatMap(({ path, name, licence }) => {
    const exception = exceptions.find(({ names }) => isNamed(names, name))
    if (exception !== undefined && (licence === null || licence === exception.licence)) return []
    if (licence !== null && isAllowed(licence, licences)) return []
    return [`${path}: the licence ${licence ?? '(none)'} is not in tools/packages/policy.json`]
  })
  const unused = exceptions.flatMap(({ names }) =>
    names
      .filter((pattern) => !packages.some(({ name }) => isNamed([pattern], name)))
      .map((pattern) => `tools/packages/policy.json names ${pattern}, which is not installed`),
  )
  return [...faults, ...unused]
}

/** A package with an install script must be in `allowScripts` of package.json, with true or false. */
export const scriptFaults = (
  allowScripts: Readonly<Record<string, boolean>>,
  packages: readonly LockedPackage[],
): readonly string[] => {
  const scripted = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  return [
    ...[...scripted]
      .filter((name) => !Object.hasOwn(allowScripts, name))
      .map((name) => `${name} has an install script: read it, and add it to allowScripts of package.json`),
    ...Object.keys(allowScripts)
      .filter((name) => !scripted.has(name))
      .map((name) => `allowScripts of package.json names ${name}, which has no install script`),
  ]
}
