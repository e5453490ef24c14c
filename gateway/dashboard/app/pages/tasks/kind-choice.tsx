import { IconLock } from '@tabler/icons-react'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { refusalOf, TASK_KINDS } from './kinds.rules.ts'
import styles from './push.module.css'
import { KINDS } from './search.ts'

type KindChoiceProps = {
  readonly kind: TaskKind | undefined
  /** The kinds that the caller may push; undefined where that is not known, and the platform decides. */
  readonly mine: readonly TaskKind[] | undefined
  readonly isCustomer: boolean
  readonly onChoose: (kind: TaskKind) => void
}

/** The kinds of task; those that a customer may not push are shown with the reason. */
export const KindChoice = ({ kind, mine, isCustomer, onChoose }: KindChoiceProps) => (
  <fieldset className={styles.kinds}>
    <legend>{t('What')}</legend>
    {KINDS.map((one) => {
      const refused = isCustomer && mine !== undefined && !mine.includes(one)
      return (
        <label key={one} className={styles.kind} data-refused={refused || undefined}>
          <input
            type="radio"
            name="kind"
            value={one}
            checked={kind === one}
            disabled={refused}
            onChange={() => onChoose(one)}
          />
          <span>
            <b>{TASK_KINDS[one].label}</b>
            <small>{refused ? refusalOf(one) : TASK_KINDS[one].effect}</small>
          </span>
          {refused && <IconLock size={15} stroke={2} aria-hidden />}
        </label>
      )
    })}
  </fieldset>
)
