import { IconLock } from '@tabler/icons-react'
import { Fragment, useRef, useState } from 'react'
import { asBeginning, useWho } from '../../api/people.ts'
import type { TaskKind } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { TASK_KINDS } from '../tasks/kinds.rules.ts'
import { gridKeys } from './grid-keys.ts'
import { GRANTABLE, isOvertaken, NEVER, type Row } from './matrix.rules.ts'
import { Overtaken } from './overtaken.tsx'
import styles from './permissions.module.css'
import type { Editing } from './use-drafts.ts'

const COLUMNS = GRANTABLE.length + NEVER.length + 2

const idOf = (row: Row, kind: TaskKind): string => `${kind} ${row.key}`

type BoxProps = {
  readonly row: Row
  readonly kind: TaskKind
  readonly editing: Editing
  /** Whether Tab comes here; one box of the grid is it, the arrows reach the others. */
  readonly entry: boolean
  readonly onFocus: () => void
}

const Box = ({ row, kind, editing, entry, onFocus }: BoxProps) => {
  const stored = row.stored.kinds.includes(kind)
  const wanted = editing.drafts.get(row.key)?.chosen.includes(kind) ?? stored
  const words =
    wanted === stored ? (wanted ? t('Granted') : t('Denied')) : wanted ? t('Will be granted') : t('Will be revoked')
  return (
    <td className={styles.box} data-changed={wanted !== stored || undefined}>
      <label>
        <input
          type="checkbox"
          checked={wanted}
          aria-disabled={editing.saving.size > 0}
          tabIndex={entry ? 0 : -1}
          aria-label={
            wanted === stored
              ? t('{command} for {institution}', { command: TASK_KINDS[kind].label, institution: row.key })
              : t('{command} for {institution}, {change}', {
                  command: TASK_KINDS[kind].label,
                  institution: row.key,
                  change: words.toLowerCase(),
                })
          }
          onChange={() => editing.toggle(row, kind)}
          onFocus={onFocus}
        />
        <span className={styles.kind}>{TASK_KINDS[kind].label}</span>
        <span className={styles.words}>{words}</span>
      </label>
    </td>
  )
}

type Who = (userId: string | null) => string

const Written = ({ stored: { by, at }, who }: Row & { readonly who: Who }) => (
  <td className={styles.by}>
    {at === null ? (
      <span className={styles.none}>{t('never written')}</span>
    ) : (
      <>
        {asBeginning(who(by))}
        <small>{rich('{age} ago', { age: <Age at={at} /> })}</small>
      </>
    )}
  </td>
)

const Head = () => (
  <thead>
    <tr>
      <th scope="col" rowSpan={2}>
        {t('Institution')}
      </th>
      <th scope="colgroup" colSpan={GRANTABLE.length}>
        {t('Grantable to customers')}
      </th>
      <th scope="colgroup" colSpan={NEVER.length} className={styles.never}>
        {t('Never grantable')}
      </th>
      <th scope="col" rowSpan={2} className={styles.by}>
        {t('Last written by')}
      </th>
    </tr>
    <tr>
      {[...GRANTABLE, ...NEVER].map((kind) => (
        <th key={kind} scope="col" className={TASK_KINDS[kind].grantable ? undefined : styles.never}>
          {TASK_KINDS[kind].label}
        </th>
      ))}
    </tr>
  </thead>
)

type InstitutionProps = {
  readonly row: Row
  readonly editing: Editing
  readonly entry: string
  readonly onFocus: (id: string) => void
  readonly who: Who
}

const Institution = ({ row, editing, entry, onFocus, who }: InstitutionProps) => {
  const { drafts, saving, refusals, keepMine, takeTheirs } = editing
  const draft = drafts.get(row.key)
  const overtaken = draft !== undefined && !saving.has(row.key) && isOvertaken(row, draft)
  const refusal = refusals.get(row.key)
  const line = useRef<HTMLTableRowElement>(null)
  /** The buttons go with the decision; the keyboard goes on at the boxes that it is about. */
  const decided = (decide: (row: Row) => void) => () => {
    line.current?.querySelector('input')?.focus()
    decide(row)
  }
  return (
    <Fragment>
      <tr ref={line}>
        <th scope="row">
          <b>{row.key}</b>
          <small>
            {row.atms === null
              ? t('ATMs not known right now')
              : row.atms === 0
                ? t('no ATM')
                : tn(row.atms, '{n} ATM', '{n} ATMs')}
          </small>
        </th>
        {GRANTABLE.map((kind) => (
          <Box
            key={kind}
            row={row}
            kind={kind}
            editing={editing}
            entry={entry === idOf(row, kind)}
            onFocus={() => onFocus(idOf(row, kind))}
          />
        ))}
        {NEVER.map((kind) => (
          <td key={kind} className={styles.never}>
            <span className={styles.locked}>
              <IconLock size={14} stroke={2} aria-hidden />
              <span className="sr">{t('never')}</span>
            </span>
          </td>
        ))}
        <Written {...row} who={who} />
      </tr>
      {(overtaken || refusal !== undefined) && (
        <tr className={styles.below}>
          <td colSpan={COLUMNS}>
            {overtaken && (
              <Overtaken
                row={row}
                draft={draft}
                who={who}
                onKeepMine={decided(keepMine)}
                onTakeTheirs={decided(takeTheirs)}
              />
            )}
            {refusal !== undefined && (
              <p role="alert" className={styles.refusal}>
                {t('{institution} was not saved: {reason}', { institution: row.key, reason: refusal })}
              </p>
            )}
          </td>
        </tr>
      )}
    </Fragment>
  )
}

/** The boxes of all institutions; ticked and unticked by pointer or by space, gone through with the arrows. */
export const Matrix = ({ rows, editing }: { readonly rows: readonly Row[]; readonly editing: Editing }) => {
  const [focused, setFocused] = useState<string | null>(null)
  const who = useWho(rows.map(({ stored }) => stored.by))
  const ids = rows.flatMap((row) => GRANTABLE.map((kind) => idOf(row, kind)))
  const entry = focused !== null && ids.includes(focused) ? focused : (ids[0] ?? '')
  return (
    <div className={styles.scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go through its cells
        role="grid"
        className={styles.matrix}
        aria-label={t('Institutions and kinds of task')}
        onKeyDown={gridKeys}
      >
        <Head />
        <tbody>
          {rows.map((row) => (
            <Institution key={row.key} row={row} editing={editing} entry={entry} onFocus={setFocused} who={who} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
