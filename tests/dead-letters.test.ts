import { afterAll, beforeAll, describe } from 'vitest'
import { describeReplay, START } from './dead-letter-replay.ts'
import { openWholePlatform, type WholePlatform } from './whole-platform.ts'

describe('dead letters of topics as tables', () => {
  let platform: WholePlatform
  const startedMs = Date.now()
  beforeAll(async () => {
    platform = await openWholePlatform({ now: () => new Date(START + Date.now() - startedMs) })
  })
  afterAll(() => platform?.close())

  describeReplay(() => platform)
})
