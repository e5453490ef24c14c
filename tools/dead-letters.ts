import { UserFacingError } from '../db/errors.ts'
import { SERVICES } from '../gateway/services.ts'
import { toDomainError } from '../subgraphs/kit/common/errors.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import type { DeadLetters, ShownDeadLetter } from '../subgraphs/kit/messaging/dead-letters.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { openInfrastructure } from '../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { openProcess } from '../subgraphs/kit/runtime/process.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const report = (line: string) => process.stderr.write(`${line}\n`)

const LISTED = 200
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const USAGE = 'npm run dead-letters -- list [TOPIC], npm run dead-letters -- replay ID'

type Place = { readonly service: string; readonly letters: DeadLetters }

const shown = (instant: Date | null): string =>
  instant === null ? 'no' : `${instant.toISOString().slice(0, 19).replace('T', ' ')}Z`

const linesOf = (service: string, letter: ShownDeadLetter): readonly string[] => [
  `${letter.id}  ${letter.topic}  key ${letter.key}`,
  `    ${service}, group ${letter.consumerGroup}: ${letter.attempts} attempts, ${shown(letter.firstAttemptAt)} ` +
    `to ${shown(letter.lastAttemptAt)}`,
  `    error     ${letter.error}`,
  `    replayed  ${shown(letter.replayedAt)}${letter.replayedBy === null ? '' : ` by ${letter.replayedBy}`}`,
  `    message   ${letter.message === null ? '(too long to show)' : JSON.stringify(letter.message)}`,
]

const list = async (places: readonly Place[], topic: string | null): Promise<void> => {
  for (const { service, letters } of places) {
    const { rows, total } = await letters.list({ topic }, { offset: 0, size: LISTED })
    for (const row of rows) for (const line of linesOf(service, row)) print(line)
    const rest = total > rows.length ? `; the last ${rows.length} are shown` : ''
    print(`${service}: ${total} dead letters${rest}`)
  }
}

/** @throws UserFacingError for an id that no service knows, or a message that cannot be replayed. */
const replay = async (places: readonly Place[], id: string): Promise<void> => {
  if (!UUID.test(id)) throw new UserFacingError(`${id} is no id of a dead letter: take one from npm run dead-letters.`)
  for (const { service, letters } of places) {
    try {
      const letter = await letters.replay(id, 'operator')
      print(`${service}: ${letter.topic} gets the message ${letter.messageId} once more (${shown(letter.replayedAt)}).`)
      return
    } catch (thrown) {
      const { error } = toDomainError(thrown)
      if (error.code !== 'NOT_FOUND') throw new UserFacingError(error.message)
    }
  }
  throw new UserFacingError(`There is no dead letter ${id}: npm run dead-letters lists them.`)
}

/**
 * Lists the dead letters of every service that consumes topics, or has one replayed by the platform that runs on the
 * same database.
 */
const work = async (life: Lifecycle, [command = 'list', argument]: readonly string[]): Promise<void> => {
  // Beside a running platform, whose release alone says when its databases are migrated.
  const config = { ...readConfig({ LOG_LEVEL: 'warn', ...process.env }), migrateAtStart: false }
  const infrastructure = await openInfrastructure(life, config, report)
  const services = await life.open({
    name: 'the services',
    atLeastMs: 1_000,
    open: () =>
      openProcess({
        config,
        definitions: SERVICES,
        ...infrastructure,
        log: createLog({ level: config.logLevel, name: 'dead-letters' }),
        background: false,
      }),
    close: (opened) => opened.close(),
  })
  const places = [...services.hosted.values()].flatMap(({ name, deadLetters }) =>
    deadLetters === null ? [] : [{ service: name, letters: deadLetters }],
  )
  if (command === 'list') await list(places, argument ?? null)
  else if (command === 'replay' && argument !== undefined) await replay(places, argument)
  else throw new UserFacingError(`What is to be done? ${USAGE}`)
}

await runProgram(async (life) => {
  await work(life, process.argv.slice(2))
  await life.stop(10_000)
  process.exit(0)
})
