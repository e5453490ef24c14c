import { existsSync } from 'node:fs'
import { localDateOf } from '../subgraphs/kit/common/dates.ts'
import { PUBLISHED, RELEASE, readPublished } from './schema/check/base.ts'
import { checkContract, passes } from './schema/check/check.ts'
import { compareTrustedDocuments, withCosts } from './schema/check/compare-trusted-documents.ts'
import { publish } from './schema/check/publish.ts'
import { textReport } from './schema/check/report.ts'
import { composeGraph } from './schema/compose.ts'
import { currentContract, workingTree } from './schema/contract.ts'
import { platformVersion, repositoryRoot } from './schema/services.ts'

// Makes the contract of the working tree the published one, with which later changes are compared. A release runs it.

const folder = `${repositoryRoot}${PUBLISHED}`

const run = async (): Promise<number> => {
  const today = localDateOf(new Date(), 'UTC')
  const current = currentContract()
  const { apiSchema } = composeGraph(current.services)
  const stale = compareTrustedDocuments(current.trusted, current.trusted, withCosts(apiSchema, current.services))
  if (stale.length > 0) throw new Error([...stale.map(({ message }) => message), 'Run npm run codegen.'].join('\n'))
  if (existsSync(`${folder}/${RELEASE}`)) {
    const result = await checkContract({ base: readPublished(), current, today })
    if (!passes(result)) {
      console.error(textReport(result))
      return 1
    }
  }
  const written = publish(workingTree(), current, folder, { version: platformVersion(), today })
  console.log(written ? `${PUBLISHED} written: commit it` : `${PUBLISHED} is up to date`)
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
