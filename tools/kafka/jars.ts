import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { codeOf, UserFacingError } from '../../db/errors.ts'

const run = promisify(execFile)

const POM = fileURLToPath(new URL('pom.xml', import.meta.url))
/** Stays with the checkout; git does not see it. */
const CACHE = fileURLToPath(new URL('../../.data/kafka', import.meta.url))
const OLDEST_JAVA = 17

const javaProgram = (): string =>
  process.env.JAVA_HOME === undefined || process.env.JAVA_HOME === ''
    ? 'java'
    : join(process.env.JAVA_HOME, 'bin', 'java')

/** Why no broker can run on this machine, in one sentence with the cure; null where one can. */
export const whyNoBroker = async (): Promise<string | null> => {
  try {
    const { stderr, stdout } = await run(javaProgram(), ['-version'])
    const major = Number(/version "(\d+)/.exec(stderr + stdout)?.[1])
    if (!(major >= OLDEST_JAVA)) return `Kafka needs Java ${OLDEST_JAVA} or later, and this one is ${major}.`
  } catch {
    return `Kafka needs Java ${OLDEST_JAVA} or later, and there is none: install one, or set JAVA_HOME.`
  }
  if (readClasspath() !== null) return null
  try {
    await run('mvn', ['-v'], { shell: process.platform === 'win32' })
    return null
  } catch {
    return 'The jars of Kafka are fetched by Maven, and there is none: install it, so that mvn is on the PATH.'
  }
}

const classpathFile = join(CACHE, 'cp.txt')

/** The class path of an earlier call, if the list of jars is the same and all of them are still there. */
const readClasspath = (): string | null => {
  if (!existsSync(classpathFile) || statSync(classpathFile).mtimeMs < statSync(POM).mtimeMs) return null
  const classpath = readFileSync(classpathFile, 'utf8').trim()
  return classpath !== '' && classpath.split(delimiter).every((jar) => existsSync(jar)) ? classpath : null
}

const reasonOf = (error: unknown): string => {
  const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
  const line = output.split('\n').find((entry) => entry.includes('[ERROR]'))
  return line?.replace('[ERROR]', '').trim() ?? codeOf(error) ?? 'unknown reason'
}

/** Asks Maven, even warm 4 to 6 s, and only when there is no answer from before. */
const findClasspath = async (say: (line: string) => void): Promise<string> => {
  const known = readClasspath()
  if (known !== null) return known
  say('Resolving the jars of Kafka through Maven …')
  mkdirSync(CACHE, { recursive: true })
  const draft = `${classpathFile}.${process.pid}`
  try {
    const goal = ['-q', '-B', '-f', POM, 'dependency:build-classpath', `-Dmdep.outputFile=${draft}`]
    await run('mvn', goal, { shell: process.platform === 'win32', maxBuffer: 16_777_216 })
  } catch (error) {
    throw new UserFacingError(`Maven could not fetch the jars of Kafka: ${reasonOf(error)}`)
  }
  renameSync(draft, classpathFile)
  return readFileSync(classpathFile, 'utf8').trim()
}

/** What this process is finding: brokers that start together ask once. */
let finding: Promise<string> | null = null

/** Java and the class path of a broker. @throws UserFacingError saying what is missing. */
export const findKafka = async (say: (line: string) => void): Promise<{ java: string; classpath: string }> => {
  const missing = await whyNoBroker()
  if (missing !== null) throw new UserFacingError(missing)
  finding ??= findClasspath(say).finally(() => {
    finding = null
  })
  return { java: javaProgram(), classpath: await finding }
}
