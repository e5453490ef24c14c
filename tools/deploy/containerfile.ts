/** One instruction of a container file: its keyword and the rest, on one line. */
export type Instruction = { readonly keyword: string; readonly rest: string }

/** What is between two FROM lines. */
export type Stage = { readonly name: string; readonly base: string; readonly instructions: readonly Instruction[] }

const PARSED = new Set([
  'ARG',
  'FROM',
  'WORKDIR',
  'COPY',
  'RUN',
  'ENV',
  'EXPOSE',
  'USER',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
])

const instructionsOf = (text: string): readonly Instruction[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, keyword = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? []
      if (!PARSED.has(keyword)) throw new Error(`The container file has an instruction that is not known here: ${line}`)
      return { keyword, rest }
    })

/**
 * The stages of a container file in their order, with the defaults of the arguments before the first stage filled in.
 * @throws Error for an instruction that `deploy/Containerfile` had no need of so far.
 */
export const readStages = (text: string): readonly Stage[] => {
  const args = new Map<string, string>()
  const stages: { name: string; base: string; instructions: Instruction[] }[] = []
  for (const instruction of instructionsOf(text)) {
    const { keyword, rest } = instruction
    const stage = stages.at(-1)
    if (keyword === 'FROM') {
      const [base = '', , name = ''] = rest.split(/\s+/)
      stages.push({
        name,
        base: base.replace(/\$\{(\w+)\}/, (_all, arg: string) => args.get(arg) ?? ''),
        instructions: [],
      })
    } else if (stage === undefined) {
      const [name = '', value = ''] = rest.split('=')
      args.set(name, value)
    } else stage.instructions.push(instruction)
  }
  return stages
}

/** What a COPY line copies: from another stage, or from the context where `from` is null. */
export type Copy = { readonly from: string | null; readonly sources: readonly string[]; readonly target: string }

/** Reads the words after COPY. */
export const readCopy = (rest: string): Copy => {
  const words = rest.split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) ?? null
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' }
}

/** A command in the form of a JSON list. @throws SyntaxError where it is in the form of a shell command. */
export const readList = (rest: string): readonly string[] => JSON.parse(rest)

/** The variables of an ENV line, `NAME=value …`. */
export const readVariables = (rest: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rest.split(/\s+/).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  )
