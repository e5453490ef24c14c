import { useDocument } from '../api/client.ts'
import { ShellDocument } from '../gql/graphql.gen.ts'

/** What the menu counts. */
export type Counts = {
  /** Critical incidents that are not acknowledged. */
  readonly urgent: number
  /** Those that are not resolved; a mass outage is one. */
  readonly incidents: number | undefined
  readonly insights: number | undefined
}

export const useCounts = (enabled: boolean): Counts => {
  const { data } = useDocument(ShellDocument, {}, { everyMs: 30_000, topics: ['incidents', 'insights'], enabled })
  return {
    urgent: data?.data.urgent?.totalElements ?? 0,
    incidents: data?.data.open?.totalElements,
    insights: data?.data.activeInsights?.length,
  }
}
