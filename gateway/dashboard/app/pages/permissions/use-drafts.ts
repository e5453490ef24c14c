import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { execute } from '../../api/client.ts'
import { RequestError, wordsOf } from '../../api/problem.ts'
import { SavePermissionsDocument, type TaskKind } from '../../gql/graphql.gen.ts'
import { tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { sayDone } from '../../ui/toast/toast.tsx'
import {
  type Draft,
  type Drafts,
  openDrafts,
  openRefusals,
  type Row,
  rebased,
  type Summary,
  summaryOf,
  toggled,
  without,
} from './matrix.rules.ts'

type Outcome = { readonly key: string; readonly outcome: 'saved' | 'overtaken' | { readonly refused: string } }

/** Writes the set of one institution over the one that was seen. */
const write = async (key: string, { seen, chosen }: Draft, institution: string | undefined): Promise<Outcome> => {
  try {
    const variables = { key, kinds: [...chosen], ifMatch: seen.tag }
    const { faults } = await execute(SavePermissionsDocument, variables, { institution })
    if (faults.length === 0) return { key, outcome: 'saved' }
    if (faults.some(({ code }) => code === 'PRECONDITION_FAILED')) return { key, outcome: 'overtaken' }
    throw new RequestError(200, faults)
  } catch (error) {
    return { key, outcome: { refused: wordsOf(error) } }
  }
}

/** At most so many sets are written at the same time. */
const AT_ONCE = 4

const writeAll = async (ready: Summary['ready'], institution: string | undefined): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const left = ready.values()
  const work = async () => {
    for (const { key, draft } of left) outcomes.push(await write(key, draft, institution))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcomes
}

export type Editing = {
  readonly drafts: Drafts
  readonly summary: Summary
  readonly saving: ReadonlySet<string>
  /** Why sets were not saved, by institution. */
  readonly refusals: ReadonlyMap<string, string>
  readonly toggle: (row: Row, kind: TaskKind) => void
  readonly keepMine: (row: Row) => void
  readonly takeTheirs: (row: Row) => void
  readonly discard: () => void
  readonly save: () => Promise<void>
}

const NONE: Drafts = new Map()

/** The sets being edited, over the stored ones; each is saved as a whole, and one that fails takes no other along. */
export const useDrafts = (rows: readonly Row[]): Editing => {
  const [kept, setKept] = useState(NONE)
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const institution = useInstitution()
  const queries = useQueryClient()
  const drafts = openDrafts(kept, rows, saving)
  if (drafts !== kept) setKept(drafts)
  const summary = summaryOf(rows, drafts, saving)
  const change = (next: Drafts, key: string) => {
    setKept(next)
    setRefusals((now) => new Map([...now].filter(([one]) => one !== key)))
  }
  const save = async () => {
    const { ready } = summary
    setSaving(new Set(ready.map(({ key }) => key)))
    setRefusals(new Map())
    const outcomes = await writeAll(ready, institution)
    await queries.invalidateQueries()
    const saved = outcomes.flatMap(({ key, outcome }) => (outcome === 'saved' ? [key] : []))
    setKept((now) => without(now, saved))
    setRefusals(
      new Map(outcomes.flatMap(({ key, outcome }) => (typeof outcome === 'object' ? [[key, outcome.refused]] : []))),
    )
    setSaving(new Set())
    if (saved.length > 0)
      sayDone(
        tn(
          saved.length,
          'Saved, and in force: {n} set of permissions.',
          'Saved, and in force: {n} sets of permissions.',
        ),
      )
  }
  return {
    drafts,
    summary,
    saving,
    refusals: openRefusals(refusals, drafts),
    toggle: (row, kind) => {
      if (saving.size === 0) change(toggled(drafts, row, kind), row.key)
    },
    keepMine: (row) => change(rebased(drafts, row), row.key),
    takeTheirs: ({ key }) => change(without(drafts, [key]), key),
    discard: () => {
      setKept(NONE)
      setRefusals(new Map())
    },
    save,
  }
}
