import { spawnSync } from 'node:child_process'
import { readManifests, schemaFaults, titleOf } from './manifests.ts'

const CHART = 'deploy/helm/fleetops'

type Objects = ReturnType<typeof readManifests>
type Rendering = { readonly name: string; readonly args: readonly string[] }

/** A volume with a secret, and its mount. */
const volume = (of: string, name: string, path: string): readonly string[] => [
  `${of}extraVolumes[0].name=${name}`,
  `${of}extraVolumes[0].secret.secretName=${name}`,
  `${of}extraVolumeMounts[0].name=${name}`,
  `${of}extraVolumeMounts[0].mountPath=${path}`,
]

/** The ways in which the chart is rendered: what an operator sets at least, everything, and migrations at the start. */
const RENDERINGS: readonly Rendering[] = [
  { name: 'the defaults', args: [] },
  {
    name: 'everything',
    args: [
      'gateway.ingress.enabled=true',
      'gateway.ingress.host=fleet.example',
      'gateway.ingress.tlsSecret=fleet-tls',
      'podMonitor.enabled=true',
      `image.digest=sha256:${'0'.repeat(64)}`,
      'imagePullSecrets[0].name=registry',
      'config.JOURNAL_DATABASE_URL=postgres://journals:5432/fleetops',
      'config.DATABASE_PASSWORD_FILE=/run/secrets/app',
      'config.MIGRATION_DATABASE_PASSWORD_FILE=/run/owner/password',
      'config.KAFKA_SASL_USERNAME=fleetops',
      'secrets.running.keys.KAFKA_SASL_PASSWORD=kafka-password',
      ...volume('', 'passwords', '/run/secrets'),
      ...volume('migrations.', 'owner', '/run/owner'),
      'services.claims.autoscaling.enabled=false',
      'podAnnotations.team=fleet',
      'nodeSelector.pool=fleet',
      'tolerations[0].key=fleet',
      'tolerations[0].operator=Exists',
    ],
  },
  { name: 'migrations at the start', args: ['migrations.enabled=false', 'networkPolicy.enabled=false'] },
]

/** Values that the schema of the chart refuses. */
const REFUSED = [
  'config.JWT_SECRET=secret',
  'config.INTERNAL_SERVICE_SECRET_NEXT=secret',
  'config.KAFKA_SASL_PASSWORD=secret',
  'config.DATABASE_URL=postgres://app:secret@db/fleetops',
  'config.OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer',
  'config.MIGRATE_AT_START=yes',
  'config.INTERNAL_URL=http://gateway:4100',
  'config.AGENT_PROXY_URL=http://proxy:4000',
  'terminationGracePeriodSeconds=20',
  'preStopSeconds=20',
  'services.jurnal.replicas=2',
  'image.digest=latest',
]

/** Kinds of operators, which are not in the document of Kubernetes. */
const OTHERS = ['monitoring.coreos.com/v1 PodMonitor']

const LEAVING_SECONDS = 25

const SET = ['--set', 'config.JWKS_URL=https://id.example/keys', '--set', 'config.JWT_ISSUER=https://id.example']

