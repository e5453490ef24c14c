import { parse } from 'graphql'
import { type ContractChange, collectChanges } from './changes.ts'
import { compareCosts } from './compare-costs.ts'
import { readUses, type SdlNode, type SdlUses, usesOn } from './sdl-uses.ts'

/** The roles that are admitted; null for every authenticated caller. */
type Roles = readonly string[] | null

const rolesIn = (node: SdlNode | undefined, uses: SdlUses): Roles | undefined => {
  const [access] = usesOn(node, 'access')
  if (access === undefined) return undefined
  if (typeof access.sameAs === 'string') return rolesIn(uses.fields.get(`Query.${access.sameAs}`), uses) ?? null
  return Array.isArray(access.roles) ? access.roles.map(String) : null
}

type At = { readonly file: string; readonly path: string; readonly uses: string }

const compareRoles = (before: Roles, after: Roles, { file, path, uses }: At): readonly ContractChange[] => {
  const at = { file, path: `${path} @access`, uses }
  if (before === null && after !== null)
    return [{ ...at, breaking: true, message: `${path} is now for ${after.join(', ')} only` }]
  if (after === null)
    return before === null ? [] : [{ ...at, breaking: false, message: `${path} now admits every authenticated caller` }]
  const lost = (before ?? []).filter((role) => !after.includes(role))
  const won = after.filter((role) => before !== null && !before.includes(role))
  return [
    ...lost.map((role) => ({ ...at, breaking: true, message: `${path} no longer admits ${role}` })),
    ...won.map((role) => ({ ...at, breaking: false, message: `${path} now also admits ${role}` })),
  ]
}

/** Fields without a rule of their own follow their type, and are compared with it. */
const compareAccess = (file: string, before: SdlUses, after: SdlUses): readonly ContractChange[] =>
  [...before.types].flatMap(([name, typeBefore]) => {
    const typeAfter = after.types.get(name)
    if (typeAfter === undefined) return []
    const [ofTypeBefore, ofTypeAfter] = [rolesIn(typeBefore, before) ?? null, rolesIn(typeAfter, after) ?? null]
    const ofFields = [...typeBefore.fields].flatMap(([fieldName, fieldBefore]) => {
      const fieldAfter = typeAfter.fields.get(fieldName)
      const [rolesBefore, rolesAfter] = [rolesIn(fieldBefore, before), rolesIn(fieldAfter, after)]
      if (fieldAfter === undefined || (rolesBefore === undefined && rolesAfter === undefined)) return []
      const path = `${name}.${fieldName}`
      return compareRoles(
        rolesBefore === undefined ? ofTypeBefore : rolesBefore,
        rolesAfter === undefined ? ofTypeAfter : rolesAfter,
        { file, path, uses: path },
      )
    })
    return [...compareRoles(ofTypeBefore, ofTypeAfter, { file, path: name, uses: name }), ...ofFields]
  })

const normalized = (fields: unknown): string =>
  String(fields)
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

/** The keys of an entity, and whether it can be resolved by each. */
const keysOf = (node: SdlNode): ReadonlyMap<string, boolean> =>
  new Map(usesOn(node, 'key').map(({ fields, resolvable = true }) => [normalized(fields), resolvable === true]))

/** The gateway, and services that are deployed on their own, ask for an entity by each of its keys. */
const compareKeys = (file: string, before: SdlUses, after: SdlUses): readonly ContractChange[] =>
  [...before.types].flatMap(([name, typeBefore]) => {
    const typeAfter = after.types.get(name)
    if (typeAfter === undefined) return []
    const [keysBefore, keysAfter] = [keysOf(typeBefore), keysOf(typeAfter)]
    const path = `${name} @key`
    // Not by usage: services ask by keys, too.
    const change = (breaking: boolean, message: string) => ({ file, path, breaking, message })
    return [
      ...[...keysBefore].flatMap(([fields, resolvable]) => {
        const resolvableAfter = keysAfter.get(fields)
        if (resolvableAfter === undefined) return [change(true, `${name} has lost its key "${fields}"`)]
        const isLost = resolvable && !resolvableAfter
        return isLost ? [change(true, `${name} can no longer be resolved by its key "${fields}"`)] : []
      }),
      ...[...keysAfter.keys()]
        .filter((fields) => !keysBefore.has(fields))
        .map((fields) => change(false, `${name} has the new key "${fields}"`)),
    ]
  })

/** The largest accepted body of each route that reads one, in bytes. */
const bodyLimits = (uses: SdlUses): ReadonlyMap<string, number> => {
  const { bodyLimit: byDefault } = uses.defaultsOf('rest')
  const routes = [...uses.fields.values()]
    .flatMap((field) => usesOn(field, 'rest'))
    .filter(({ route }) => !/^(?:GET|DELETE) /.test(String(route)))
  return new Map(
    routes.map(({ route, when, accept, bodyLimit = byDefault }) => {
      const form = [when, accept].filter((one) => typeof one === 'string').join(' ')
      return [`${String(route)}${form === '' ? '' : ` (${form})`}`, Number(bodyLimit)]
    }),
  )
}

const compareBodyLimits = (file: string, before: SdlUses, after: SdlUses): readonly ContractChange[] => {
  const present = bodyLimits(after)
  return [...bodyLimits(before)].flatMap(([route, was]) => {
    const is = present.get(route)
    if (is === undefined || is === was) return []
    const message = `${route} takes bodies of at most ${is} bytes and took ${was}`
    return [{ file, path: `${route} bodyLimit`, breaking: is < was, message }]
  })
}

type RestParam = {
  /** Whether it is handed over as it was sent, so that one bad value of a list fails alone. */
  readonly asSent: boolean
  /** The values of its enum that are taken; null for all. */
  readonly only: readonly string[] | null
}

/** What arguments take on REST besides their types, by their coordinates. */
const restParams = (uses: SdlUses): ReadonlyMap<string, RestParam> => {
  const byDefault = uses.defaultsOf('restParam')
  return new Map(
    [...uses.fields].flatMap(([path, { arguments: all = [] }]) =>
      all.map((argument) => {
        const [given] = usesOn(argument, 'restParam')
        const { asSent, only } = { ...byDefault, ...given }
        const param = { asSent: asSent === true, only: Array.isArray(only) ? only.map(String) : null }
        return [`${path}.${argument.name.value}`, param] as const
      }),
    ),
  )
}

const compareRestParams = (file: string, before: SdlUses, after: SdlUses): readonly ContractChange[] => {
  const paramsAfter = restParams(after)
  return [...restParams(before)].flatMap(([coordinate, { asSent, only }]) => {
    const present = paramsAfter.get(coordinate)
    if (present === undefined) return []
    const { breaks, list } = collectChanges(file, `${coordinate} @restParam`)
    // Checked as a whole, a body is refused for one bad value, and what its type does not name is lost.
    if (asSent && !present.asSent) breaks('', 'no longer takes a body as it was sent: one bad value refuses all')
    const isNarrower = present.only !== null && (only === null || only.some((value) => !present.only?.includes(value)))
    if (isNarrower) breaks('', `takes only ${present.only?.join(', ')}`)
    return list()
  })
}

/** The differences that clients meet in what two versions of a service's SDL say by directives. */
export const compareDirectives = (file: string, before: string, after: string): readonly ContractChange[] => {
  const [was, is] = [readUses(parse(before)), readUses(parse(after))]
  return [compareAccess, compareKeys, compareBodyLimits, compareRestParams, compareCosts].flatMap((compare) =>
    compare(file, was, is),
  )
}
