import { Suspense, useEffect, useState } from 'react'
import { useAuth } from '../../api/session.ts'
import { t } from '../../language/texts.ts'
import { lazyPart, Preloaded, preloadedPart } from '../../shell/lazy-part.ts'
import { count } from '../../ui/format.ts'
import type { Choice } from '../../ui/list/choice.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import styles from './bulk.module.css'
import type { Asked } from './bulk-question.tsx'
import { type BulkWork, type ChosenIncident, MOST } from './bulk-work.ts'
import type { filterOf } from './search.ts'
import { useBulk } from './use-bulk.ts'

const question = preloadedPart(async () => (await import('./bulk-question.tsx')).BulkQuestion)
const actions = preloadedPart(async () => (await import('./bulk-actions.tsx')).BulkActions)
const Failures = lazyPart(async () => (await import('./bulk-question.tsx')).Failures)

type BulkProps = {
  readonly choice: Choice<ChosenIncident>
  /** How many incidents match the filter of the list, and that filter. */
  readonly total: number
  readonly filter: ReturnType<typeof filterOf>
  /** Whether all rows of the page are chosen. */
  readonly isWhole: boolean
}

/** What is done to all chosen incidents, and the keys for it. */
const useBulkBar = ({ choice }: Pick<BulkProps, 'choice'>) => {
  const me = useAuth().session?.userId ?? ''
  const bulk = useBulk()
  const [asked, ask] = useState<Asked | null>(null)
  const { chosen } = choice
  const run = (work: BulkWork) => {
    ask(null)
    choice.clear()
    bulk.run(work, [...chosen.keys()], () => choice.set(chosen))
  }
  const keys = {
    a: () => run({ action: 'ACKNOWLEDGE' }),
    m: () => run({ action: 'ASSIGN', userId: me }),
    o: () => ask('assign'),
    r: () => ask('resolve'),
    n: () => ask('note'),
  }
  useShortcuts(chosen.size === 0 ? {} : { ...keys, escape: choice.clear })
  useEffect(() => {
    question.preload()
    actions.preload()
  }, [])
  const asking =
    asked === null ? null : (
      <Suspense fallback={null}>
        <Preloaded part={question} props={{ asked, chosen, run, close: () => ask(null) }} />
      </Suspense>
    )
  return { bulk, run, ask, keys, question: asking, me }
}

/** The bar below a list of which something is chosen. `keys` are its keys for rows that have the focus. */
export const useBulkActions = (choice: Choice<ChosenIncident>) => {
  const { bulk, run, ask, keys, question, me } = useBulkBar({ choice })
  const { chosen } = choice
  const bar = ({ total, filter, isWhole }: Omit<BulkProps, 'choice'>) => {
    const chooseAll = async () => {
      const all = await bulk.collect(filter)
      if (all !== null) choice.set(all)
    }
    const { progress } = bulk
    if (chosen.size === 0 && progress === null) return null
    return (
      <section className={styles.bar} aria-label={t('Chosen incidents')} data-bulk-bar>
        <p aria-live="polite">
          {progress === null ? (
            <b>{t('{chosen} chosen', { chosen: count(chosen.size) })}</b>
          ) : (
            <b>
              {progress.what === 'sent'
                ? t('Sent {done} of {of}', { done: count(progress.done), of: count(progress.of) })
                : t('Collected {done} of {of}', { done: count(progress.done), of: count(progress.of) })}
            </b>
          )}
        </p>
        {chosen.size > 0 && progress === null && (
          <>
            <Suspense fallback={null}>
              <Preloaded part={actions} props={{ run, ask, me }} />
            </Suspense>
            <span className={styles.spring} />
            {isWhole && total > chosen.size && total <= MOST && (
              <button type="button" className={styles.all} onClick={() => void chooseAll()}>
                {t('Choose all {total} that match', { total: count(total) })}
              </button>
            )}
            {isWhole && total > MOST && (
              <span className={styles.note}>{t('{most} at most can be chosen.', { most: count(MOST) })}</span>
            )}
            <button type="button" className={styles.all} onClick={choice.clear}>
              {t('Choose none')}
            </button>
          </>
        )}
      </section>
    )
  }
  const dialogs = (
    <>
      {question}
      {bulk.failures.length > 0 && (
        <Suspense fallback={null}>
          <Failures failures={bulk.failures} close={bulk.forget} />
        </Suspense>
      )}
    </>
  )
  return { bar, dialogs, keys }
}
