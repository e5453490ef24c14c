import { countText, tableOf } from '../bench/common/figures.ts'
import type { Capacity, Load } from './capacity.rules.ts'
import type { Fleet } from './fleet.ts'

const sizeText = (bytes: number): string =>
  bytes >= 1e12
    ? `${(bytes / 1e12).toFixed(1)} TB`
    : bytes >= 1e9
      ? `${(bytes / 1e9).toFixed(1)} GB`
      : `${(bytes / 1e6).toFixed(1)} MB`

const coresText = (cores: number): string => cores.toFixed(cores < 10 ? 2 : 0)

const loadRow = (name: string, load: Load): string[] => [
  name,
  coresText(load.platformCores),
  coresText(load.postgresCores),
  (load.walBytes / 1e6).toFixed(2),
  load.messages.toFixed(1),
]

/** What a fleet needs, as tables. */
export const capacityText = (fleet: Fleet, capacity: Capacity): string => {
  const { cores, kafka, leftOut, limits, storage } = capacity
  const [first] = limits
  return [
    `${countText(fleet.atms)} ATMs of ${countText(fleet.institutions)} institutions`,
    '',
    tableOf([
      ['', 'platform cores', 'PostgreSQL cores', 'WAL MB/s', 'messages/s'],
      loadRow('on average', capacity.average),
      loadRow(`busiest minutes (events × ${fleet.peak})`, capacity.peak),
    ]),
    '',
    `Cores to provide, used to ${fleet.utilisationPct} %: ${Math.ceil(cores.platform)} for the platform ` +
      `(a process has use for about one), ${Math.ceil(cores.postgres)} for PostgreSQL.`,
    `Write-ahead log: ${sizeText(capacity.walBytesPerDay)} a day, to each standby and to the archive.`,
    '',
    tableOf([
      [`PostgreSQL (years: ${fleet.years})`, 'rows', 'size'],
      ...storage.map(({ kind, rows, bytes }) => [kind, countText(rows), sizeText(bytes)]),
      ['together', '', sizeText(capacity.postgresBytes)],
    ]),
    '',
    `Kafka: ${countText(kafka.topics)} topics with ${countText(kafka.partitions)} partitions ` +
      `(${countText(kafka.partitions * fleet.replicationFactor)} replicas), ` +
      `${kafka.messagesPerSecondAndPartition.toFixed(1)} messages a second in a partition in the busiest minutes; ` +
      `${sizeText(kafka.storedBytes)} stored, ${sizeText(kafka.bytesPerYear)} written in a year.`,
    '',
    tableOf([
      ['What one server can do', 'used', 'ATMs at most'],
      ...limits.map(({ limit, usedPct, atmsAtMost }) => [limit, `${usedPct.toFixed(1)} %`, countText(atmsAtMost)]),
    ]),
    first === undefined ? '' : `First to run out: ${first.limit}.`,
    ...(leftOut.length === 0 ? [] : ['', `Not included, as it was not measured: ${leftOut.join('; ')}.`]),
  ].join('\n')
}
