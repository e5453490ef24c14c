import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, linkSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { type Instruction, readCopy, readList, readStages, readVariables, type Stage } from './containerfile.ts'

/** The file tree of a stage, and how a container of it is started. */
export type Image = {
  /** What is `/` in the container. */
  readonly root: string
  /** The working directory, below `root`. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

export type ImageOptions = {
  /** The root of the repository: what is built from. */
  readonly context: string
  readonly file: string
  /** An empty folder, one for each stage is made in it. */
  readonly folder: string
  readonly target: string
  /** Stages that exist already, by name: the folder that is `/app` of each. */
  readonly given: Readonly<Record<string, string>>
  readonly say: (line: string) => void
}

/** The patterns of an ignore file in order; the last one that matches a path or a folder above it decides. */
const isSent = (patterns: readonly string[], path: string): boolean => {
  const parts = path.split('/')
  const above = parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
  return patterns.reduce((sent, pattern) => {
    const [glob, verdict] = pattern.startsWith('!') ? [pattern.slice(1), true] : [pattern, false]
    return above.some((one) => matchesGlob(one, glob)) ? verdict : sent
  }, true)
}

/** The files of the repository that an engine would be sent: those of git and new ones, without the ignored. */
export const contextFiles = (context: string, file: string): readonly string[] => {
  const patterns = readFileSync(join(context, `${file}.dockerignore`), 'utf8')
    .split('\n')
    .filter(Boolean)
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: context,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((path) => path !== '' && isSent(patterns, path) && existsSync(join(context, path)))
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** As an engine copies: the content of a folder, or a file under its own name where the target is a folder. */
const copyInto = (source: string, target: string, intoFolder: boolean): void => {
  const path = isFolder(source) || !intoFolder ? target : join(target, source.split('/').at(-1) ?? '')
  mkdirSync(dirname(path), { recursive: true })
  cpSync(source, path, { recursive: true, verbatimSymlinks: true })
}

const copyFromContext = (options: ImageOptions, sources: readonly string[], target: string, intoFolder: boolean) => {
  const files = contextFiles(options.context, options.file)
  for (const source of sources.map((one) => normalize(one))) {
    const within = files.filter((path) => source === '.' || path === source || path.startsWith(`${source}/`))
    if (within.length === 0) throw new Error(`COPY ${source}: the context has no such file`)
    for (const path of within) {
      const rest = source === '.' ? path : path.slice(source.length + 1)
      if (rest === '') copyInto(join(options.context, path), target, intoFolder)
      else copyInto(join(options.context, path), join(target, rest), false)
    }
  }
}

/** The Node that the base image would bring is the one of this program. */
const putNode = (root: string): string => {
  const programs = join(root, 'usr/local/bin')
  mkdirSync(programs, { recursive: true })
  const node = join(programs, 'node')
  try {
    linkSync(process.execPath, node)
  } catch {
    cpSync(process.execPath, node)
  }
  chmodSync(node, 0o755)
  return programs
}

type Build = {
  readonly options: ImageOptions
  readonly stages: readonly Stage[]
  readonly built: Map<string, Image>
}

const sourceOf = (build: Build, from: string, source: string): string => {
  const given = build.options.given[from]
  if (given !== undefined) return join(given, source.replace(/^\/app\/?/, ''))
  return join(buildStage(build, from).root, source)
}

const runCommand = (folder: string, programs: string, rest: string): void => {
  const command = rest.replace(/^(?:--\S+\s+)+/, '')
  if (/(?:^|\s|=)\//.test(command.replaceAll(/'[^']*'/g, '')))
    throw new Error(`RUN may name relative paths only: ${command}`)
  const { PATH = '', HOME = '', npm_config_registry } = process.env
  execFileSync('sh', ['-ec', command], {
    cwd: folder,
    env: { HOME, npm_config_registry, npm_config_update_notifier: 'false', PATH: `${programs}:${PATH}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const applyCopy = (build: Build, folder: string, root: string, rest: string): void => {
  const { from, sources, target } = readCopy(rest)
  const place = target.startsWith('/') ? join(root, target) : join(folder, target)
  const intoFolder = target.endsWith('/') || sources.length > 1
  if (from === null) copyFromContext(build.options, sources, place, intoFolder)
  else for (const source of sources) copyInto(sourceOf(build, from, source), place, intoFolder)
}

type Draft = { -readonly [Key in keyof Image]: Image[Key] }

const apply = (build: Build, image: Draft, programs: string, { keyword, rest }: Instruction): void => {
  if (keyword === 'WORKDIR') {
    image.folder = join(image.root, rest)
    mkdirSync(image.folder, { recursive: true })
  } else if (keyword === 'COPY') applyCopy(build, image.folder, image.root, rest)
  else if (keyword === 'RUN') runCommand(image.folder, programs, rest)
  else if (keyword === 'ENV') image.env = { ...image.env, ...readVariables(rest) }
  else if (keyword === 'USER') image.user = rest
  else if (keyword === 'ENTRYPOINT') image.entrypoint = readList(rest)
  else if (keyword === 'CMD') image.command = readList(rest)
  else if (keyword === 'HEALTHCHECK') image.healthcheck = readList(rest.slice(rest.indexOf('CMD ') + 4))
}

const buildStage = (build: Build, name: string): Image => {
  const known = build.built.get(name)
  if (known !== undefined) return known
  const stage = build.stages.find((one) => one.name === name)
  if (stage === undefined) throw new Error(`The container file has no stage ${name}`)
  const root = join(build.options.folder, name)
  mkdirSync(root)
  const programs = stage.base === 'scratch' ? '' : putNode(root)
  const image: Draft = { root, folder: root, env: {}, user: '0', entrypoint: [], command: [], healthcheck: [] }
  for (const instruction of stage.instructions) {
    build.options.say(`${name}: ${instruction.keyword} ${instruction.rest.slice(0, 80)}`)
    apply(build, image, programs, instruction)
  }
  build.built.set(name, image)
  return image
}

/**
 * Runs the instructions of a container file in folders of this machine, where no container engine is: the same files
 * from the same commands, with this machine's libraries in place of the base image's.
 * @throws Error for a command that fails, and for one that is not confined to its stage.
 */
export const buildImage = (options: ImageOptions): Image => {
  const stages = readStages(readFileSync(join(options.context, options.file), 'utf8'))
  return buildStage({ options, stages, built: new Map() }, options.target)
}
