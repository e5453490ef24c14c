import { IconAlertTriangle } from '@tabler/icons-react'
import { asBeginning } from '../../api/people.ts'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import { Age } from '../../ui/age.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { changedKinds, type Draft, type Row } from './matrix.rules.ts'
import styles from './overtaken.module.css'

/** What made one set of another, in words. */
const wordsOfChange = (before: readonly TaskKind[], after: readonly TaskKind[]): string => {
  const parts = changedKinds(before, after).map(
    (kind) => `${after.includes(kind) ? 'granted' : 'revoked'} ${TASK_KINDS[kind].label}`,
  )
  return parts.length === 0 ? 'wrote the same set again' : parts.join(' and ')
}

const wordsOfSet = (kinds: readonly TaskKind[]): string =>
  kinds.length === 0 ? 'nothing' : kinds.map((kind) => TASK_KINDS[kind].label).join(' and ')

type OvertakenProps = {
  readonly row: Row
  readonly draft: Draft
  readonly who: (userId: string | null) => string
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else was faster: who, when, and what they made of the set, beside what was to be saved. */
export const Overtaken = ({ row: { key, stored }, draft, who, onKeepMine, onTakeTheirs }: OvertakenProps) => (
  <section className={styles.overtaken} role="alert" aria-label={`${key} was changed meanwhile`}>
    <IconAlertTriangle size={18} stroke={2} aria-hidden />
    <div>
      <p>
        <b>{asBeginning(who(stored.by))}</b> {wordsOfChange(draft.seen.kinds, stored.kinds)}
        {stored.at !== null && (
          <>
            {' '}
            <Age at={stored.at} /> ago
          </>
        )}
        . Nothing of yours was saved here.
      </p>
      <p>
        Stored: {wordsOfSet(stored.kinds)}. Yours: {wordsOfSet(draft.chosen)}.
      </p>
    </div>
    <button
      type="button"
      className="button"
      data-size="small"
      onClick={onTakeTheirs}
      aria-label={`Take theirs: ${key}`}
    >
      Take theirs
    </button>
    <button type="button" className="button" data-size="small" onClick={onKeepMine} aria-label={`Keep mine: ${key}`}>
      Keep mine
    </button>
  </section>
)
