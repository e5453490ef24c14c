import type { DocumentResult } from '../../api/client.ts'
import type { AtmQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { useNow } from '../../ui/use-now.ts'
import { Card, Empty, Fence, Widget } from '../../ui/widget.tsx'
import { Cassettes } from './cassettes.tsx'
import type { Change } from './open-dialog.tsx'
import { Journal } from './parts/journal.tsx'
import { Tasks } from './parts/tasks.tsx'
import type { AtmSearch } from './search.ts'
import type { Atm } from './steps.ts'
import { dayIn } from './zone.ts'

type LowerSideProps = {
  readonly atm: Atm
  readonly query: DocumentResult<AtmQuery>
  readonly zone: string | undefined
  readonly mayPush: boolean
  readonly search: AtmSearch
  readonly change: Change
}

/** What was sent to the ATM, what is in it, and what it printed: below what is to be done, and loaded after it. */
export const LowerSide = ({ atm, query, zone, mayPush, search, change }: LowerSideProps) => {
  const today = dayIn(useNow(), zone)
  return (
    <>
      <Tasks atmId={atm.id} agentAtmId={atm.agentAtmId} zone={zone} mayPush={mayPush} />
      <Fence what={t('Cassettes')}>
        <Card title={t('Cassettes')}>
          {atm.inventory === null ? (
            <Empty>{t('Not known right now.')}</Empty>
          ) : (
            <Cassettes inventory={atm.inventory} />
          )}
        </Card>
      </Fence>
      <Widget
        query={query}
        title={t('Journals')}
        link={{ to: PATHS.journals }}
        linkLabel={t('Journals of all')}
        roots={['journalDays']}
        pick={(data) => data.journalDays ?? (query.data?.faults.some(({ path }) => path === 'journalDays') ? null : [])}
      >
        {(days) => (
          <Journal
            atmId={atm.id}
            agentAtmId={atm.agentAtmId}
            days={days.filter(({ date }) => date <= today)}
            chosen={search.day}
            onDay={(day) => change({ day })}
            zone={zone}
          />
        )}
      </Widget>
    </>
  )
}
