import { errorRatio, OBJECTIVES } from './slo.ts'

/** A panel of a dashboard: a chart of expressions, each with its legend. */
export type Panel = {
  readonly title: string
  /** A unit of Grafana: s, bytes, percentunit, ops, short … */
  readonly unit: string
  readonly targets: readonly (readonly [legend: string, expression: string])[]
  /** What the chart says, where its title does not. */
  readonly about?: string
  readonly stat?: boolean
}

/** Panels in their order, and the address of their dashboard. */
export type Dashboard = { readonly uid: string; readonly title: string; readonly panels: readonly Panel[] }

const RATE = '$__rate_interval'
const HTTP = 'fleetops_http_request_duration_seconds'
const UPLOADS = 'listener="edge",service="agent-proxy",route=~"/api/journal-files.*"'
/** They wait for something to happen, so their durations say nothing. */
const WAITING_ROUTES = 'route!~"/api/stream|/graphql/stream|/api/agent/work"'

const quantile = (q: number, bucket: string, by = 'le'): string =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${bucket}[${RATE}])))`

const OVERVIEW: Dashboard = {
  uid: 'fleetops-overview',
  title: 'FleetOps: overview',
  panels: [
    ...OBJECTIVES.map(
      (objective): Panel => ({
        title: objective.name.replaceAll('_', ' '),
        unit: 'percentunit',
        stat: true,
        about: `${100 * objective.target} % of ${objective.what}, over three days`,
        targets: [['', `1 - ${errorRatio(objective, '3d')}`]],
      }),
    ),
    {
      title: 'Processes that answer',
      unit: 'short',
      stat: true,
      targets: [['', 'sum(up{job="fleetops"})']],
    },
    {
      title: 'Requests at the edge',
      unit: 'reqps',
      targets: [['{{service}} {{status}}', `sum by (service, status) (rate(${HTTP}_count{listener="edge"}[${RATE}]))`]],
    },
    {
      title: 'Duration of requests at the edge, p95',
      unit: 's',
      about: 'Live streams and long polls are left out.',
      targets: [['{{service}}', quantile(0.95, `${HTTP}_bucket{listener="edge",${WAITING_ROUTES}}`, 'le, service')]],
    },
    {
      title: 'Operations of the graph, p95',
      unit: 's',
      targets: [
        [
          '{{operation}}',
          quantile(0.95, 'fleetops_graph_operation_duration_seconds_bucket{outcome!="refused"}', 'le, operation'),
        ],
      ],
    },
    {
      title: 'Operations of the graph by outcome',
      unit: 'ops',
      targets: [['{{outcome}}', `sum by (outcome) (rate(fleetops_graph_operation_duration_seconds_count[${RATE}]))`]],
    },
    {
      title: 'Calls of services that the graph gave up',
      unit: 'ops',
      targets: [
        [
          '{{service}} {{outcome}}',
          `sum by (service, outcome) (rate(fleetops_graph_calls_total{outcome!="success"}[${RATE}]))`,
        ],
      ],
    },
    {
      title: 'Live streams and waiting agents',
      unit: 'short',
      targets: [
        ['streams', 'sum(fleetops_live_streams)'],
        ['agents', 'sum(fleetops_agents_waiting)'],
      ],
    },
    {
      title: 'Age of what live streams show, p99',
      unit: 's',
      targets: [['{{source}}', quantile(0.99, 'fleetops_live_delay_seconds_bucket', 'le, source')]],
    },
    {
      title: 'Versions',
      unit: 'short',
      targets: [['{{version}}', 'sum by (version) (fleetops_build_info)']],
    },
  ],
}

const INGEST: Dashboard = {
  uid: 'fleetops-ingest',
  title: 'FleetOps: ingest',
  panels: [
    {
      title: 'Signals',
      unit: 'ops',
      targets: [['{{kind}} {{outcome}}', `sum by (kind, outcome) (rate(fleetops_ingest_signals_total[${RATE}]))`]],
    },
    {
      title: 'Duration of posted events',
      unit: 's',
      targets: [0.5, 0.95, 0.99].map((q) => [
        `p${100 * q}`,
        quantile(q, `${HTTP}_bucket{listener="edge",service="agent-proxy",route="/api/journal-events"}`),
      ]),
    },
    {
      title: 'Wait until a batch begins, and time to store it, p99',
      unit: 's',
      targets: [
        ['wait', quantile(0.99, 'fleetops_ingest_wait_seconds_bucket')],
        ['store', quantile(0.99, 'fleetops_ingest_batch_duration_seconds_bucket')],
      ],
    },
    {
      title: 'Signals of a batch',
      unit: 'short',
      targets: [
        ['median', quantile(0.5, 'fleetops_ingest_batch_signals_bucket')],
        ['p95', quantile(0.95, 'fleetops_ingest_batch_signals_bucket')],
      ],
    },
    {
      title: 'Signals that wait',
      unit: 'short',
      targets: [['{{instance}}', 'fleetops_ingest_waiting_signals']],
    },
    {
      title: 'Age of the oldest signal that waits',
      unit: 's',
      targets: [['{{instance}}', 'fleetops_ingest_oldest_waiting_seconds']],
    },
    {
      title: 'Refusals',
      unit: 'ops',
      targets: [
        ['proxy: {{kind}}', `sum by (kind) (rate(fleetops_agent_proxy_refusals_total[${RATE}]))`],
        ['incident: {{kind}}', `sum by (kind) (rate(fleetops_ingest_refusals_total[${RATE}]))`],
      ],
    },
    {
      title: 'Bytes of bodies under way',
      unit: 'bytes',
      targets: [
        ['agent proxy', 'sum(fleetops_agent_proxy_body_bytes)'],
        ['others', 'sum(fleetops_http_request_body_bytes)'],
        ['answers', 'sum(fleetops_http_answer_bytes)'],
      ],
    },
    {
      title: 'ATMs that the mirrors have to send',
      unit: 'short',
      targets: [['{{mirror}}', 'sum by (mirror) (fleetops_mirror_waiting_atms)']],
    },
    {
      title: 'Failed calls of the mirrors',
      unit: 'ops',
      targets: [['{{mirror}}', `sum by (mirror) (rate(fleetops_mirror_failures_total[${RATE}]))`]],
    },
  ],
}

const MESSAGING: Dashboard = {
  uid: 'fleetops-messaging',
  title: 'FleetOps: messaging',
  panels: [
    {
      title: 'Messages in the outbox',
      unit: 'short',
      targets: [['{{service}}', 'max by (service) (fleetops_outbox_messages)']],
    },
    {
      title: 'Age of the oldest message in the outbox',
      unit: 's',
      targets: [['{{service}}', 'max by (service) (fleetops_outbox_oldest_seconds)']],
    },
    {
      title: 'Messages published',
      unit: 'ops',
      targets: [['{{service}}', `sum by (service) (rate(fleetops_outbox_published_total[${RATE}]))`]],
    },
    {
      title: 'Refused topics',
      unit: 'short',
      targets: [['refused', 'max(fleetops_topics_refused)']],
    },
    {
      title: 'Messages by what became of them',
      unit: 'ops',
      targets: [['{{group}} {{outcome}}', `sum by (group, outcome) (rate(fleetops_consumer_messages_total[${RATE}]))`]],
    },
    {
      title: 'Lag in messages',
      unit: 'short',
      targets: [
        ['{{group}}', 'sum by (group) (fleetops_consumer_lag_messages{transport="kafka"})'],
        ['{{group}}', 'max by (group) (fleetops_consumer_lag_messages{transport="postgresql"})'],
      ],
    },
    {
      title: 'Lag in seconds',
      unit: 's',
      targets: [['{{group}}', 'max by (group) (fleetops_consumer_lag_seconds)']],
    },
    {
      title: 'From a change until it is handled, p99',
      unit: 's',
      targets: [['{{group}}', quantile(0.99, 'fleetops_consumer_delay_seconds_bucket', 'le, group')]],
    },
    {
      title: 'Dead letters that wait',
      unit: 'short',
      targets: [['{{service}}', 'max by (service) (fleetops_dead_letters_waiting)']],
    },
    {
      title: 'Age of the newest dead letter that waits',
      unit: 's',
      targets: [['{{service}}', 'time() - max by (service) (fleetops_dead_letters_newest_timestamp_seconds)']],
    },
  ],
}

const JOURNALS: Dashboard = {
  uid: 'fleetops-journals',
  title: 'FleetOps: journals',
  panels: [
    {
      title: 'Uploads',
      unit: 'reqps',
      targets: [['{{status}}', `sum by (status) (rate(${HTTP}_count{${UPLOADS}}[${RATE}]))`]],
    },
    {
      title: 'Duration of an upload, p95',
      unit: 's',
      targets: [['p95', quantile(0.95, `${HTTP}_bucket{${UPLOADS}}`)]],
    },
    {
      title: 'Files that wait to be read',
      unit: 'short',
      targets: [['files', 'max(fleetops_journal_parse_queue_files)']],
    },
    {
      title: 'Longest wait of a file',
      unit: 's',
      targets: [['oldest', 'max(fleetops_journal_parse_queue_oldest_seconds)']],
    },
    {
      title: 'Files read',
      unit: 'ops',
      targets: [['{{status}}', `sum by (status) (rate(fleetops_journal_files_parsed_total[${RATE}]))`]],
    },
    {
      title: 'Time to read a file',
      unit: 's',
      targets: [0.5, 0.95].map((q) => [`p${100 * q}`, quantile(q, 'fleetops_journal_parse_duration_seconds_bucket')]),
    },
    {
      title: 'Totals that differed from their rows, in a day',
      unit: 'short',
      targets: [
        ['transactions of ATMs and days', 'sum(increase(fleetops_journal_total_differences_total[1d]))'],
        ['cash of ATMs', 'sum(increase(fleetops_cash_differences_total[1d]))'],
      ],
    },
  ],
}

const PROCESSES: Dashboard = {
  uid: 'fleetops-processes',
  title: 'FleetOps: database, jobs and processes',
  panels: [
    {
      title: 'Busy connections, share of what the pools may open',
      unit: 'percentunit',
      targets: [
        [
          '{{pool}} {{role}}',
          'sum by (pool, role) (fleetops_database_connections{state="busy"}) / ' +
            'sum by (pool, role) (fleetops_database_connections_max)',
        ],
      ],
    },
    {
      title: 'Transactions that wait for a connection',
      unit: 'short',
      targets: [['{{pool}} {{role}}', 'sum by (pool, role) (fleetops_database_waiting)']],
    },
    {
      title: 'Runs of jobs in an hour',
      unit: 'short',
      targets: [['{{job_name}} {{outcome}}', 'sum by (job_name, outcome) (increase(fleetops_job_runs_total[1h])) > 0']],
    },
    {
      title: 'Jobs whose last run failed',
      unit: 'short',
      targets: [['{{job_name}}', 'max by (job_name) (fleetops_job_failing) > 0']],
    },
    {
      title: 'Mean duration of jobs',
      unit: 's',
      targets: [
        [
          '{{job_name}}',
          'sum by (job_name) (rate(fleetops_job_duration_seconds_sum[1h])) / ' +
            'sum by (job_name) (rate(fleetops_job_duration_seconds_count[1h]))',
        ],
      ],
    },
    {
      title: 'Processor',
      unit: 'short',
      about: 'Cores of each process.',
      targets: [['{{process}} {{instance}}', `rate(process_cpu_seconds_total{job="fleetops"}[${RATE}])`]],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      targets: [['{{process}} {{instance}}', 'process_resident_memory_bytes{job="fleetops"}']],
    },
    {
      title: 'Memory of its limit',
      unit: 'percentunit',
      about: 'The heap against what V8 allows it, all memory against what the container has.',
      targets: [
        ['{{process}} {{instance}} heap', 'nodejs_heap_size_used_bytes / fleetops_heap_limit_bytes'],
        ['{{process}} {{instance}}', 'process_resident_memory_bytes / fleetops_memory_limit_bytes'],
      ],
    },
    {
      title: 'Event-loop delay, p99',
      unit: 's',
      targets: [['{{process}} {{instance}}', 'nodejs_eventloop_lag_p99_seconds{job="fleetops"}']],
    },
    {
      title: 'Time in garbage collection',
      unit: 'percentunit',
      targets: [
        ['{{process}} {{instance}}', `sum by (process, instance) (rate(nodejs_gc_duration_seconds_sum[${RATE}]))`],
      ],
    },
    {
      title: 'Look-ups that a cache answered',
      unit: 'percentunit',
      targets: [
        [
          '{{cache}}',
          `sum by (cache) (rate(fleetops_cache_requests_total{result="hit"}[${RATE}])) / ` +
            `sum by (cache) (rate(fleetops_cache_requests_total[${RATE}]))`,
        ],
      ],
    },
  ],
}

/** All dashboards. */
export const DASHBOARDS: readonly Dashboard[] = [OVERVIEW, INGEST, MESSAGING, JOURNALS, PROCESSES]
