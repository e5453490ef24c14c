import { whyNoBroker } from '../../tools/kafka/jars.ts'

/** Says, once a run, why what needs a broker is left out. */
export const setup = async (): Promise<void> => {
  const missing = await whyNoBroker()
  if (missing !== null) process.stdout.write(`\nThe tests on Kafka are left out here. ${missing}\n`)
}
