import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Service = {
  readonly depends_on?: Readonly<Record<string, unknown>>
  readonly volumes?: readonly (string | { readonly source?: string })[]
  readonly environment?: Readonly<Record<string, unknown>>
}
type Project = {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes?: Readonly<Record<string, unknown>>
}

/** Variables of the operator, as `make-env.sh` writes them. */
const filledIn = (text: string): string =>
  text.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'filled-in').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')

const hostsOf = (value: unknown): readonly string[] =>
  [...String(value).matchAll(/(?:^|,|@|\/\/)([a-z][a-z\d-]*):\d+/g)].map(([, host = '']) => host)

/** What refers to a service that is not there. */
const danglingFaults = ({ services }: Project): readonly string[] => {
  const names = new Set(Object.keys(services))
  return Object.entries(services).flatMap(([name, { depends_on = {}, environment = {} }]) => [
    ...Object.keys(depends_on)
      .filter((other) => !names.has(other))
      .map((other) => `${name} depends on ${other}`),
    ...Object.entries(environment).flatMap(([variable, value]) =>
      hostsOf(value)
        .filter((host) => host !== 'localhost' && !names.has(host))
        .map((host) => `${name}: ${variable} names ${host}`),
    ),
  ])
}

/**
 * Checks the Compose file by the Compose Specification, as compose-go reads it.
 * @returns what was seen, in words. @throws Error with every fault.
 */
export const checkCompose = (program: string, context: string): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetops-compose-'))
  try {
    const file = join(folder, 'compose.yaml')
    writeFileSync(file, filledIn(readFileSync(join(context, 'deploy/compose/compose.yaml'), 'utf8')))
    const args = ['-no-interpolation', '-no-path-resolution', '-format', 'json', file]
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    const project: Project = JSON.parse(stdout)
    const faults = danglingFaults(project)
    if (faults.length > 0) throw new Error(faults.join('\n'))
    return [`${Object.keys(project.services).length} services`]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
