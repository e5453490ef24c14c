import { type DefinitionNode, Kind, parse, print } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'

/** Apollo defines these in every supergraph; they carry directives that no service of ours uses. */
const UNUSED = new Set(['@join__directive', 'join__DirectiveArguments'])

/** What a definition says, as text: without descriptions, everything in it that is a list sorted. */
const canonical = (node: unknown): string => {
  if (Array.isArray(node)) return `[${node.map(canonical).sort().join()}]`
  if (!isRecord(node)) return JSON.stringify(node) ?? ''
  const entries = Object.entries(node).filter(([key, value]) => key !== 'description' && value !== undefined)
  return `{${entries
    .map(([key, value]) => `${key}:${canonical(value)}`)
    .sort()
    .join()}}`
}

const nameOf = (node: DefinitionNode): string => {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return `@${node.name.value}`
  return 'name' in node && node.name !== undefined ? node.name.value : node.kind
}

const definitionsOf = (sdl: string): ReadonlyMap<string, DefinitionNode> =>
  new Map(
    parse(sdl, { noLocation: true })
      .definitions.map((node) => [nameOf(node), node] as const)
      .filter(([name]) => !UNUSED.has(name)),
  )

/** Where two supergraphs mean different things, a sentence for each definition; their order and form do not count. */
export const supergraphDifferences = (apollo: string, guild: string): readonly string[] => {
  const [one, other] = [definitionsOf(apollo), definitionsOf(guild)]
  const names = [...new Set([...one.keys(), ...other.keys()])].sort()
  return names.flatMap((name) => {
    const [a, b] = [one.get(name), other.get(name)]
    if (canonical(a) === canonical(b)) return []
    const shown = (node: DefinitionNode | undefined) => (node === undefined ? 'nothing' : print(node))
    return [`the composers of Apollo and of The Guild differ in ${name}:\n${shown(a)}\n    and\n${shown(b)}`]
  })
}
