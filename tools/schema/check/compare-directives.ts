import {
  type ConstDirectiveNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  valueFromASTUntyped,
} from 'graphql'
import type { ContractChange } from './changes.ts'

type Arguments = Readonly<Record<string, unknown>>
type TypeUse = {
  readonly directives: readonly ConstDirectiveNode[]
  readonly fields: ReadonlyMap<string, FieldDefinitionNode>
}

/** What the SDL of a service says by directives, of each type by its name. */
type Uses = {
  readonly types: ReadonlyMap<string, TypeUse>
  /** The defaults of a directive's arguments. */
  defaultsOf(directive: string): Arguments
}

const usesOf = ({ definitions }: DocumentNode): Uses => {
  type Collected = { readonly directives: ConstDirectiveNode[]; readonly fields: Map<string, FieldDefinitionNode> }
  const types = new Map<string, Collected>()
  const directives = new Map<string, DirectiveDefinitionNode>()
  for (const node of definitions) {
    if (node.kind === Kind.DIRECTIVE_DEFINITION) directives.set(node.name.value, node)
    const isType =
      node.kind === Kind.OBJECT_TYPE_DEFINITION ||
      node.kind === Kind.OBJECT_TYPE_EXTENSION ||
      node.kind === Kind.INTERFACE_TYPE_DEFINITION
    if (!isType) continue
    const type: Collected = types.get(node.name.value) ?? { directives: [], fields: new Map() }
    type.directives.push(...(node.directives ?? []))
    for (const field of node.fields ?? []) type.fields.set(field.name.value, field)
    types.set(node.name.value, type)
  }
  const defaultsOf = (name: string): Arguments =>
    Object.fromEntries(
      (directives.get(name)?.arguments ?? []).flatMap((argument) =>
        argument.defaultValue === undefined ? [] : [[argument.name.value, valueFromASTUntyped(argument.defaultValue)]],
      ),
    )
  return { types, defaultsOf }
}

const allOf = (directives: readonly ConstDirectiveNode[] | undefined, name: string): readonly Arguments[] =>
  (directives ?? [])
    .filter((node) => node.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)])),
    )

/** The roles that are admitted; null for every authenticated caller. */
type Roles = readonly string[] | null

const rolesIn = (directives: readonly ConstDirectiveNode[] | undefined, { types }: Uses): Roles | undefined => {
  const [access] = allOf(directives, 'access')
  if (access === undefined) return undefined
  if (typeof access.sameAs === 'string')
    return rolesIn(types.get('Query')?.fields.get(access.sameAs)?.directives, { types, defaultsOf: () => ({}) }) ?? null
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
const compareAccess = (file: string, before: Uses, after: Uses): readonly ContractChange[] =>
  [...before.types].flatMap(([name, was]) => {
    const is = after.types.get(name)
    if (is === undefined) return []
    const rules = { was: rolesIn(was.directives, before) ?? null, is: rolesIn(is.directives, after) ?? null }
    const ofFields = [...was.fields].flatMap(([fieldName, field]) => {
      const now = is.fields.get(fieldName)
      const own = { was: rolesIn(field.directives, before), is: rolesIn(now?.directives, after) }
      if (now === undefined || (own.was === undefined && own.is === undefined)) return []
      const path = `${name}.${fieldName}`
      const [old, present] = [own.was === undefined ? rules.was : own.was, own.is === undefined ? rules.is : own.is]
      return compareRoles(old, present, { file, path, uses: path })
    })
    return [...compareRoles(rules.was, rules.is, { file, path: name, uses: name }), ...ofFields]
  })

const normalized = (fields: unknown): string =>
  String(fields)
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

/** The gateway, and services that are deployed on their own, ask for an entity by each of its keys. */
const compareKeys = (file: string, before: Uses, after: Uses): readonly ContractChange[] =>
  [...before.types].flatMap(([name, was]) => {
    const is = after.types.get(name)
    if (is === undefined) return []
    const keysOf = ({ directives }: TypeUse) =>
      new Map(
        allOf(directives, 'key').map(({ fields, resolvable = true }) => [normalized(fields), resolvable === true]),
      )
    const [old, present] = [keysOf(was), keysOf(is)]
    const path = `${name} @key`
    // Not by usage: services ask by keys, too.
    const change = (breaking: boolean, message: string) => ({ file, path, breaking, message })
    return [
      ...[...old].flatMap(([fields, resolvable]) => {
        const now = present.get(fields)
        if (now === undefined) return [change(true, `${name} has lost its key "${fields}"`)]
        return resolvable && !now ? [change(true, `${name} can no longer be resolved by its key "${fields}"`)] : []
      }),
      ...[...present.keys()]
        .filter((fields) => !old.has(fields))
        .map((fields) => change(false, `${name} has the new key "${fields}"`)),
    ]
  })

const fieldsOf = ({ types }: Uses) =>
  [...types].flatMap(([type, { fields }]) => [...fields].map(([name, field]) => [`${type}.${name}`, field] as const))

/** The largest accepted body of each route that reads one, in bytes. */
const bodyLimits = (uses: Uses): ReadonlyMap<string, number> => {
  const { bodyLimit: byDefault } = uses.defaultsOf('rest')
  const routes = fieldsOf(uses)
    .flatMap(([, field]) => allOf(field.directives, 'rest'))
    .filter(({ route }) => !/^(?:GET|DELETE) /.test(String(route)))
  return new Map(
    routes.map(({ route, when, accept, bodyLimit = byDefault }) => {
      const form = [when, accept].filter((one) => typeof one === 'string').join(' ')
      return [`${String(route)}${form === '' ? '' : ` (${form})`}`, Number(bodyLimit)]
    }),
  )
}

const compareBodyLimits = (file: string, before: Uses, after: Uses): readonly ContractChange[] => {
  const present = bodyLimits(after)
  return [...bodyLimits(before)].flatMap(([route, was]) => {
    const is = present.get(route)
    if (is === undefined || is === was) return []
    const message = `${route} takes bodies of at most ${is} bytes and took ${was}`
    return [{ file, path: `${route} bodyLimit`, breaking: is < was, message }]
  })
}

/** How long the list of a field is at most, as the limits of the gateway count it; null where nothing says so. */
const boundOf = (field: FieldDefinitionNode | undefined): number | null => {
  const [size] = allOf(field?.directives, 'listSize')
  const most = size?.assumedSize
  return typeof most === 'string' || typeof most === 'number' ? Number(most) : null
}

/** The bound of a list is how much of it can be asked for at once. */
const compareBounds = (file: string, before: Uses, after: Uses): readonly ContractChange[] => {
  const present = new Map(fieldsOf(after))
  return fieldsOf(before).flatMap(([path, field]) => {
    const [was, is] = [boundOf(field), boundOf(present.get(path))]
    if (was === null || is === null || was === is) return []
    const message = `${path} has at most ${is} records and had ${was}`
    return [{ file, path: `${path} size`, breaking: is < was, message, uses: path }]
  })
}

/** The differences that clients meet in what two versions of a service's SDL say by directives. */
export const compareDirectives = (file: string, before: string, after: string): readonly ContractChange[] => {
  const [was, is] = [usesOf(parse(before)), usesOf(parse(after))]
  return [compareAccess, compareKeys, compareBodyLimits, compareBounds].flatMap((compare) => compare(file, was, is))
}
