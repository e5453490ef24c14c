import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { RolloutDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { usePageName } from '../../ui/page-name.ts'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { JsonText } from '../../ui/text/json-text.tsx'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { Head } from './head.tsx'
import { Outcomes } from './outcomes.tsx'
import styles from './rollout.module.css'
import { Stages } from './stages.tsx'

const Missing = ({ id }: { readonly id: string }) => (
  <div className="page">
    <Empty>
      <p>{t('There is no rollout {id}, or some of its ATMs are of institutions that you do not see.', { id })}</p>
      <Link to={PATHS.rollouts} className="button">
        {t('All rollouts')}
      </Link>
    </Empty>
  </div>
)

/** One rollout: its status, its stages, and what did not succeed. */
export const RolloutPage = () => {
  const { rolloutId } = useParams({ from: PATHS.rollout })
  const id = Number(rolloutId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const query = useDocument(RolloutDocument, { id }, { everyMs: 15_000, topics: ['rollouts'], enabled: isNumber })
  const found = query.isPlaceholderData ? undefined : query.data?.data.rollout
  usePageName(isNumber ? t('Rollout {id}', { id }) : undefined)
  const isMissing = found === null && query.data?.faults.length === 0
  if (!isNumber || isMissing) return <Missing id={rolloutId} />
  return (
    <>
      <Link to={PATHS.rollouts} className={styles.back}>
        <IconArrowLeft size={15} stroke={2} aria-hidden />
        {t('All rollouts')}
      </Link>
      <Loaded
        query={query}
        what={t('Rollout {id}', { id: rolloutId })}
        roots={['rollout']}
        pick={(data) => data.rollout}
        skeleton={<SkeletonBlock height={340} radius={12} />}
      >
        {(rollout) => (
          <div className="stack">
            <Head key={rollout.id} rollout={rollout} />
            <Stages rollout={rollout} />
            <Outcomes rollout={rollout} />
            {rollout.params !== null && <JsonText title={t('Params')} value={rollout.params} />}
          </div>
        )}
      </Loaded>
    </>
  )
}
