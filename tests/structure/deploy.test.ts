import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { FILE_SECRETS } from '../../subgraphs/kit/config/secrets.ts'
import { dashboardFiles } from '../../tools/deploy/dashboards.ts'
import { sloRules } from '../../tools/deploy/slo.ts'

const ROOT = join(import.meta.dirname, '../..')
const MONITORING = join(ROOT, 'deploy/monitoring')
const read = (...path: readonly string[]): string => readFileSync(join(ROOT, ...path), 'utf8')

const rulesSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string().optional(),
          record: z.string().optional(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }).optional(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }).optional(),
        }),
      ),
    }),
  ),
})
const rules = readdirSync(join(MONITORING, 'rules')).flatMap((file) =>
  rulesSchema.parse(parse(read('deploy/monitoring/rules', file))).groups.flatMap((group) => group.rules),
)
const alerts = rules.filter(({ alert }) => alert !== undefined)

const dashboardSchema = z.object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
const dashboardExpressions = [...dashboardFiles().values()].flatMap((text) =>
  dashboardSchema.parse(JSON.parse(text)).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
)

/** Metrics by the tables of docs/metrics.md, with the series of histograms and the names in its text on processes. */
const page = read('docs/metrics.md')
const documented = new Set([
  'up',
  ...[...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
  ),
  ...[...page.matchAll(/`((?:process|nodejs)_\w+)`/g)].flatMap(([, name = '']) => [name, `${name}_sum`]),
])

/** Labels that Prometheus gives to what it scrapes: those of the same name in a metric are renamed. */
const TARGET_LABELS = ['job', 'instance', 'namespace', 'pod', 'container', 'endpoint']

/** The metrics that an expression reads. */
const metricsOf = (expression: string): readonly string[] =>
  [...expression.replaceAll(/\{[^}]*\}/g, '{}').matchAll(/(?<![\w:$])(?:fleetops|nodejs|process)_\w+|\bup\b/g)].map(
    ([name]) => name,
  )

const kebab = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()

describe('a metric', () => {
  it('has no label that Prometheus gives to its target', () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| \w+ \|[^|]*\|([^|]*)\|/gm)]
    expect(rows.length).toBeGreaterThan(40)
    const taken = rows.filter(([, , labels = '']) => TARGET_LABELS.some((label) => labels.includes(`\`${label}\``)))
    expect(taken.map(([, name]) => name)).toEqual([])
  })
})

describe('an alert', () => {
  it('has a page of its own that says what it means, where to look and what to do', () => {
    expect(alerts.length).toBeGreaterThan(20)
    const faults = alerts.flatMap(({ alert = '', annotations, labels }) => {
      const path = `docs/runbooks/${kebab(alert)}.md`
      if (annotations?.runbook !== path || labels === undefined) return [`${alert} should name ${path} and a severity`]
      return /^# (\w+)\n\n## Meaning\n\n.+\n## Where to look\n\n- .+\n## What to do\n\n- /s.exec(read(path))?.[1] ===
        alert
        ? []
        : [`${path} should be of ${alert} and have its three parts`]
    })
    expect(faults).toEqual([])
  })

  it('is in the list of runbooks, and has no page without it', () => {
    const pages = readdirSync(join(ROOT, 'docs/runbooks')).filter((file) => file !== 'README.md')
    const named = new Set(alerts.map(({ alert = '' }) => `${kebab(alert)}.md`))
    expect(pages.toSorted()).toEqual([...named].toSorted())
    const list = read('docs/runbooks/README.md')
    expect(pages.filter((file) => !list.includes(`](${file})`))).toEqual([])
  })

  it('is tested by promtool to be raised', () => {
    const folder = 'deploy/monitoring/tests'
    const tests = readdirSync(join(ROOT, folder)).map((file) => read(`${folder}/${file}`))
    expect(alerts.filter(({ alert = '' }) => !tests.join().includes(`alertname="${alert}"`))).toEqual([])
  })
})

describe('rules and dashboards', () => {
  it('read only metrics that the platform serves', () => {
    const names = new Set([...rules.map(({ expr }) => expr), ...dashboardExpressions].flatMap(metricsOf))
    expect(names.size).toBeGreaterThan(40)
    expect([...names].filter((name) => !documented.has(name))).toEqual([])
  })

  it('read only ratios that are recorded', () => {
    const recorded = new Set(rules.flatMap(({ record }) => record ?? []))
    const used = [...rules.map(({ expr }) => expr), ...dashboardExpressions].flatMap(
      (expr) => expr.match(/fleetops:\w+:\w+/g) ?? [],
    )
    expect(used.filter((name) => !recorded.has(name))).toEqual([])
  })

  it('are those of their sources: run "npm run monitoring"', () => {
    expect(read('deploy/monitoring/rules/slo.yaml')).toBe(sloRules())
    const files = Object.fromEntries(
      readdirSync(join(MONITORING, 'dashboards')).map((file) => [file, read('deploy/monitoring/dashboards', file)]),
    )
    expect(files).toEqual(Object.fromEntries(dashboardFiles()))
  })
})

describe('the chart', () => {
  it('takes no secret among `config`: no login of the database, password, header or key that signs', () => {
    const refused = z.object({ enum: z.array(z.string()) })
    const names = z.object({ not: z.object({ anyOf: z.tuple([refused]).rest(z.unknown()) }) })
    const schema = z.object({ properties: z.object({ config: z.object({ propertyNames: names }) }) })
    const { properties } = schema.parse(JSON.parse(read('deploy/helm/fleetops/values.schema.json')))
    const logins = ['DATABASE_URL', 'PLATFORM_DATABASE_URL', 'MIGRATION_DATABASE_URL']
    const secrets = FILE_SECRETS.filter((name) => !name.startsWith('JWT_PUBLIC_KEY'))
    const headers = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
    const [{ enum: ofSecrets }] = properties.config.propertyNames.not.anyOf
    expect(ofSecrets.toSorted()).toEqual([...logins, ...secrets, ...headers].toSorted())
  })
})

describe('the image', () => {
  it('has the Node and the version of the packages, and the manifest of every workspace', () => {
    const file = read('deploy/Containerfile')
    const { dependencies, version } = z
      .object({ dependencies: z.object({ node: z.string() }), version: z.string() })
      .parse(JSON.parse(read('package.json')))
    expect(file).toContain(`ARG NODE_IMAGE=node:${dependencies.node}-`)
    const chart = z.object({ appVersion: z.string() }).parse(parse(read('deploy/helm/fleetops/Chart.yaml')))
    expect(chart.appVersion).toBe(version)
    const { packages } = z
      .object({ packages: z.record(z.string(), z.object({ link: z.boolean().optional() })) })
      .parse(JSON.parse(read('package-lock.json')))
    const workspaces = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'))
    expect(workspaces.filter((path) => !file.includes(`COPY ${path}/package.json ${path}/\n`))).toEqual([])
  })
})