const helm = (program: string, context: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: context, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const render = (program: string, context: string, values: readonly string[]) =>
  helm(program, context, ['template', 'release', CHART, ...SET, ...values.flatMap((value) => ['--set', value])])

/** A value deep in an object; undefined where there is none. */
const at = (object: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    object,
  )

const podOf = (object: unknown) => at(object, 'spec', 'template', 'spec')

/** What a deployment needs so that a rolling update loses no request, and a pod so that it may do little. */
const deploymentFaults = (object: Objects[number]): readonly string[] => {
  const pod = podOf(object)
  const container = at(pod, 'containers', 0)
  const preStop = Number(at(container, 'lifecycle', 'preStop', 'sleep', 'seconds'))
  const holds: Record<string, boolean> = {
    'keeps old pods until new ones are ready': at(object, 'spec', 'strategy', 'rollingUpdate', 'maxUnavailable') === 0,
    'waits before it ends': preStop > 0,
    'has the time to drain': Number(at(pod, 'terminationGracePeriodSeconds')) > preStop + LEAVING_SECONDS,
    'has a readiness probe': at(container, 'readinessProbe', 'httpGet', 'path') === '/actuator/health/readiness',
    'has a liveness probe': at(container, 'livenessProbe', 'httpGet', 'path') === '/actuator/health/liveness',
    'is spread': at(pod, 'topologySpreadConstraints', 0, 'topologyKey') !== undefined,
    'has no token of the cluster': at(pod, 'automountServiceAccountToken') === false,
    'asks for memory, within a limit':
      at(container, 'resources', 'requests', 'memory') !== undefined &&
      at(container, 'resources', 'limits', 'memory') !== undefined,
  }
  return Object.entries(holds).flatMap(([words, held]) =>
    held ? [] : [`${titleOf(object)}: it should be so that it ${words}`],
  )
}

const podFaults = (object: Objects[number]): readonly string[] => {
  const pod = podOf(object)
  const holds = {
    'run as another user than root': at(pod, 'securityContext', 'runAsNonRoot') === true,
    'have a read-only root': at(pod, 'containers', 0, 'securityContext', 'readOnlyRootFilesystem') === true,
    'have no capabilities':
      JSON.stringify(at(pod, 'containers', 0, 'securityContext', 'capabilities', 'drop')) === '["ALL"]',
  }
  return Object.entries(holds).flatMap(([words, held]) => (held ? [] : [`${titleOf(object)}: its pod should ${words}`]))
}

const PROCESSES = ['gateway', 'agent-proxy', 'analytics', 'claims', 'devices', 'fleet', 'incident', 'journal']

/** Each process has a deployment and a service, the migrations alone the owner's login, and no secret is written. */
const platformFaults = (objects: Objects, name: string): readonly string[] => {
  const titles = new Set(objects.map(titleOf))
  const missing = PROCESSES.flatMap((process) =>
    ['Deployment', 'Service'].map((kind) => `${kind} release-${process}`).filter((title) => !titles.has(title)),
  )
  const owners = objects.filter((object) => JSON.stringify(object).includes('MIGRATION_DATABASE_')).map(titleOf)
  const expected = name === 'migrations at the start' ? PROCESSES.length : 1
  return [
    ...missing.map((title) => `${title} is missing`),
    ...(owners.length === expected ? [] : [`the owner's login is given to ${owners.join(', ')}`]),
    ...objects
      .filter(({ kind }) => kind === 'Secret')
      .map((object) => `${titleOf(object)}: the chart creates a secret`),
  ]
}

/** What the migrations are given of the rendering with everything, and how its pods are scraped. */
const everythingFaults = (objects: Objects): readonly string[] => {
  const find = (title: string) => objects.find((object) => titleOf(object) === title)
  const pod = (title: string) => podOf(find(title))
  const names = (list: unknown) => (Array.isArray(list) ? list.map((item) => at(item, 'name')) : [])
  const given = (title: string) => [
    names(at(pod(title), 'volumes')),
    names(at(pod(title), 'containers', 0, 'volumeMounts')),
  ]
  const placed = (of: unknown) => ['nodeSelector', 'tolerations', 'imagePullSecrets'].map((name) => at(of, name))
  const job = pod('Job release-migrations')
  const relabelings = at(find('PodMonitor release-fleetops'), 'spec', 'podMetricsEndpoints', 0, 'relabelings')
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const holds = {
    'the migrations should be given the variables of databases alone': same(
      names(at(job, 'containers', 0, 'env'))
        .map(String)
        .toSorted(),
      [
        ...['DATABASE_PASSWORD_FILE', 'DATABASE_URL', 'JOURNAL_DATABASE_URL', 'MIGRATION_DATABASE_PASSWORD_FILE'],
        ...['MIGRATION_DATABASE_URL', 'PLATFORM_DATABASE_URL'],
      ],
    ),
    'the migrations should have their files of secrets': same(given('Job release-migrations'), [
      ['passwords', 'owner'],
      ['passwords', 'owner'],
    ]),
    "the processes should have the files of secrets but for the owner's": same(given('Deployment release-incident'), [
      ['tmp', 'passwords'],
      ['tmp', 'passwords'],
    ]),
    'the migrations should be put where the processes are': same(
      placed(job),
      placed(pod('Deployment release-incident')),
    ),
    'pods should be put where the values say': !placed(job).includes(undefined),
    'pods should be scraped with the labels job and process': same(relabelings, [
      { targetLabel: 'job', replacement: 'fleetops' },
      { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_component'], targetLabel: 'process' },
    ]),
  }
  return Object.entries(holds).flatMap(([words, held]) => (held ? [] : [words]))
}

/**
 * Lints and renders the chart, and checks what comes of it against the OpenAPI document of Kubernetes.
 * @returns what was seen, in words. @throws Error with every fault.
 */
export const checkChart = (program: string, openapiFile: string | null, context: string): readonly string[] => {
  const lint = helm(program, context, ['lint', '--strict', CHART, ...SET])
  const faults = lint.status === 0 ? [] : [lint.stdout]
  let count = 0
  for (const { name, args } of RENDERINGS) {
    const { status, stdout, stderr } = render(program, context, args)
    if (status !== 0) faults.push(`${name}: ${stderr}`)
    const objects = readManifests(stdout)
    count += objects.length
    const pods = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    const own = [
      ...(openapiFile === null ? [] : schemaFaults(openapiFile, objects, OTHERS)),
      ...pods.filter(({ kind }) => kind === 'Deployment').flatMap(deploymentFaults),
      ...pods.flatMap(podFaults),
      ...platformFaults(objects, name),
      ...(name === 'everything' ? everythingFaults(objects) : []),
    ]
    faults.push(...own.map((fault) => `${name}: ${fault}`))
  }
  for (const value of REFUSED)
    if (render(program, context, [value]).status === 0) faults.push(`the chart takes --set ${value}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return [`${count} objects in ${RENDERINGS.length} renderings`, `${REFUSED.length} wrong values refused`]
}
