import { useParams } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { AtmDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { usePageName } from '../../ui/page-name.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Loaded } from '../../ui/widget.tsx'
import styles from './atm.module.css'
import { AtmContent } from './content.tsx'
import { NoAtm } from './no-atm.tsx'
import { dayIn, daysBefore } from './zone.ts'

const CALENDAR_DAYS = 90

const PageSkeleton = () => (
  <div className={styles.skeleton}>
    <SkeletonBlock height={84} radius={12} />
    <SkeletonBlock height={64} radius={12} />
    <SkeletonBlock height={420} radius={12} />
  </div>
)

/** One ATM: what it does and did, what is wrong with it, and what can be done about it. */
export const AtmPage = () => {
  const { atmId } = useParams({ from: PATHS.atm })
  const id = Number(atmId)
  const isId = Number.isSafeInteger(id) && id > 0
  // A day more than is shown: the ATM's own day may be the reader's tomorrow.
  const to = daysBefore(dayIn(useNow(), 'UTC'), -1)
  const query = useDocument(
    AtmDocument,
    { id: isId ? id : 0, from: daysBefore(to, CALENDAR_DAYS), to },
    { everyMs: 15_000, topics: ['service-state', 'incidents', 'gaps'], enabled: isId },
  )
  const answer = query.data
  usePageName(query.isPlaceholderData ? undefined : answer?.data.atm?.agentAtmId)
  const isMissing =
    answer !== undefined && answer.data.atm === null && !answer.faults.some(({ path }) => path === 'atm' || path === '')
  if (!isId || isMissing) return <NoAtm id={atmId} isId={isId} />
  return (
    <Loaded query={query} what={t('The ATM')} roots={['atm']} pick={(data) => data.atm} skeleton={<PageSkeleton />}>
      {/* While it is asked for, the answer of the ATM before stays: nothing is done to that at this address. */}
      {(atm) => (atm.id === id ? <AtmContent key={id} atm={atm} query={query} /> : <PageSkeleton />)}
    </Loaded>
  )
}
