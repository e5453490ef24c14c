import { afterAll, beforeAll } from 'vitest'
import { missing } from '../kafka/broker.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { testFaults } from './faults.ts'
import { testFlows } from './flows.ts'
import { testInFlight } from './in-flight.ts'
import { testLimits } from './limits.ts'
import { testOutput, testStart } from './output.ts'

describeWhere({ missing }, 'the platform as it is deployed', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster?.close())

  testStart(() => cluster)
  testFlows(() => cluster)
  testLimits(() => cluster)
  testInFlight(() => cluster)
  testFaults(() => cluster)
  testOutput(() => cluster)
})
