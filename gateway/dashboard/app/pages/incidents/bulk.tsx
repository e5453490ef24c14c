import { Suspense, useEffect, useState } from 'react'
import { useAuth } from '../../api/session.ts'
import { lazyPart, Preloaded, preloadedPart } from '../../shell/lazy-part.ts'
import type { Choice } from '../../ui/list/choice.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { Asked } from './bulk-parts.tsx'
import type { BulkWork, ChosenIncident } from './bulk-work.ts'
import type { filterOf } from './search.ts'
import { useBulk } from './use-bulk.ts'

const question = preloadedPart(async () => (await import('./bulk-parts.tsx')).BulkQuestion)
const bulkBar = preloadedPart(async () => (await import('./bulk-parts.tsx')).BulkBar)
const Failures = lazyPart(async () => (await import('./bulk-parts.tsx')).Failures)

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
    bulkBar.preload()
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
  const { chosen, clear } = choice
  const bar = ({ total, filter, isWhole }: Omit<BulkProps, 'choice'>) => {
    const chooseAll = async () => {
      const all = await bulk.collect(filter)
      if (all !== null) choice.set(all)
    }
    if (chosen.size === 0 && bulk.progress === null) return null
    const props = { chosen: chosen.size, progress: bulk.progress, total, isWhole, run, ask, me, chooseAll, clear }
    return (
      <Suspense fallback={null}>
        <Preloaded part={bulkBar} props={props} />
      </Suspense>
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
