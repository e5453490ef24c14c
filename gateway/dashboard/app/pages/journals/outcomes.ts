import { t, tn } from '../../language/texts.ts'

type Outcomes = {
  readonly successful: number
  readonly failed: number
  readonly undecided?: number
  readonly duplicates?: number
}

/** How the transactions of a file ended, as `12 approved, 1 declined`; what there is none of is left out at the end. */
export const outcomesOf = ({ successful, failed, undecided = 0, duplicates = 0 }: Outcomes): string =>
  [
    tn(successful, '{n} approved', '{n} approved'),
    tn(failed, '{n} declined', '{n} declined'),
    ...(undecided === 0 ? [] : [tn(undecided, '{n} undecided', '{n} undecided')]),
    ...(duplicates === 0 ? [] : [tn(duplicates, '{n} in another file', '{n} in another file')]),
  ].join(t(', '))
