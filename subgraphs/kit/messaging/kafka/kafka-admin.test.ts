import { expect, test } from 'vitest'
import { createLog } from '../../observability/log.ts'
import { createSingleSessions } from './kafka-admin.ts'

test('a request that waited for others until the end connects no more', async () => {
  const log = createLog({ level: 'silent', name: 'tests' })
  const sessions = createSingleSessions({ brokers: ['127.0.0.1:9'], clientId: 'tests', log })
  await sessions.close()
  let asked = false
  const asking = sessions.ask('the topic could not be created', async () => {
    asked = true
  })
  await expect(asking).rejects.toMatchObject({ cause: { message: 'the connections are closed' } })
  expect(asked).toBe(false)
})
