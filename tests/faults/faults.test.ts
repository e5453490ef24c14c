import { afterAll, beforeAll } from 'vitest'
import { missing } from '../kafka/broker.ts'
import { describeWhere } from '../support/environment-gate.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { CHOSEN, testFaults } from './faults.ts'
import { testFlows } from './flows.ts'
import { testInFlight } from './in-flight.ts'
import { testLimits } from './limits.ts'
import { testOutput, testStart } from './output.ts'
import { testOracle } from './planted.ts'
import { IN_CI, type Report, writeReport } from './report.ts'
import { testStatements } from './statements.ts'

describeWhere({ missing }, 'the platform as it is deployed', () => {
  let cluster: Cluster
  const report: Report = { scenarios: [], cuts: [] }
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(async () => {
    await cluster?.close()
    // A run of some of the tests is not the whole page.
    if (report.scenarios.length === CHOSEN.length) writeReport(report)
  })

  testStart(() => cluster)
  testFlows(() => cluster)
  testLimits(() => cluster)
  testInFlight(() => cluster)
  testOracle(() => cluster)
  testFaults(() => cluster, report)
  testOutput(() => cluster)
  if (!IN_CI) testStatements(report)
})
