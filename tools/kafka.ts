import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { startBroker } from './kafka/broker.ts'

const PORT = 9_092

/** The port of the last time: clients that still run find the broker again. */
const lastPort = (folder: string): number => {
  const file = join(folder, 'server.properties')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^advertised\.listeners=.*:(\d+)$/m.exec(text)?.[1] ?? PORT)
}

// A broker for developers: its data stays in DATA_DIR, Ctrl-C stops it.
await runProgram(async (life) => {
  const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR })
  const folder = join(dataDir, 'kafka')
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const onDeath = (lastWords: string) => {
    process.stderr.write(`Kafka ended by itself: ${lastWords}\n`)
    process.exit(1)
  }
  const broker = await life.open({
    name: 'Kafka',
    atLeastMs: 2_000,
    essential: true,
    open: () => startBroker({ folder, port: lastPort(folder), say, onDeath }),
    close: (opened) => opened.stop(),
  })
  say('Kafka is up. In another terminal:')
  say(`  KAFKA_BROKERS=${broker.address} npm start`)
  say('Ctrl-C stops it.')
})
