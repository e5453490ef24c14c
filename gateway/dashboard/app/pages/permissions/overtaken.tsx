import { IconAlertTriangle } from '@tabler/icons-react'
import { asBeginning } from '../../api/people.ts'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { andAlso } from '../../ui/format.ts'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { changedKinds, type Draft, type Row } from './matrix.rules.ts'
import styles from './overtaken.module.css'

/** What made one set of another, in words. */
const wordsOfChange = (before: readonly TaskKind[], after: readonly TaskKind[]): string => {
  const parts = changedKinds(before, after).map((kind) =>
    after.includes(kind)
      ? t('granted {command}', { command: TASK_KINDS[kind].label })
      : t('revoked {command}', { command: TASK_KINDS[kind].label }),
  )
  return parts.length === 0 ? t('wrote the same set again') : andAlso(parts)
}

const wordsOfSet = (kinds: readonly TaskKind[]): string =>
  kinds.length === 0 ? t('nothing') : andAlso(kinds.map((kind) => TASK_KINDS[kind].label))

type DecisionProps = { readonly label: string; readonly whole: string; readonly decide: () => void }

/** One of the two choices; `whole` names the institution for screen readers. */
const Decision = ({ label, whole, decide }: DecisionProps) => (
  <button type="button" className="button" data-size="small" onClick={decide} aria-label={whole}>
    {label}
  </button>
)

type OvertakenProps = {
  readonly row: Row
  readonly draft: Draft
  readonly who: (userId: string | null) => string
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Another person saved first: who, when, and what they made of the set, beside what was to be saved. */
export const Overtaken = ({ row: { key, stored }, draft, who, onKeepMine, onTakeTheirs }: OvertakenProps) => {
  const theirs = {
    person: <b>{asBeginning(who(stored.by))}</b>,
    changed: wordsOfChange(draft.seen.kinds, stored.kinds),
  }
  return (
    <section
      className={styles.overtaken}
      role="alert"
      aria-label={t('{institution} was changed meanwhile', { institution: key })}
    >
      <IconAlertTriangle size={18} stroke={2} aria-hidden />
      <div>
        <p>
          {stored.at === null
            ? rich('{person} {changed}. Nothing of yours was saved here.', theirs)
            : rich('{person} {changed} {age} ago. Nothing of yours was saved here.', {
                ...theirs,
                age: <Age at={stored.at} />,
              })}
        </p>
        <p>
          {t('Stored: {stored}. Yours: {yours}.', {
            stored: wordsOfSet(stored.kinds),
            yours: wordsOfSet(draft.chosen),
          })}
        </p>
      </div>
      <Decision
        label={t('Take theirs')}
        whole={t('Take theirs: {institution}', { institution: key })}
        decide={onTakeTheirs}
      />
      <Decision
        label={t('Keep mine')}
        whole={t('Keep mine: {institution}', { institution: key })}
        decide={onKeepMine}
      />
    </section>
  )
}
