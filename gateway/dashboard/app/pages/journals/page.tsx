import { useDocument } from '../../api/client.ts'
import { JournalsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Loaded, Widget } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { addDays, dayIn } from './days.ts'
import { Figures } from './figures.tsx'
import { GapCalendar } from './gap-calendar.tsx'
import { Gaps } from './gaps.tsx'
import styles from './journals.module.css'
import { changed, type JournalsSearch } from './search.ts'
import { JournalTabs } from './tabs.tsx'
import { TopAtms } from './top-atms.tsx'

const DAYS = 90
const HOUR_MS = 3_600_000

/** A day ago, to the hour: an instant that changes all the time would be asked for all the time. */
const dayAgo = (now: number): string => new Date(Math.floor(now / HOUR_MS) * HOUR_MS - 24 * HOUR_MS).toISOString()

/** Filters take the place of one another; further rows can be gone back from. */
const CHANGE: SearchChange<JournalsSearch> = {
  expand: changed,
  isStep: ({ after }) => after !== undefined,
  resetScroll: false,
}

/** The journals of the fleet: which days are missing where, and having them fetched. */
export const JournalsPage = () => {
  const { search, change } = usePageSearch(PATHS.journals, CHANGE)
  const now = useNow()
  const today = dayIn(now)
  const query = useDocument(
    JournalsDocument,
    { from: addDays(today, 1 - DAYS), to: today, since: dayAgo(now) },
    { everyMs: 30_000, topics: ['gaps'] },
  )
  const day = search.from === search.to ? search.from : undefined
  return (
    <>
      <JournalTabs bare />
      <div className="stack">
        <Loaded
          query={query}
          what={t('Journals')}
          roots={['open', 'requested', 'journalSummary']}
          pick={(data) => data}
          skeleton={<SkeletonBlock height={104} radius={12} />}
        >
          {(data) => <Figures data={data} today={today} />}
        </Loaded>
        <div className={styles.grid}>
          <Widget
            query={query}
            title={t('Last {days} days', { days: DAYS })}
            note={t('ATMs without a journal of the day')}
            roots={['journalDays']}
            pick={(data) => data.journalDays}
            skeleton={<SkeletonBlock height={290} radius={8} />}
          >
            {(days) => (
              <GapCalendar
                days={days}
                today={today}
                chosen={day}
                onDay={(one) =>
                  change(
                    one === day
                      ? { from: undefined, to: undefined, status: undefined }
                      : { from: one, to: one, status: 'ALL' },
                  )
                }
              />
            )}
          </Widget>
          <Widget
            query={query}
            title={t('Most days missing')}
            note={query.data?.data.open ? tn(query.data.data.open.atms, '{n} ATM', '{n} ATMs') : undefined}
            roots={['open']}
            pick={(data) => data.open}
            skeleton={<SkeletonBlock height={280} radius={8} />}
          >
            {(counts) => <TopAtms counts={counts} onAtm={(atm) => change({ atm, status: undefined })} />}
          </Widget>
        </div>
        <Gaps search={search} change={change} data={query.data?.data} />
      </div>
    </>
  )
}
