import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Name = 'from' | 'to'
type Ends = Readonly<Record<Name, string>>

/** An end as it is typed: whole unless parts of it are missing, or its year is on the way, such as `0002`. */
type TypedEnd = { readonly text: string; readonly isWhole: boolean; readonly isLeft: boolean }
type Draft = Readonly<Partial<Record<Name, TypedEnd>>>

type TypedPeriod = {
  /** The ends that hold, as the fields have them. */
  readonly ends: Ends
  /** Whether two whole ends may hold together. */
  readonly isPeriod: (ends: Ends) => boolean
  readonly onChange: (ends: Ends) => void
  /** What the ends are known by from outside; by default the ends themselves. */
  readonly of?: string
}

/** A day is whole several times while it is typed: it applies when the typing pauses, or the field is left. */
const TYPING_MS = 300

const keyOf = ({ from, to }: Ends): string => `${from} ${to}`

/**
 * The two ends of a period while they are typed into fields of days or of instants. Neither changes the other: they
 * apply together when both are whole and a period; until then what is typed stays in the fields, marked.
 */
export const useTypedPeriod = ({ ends, isPeriod, onChange, of = keyOf(ends) }: TypedPeriod) => {
  const [draft, setDraft] = useState<Draft>({})
  const applied = useRef(of)
  // Another period from outside: a link, or all filters cleared.
  useEffect(() => {
    if (applied.current === of) return
    applied.current = of
    setDraft({})
  }, [of])
  const typedOf = (of: Draft): Ends => ({ from: of.from?.text ?? ends.from, to: of.to?.text ?? ends.to })
  const isWhole = (of: Draft) => of.from?.isWhole !== false && of.to?.isWhole !== false
  const isReady = (of: Draft) => (of.from ?? of.to) !== undefined && isWhole(of) && isPeriod(typedOf(of))
  const apply = (of: Draft) => {
    const next = typedOf(of)
    if (!isReady(of) || applied.current === keyOf(next)) return
    applied.current = keyOf(next)
    onChange(next)
  }
  const typed = typedOf(draft)
  const isWrong = isWhole(draft) && !isPeriod(typed)
  const [key, waits] = [keyOf(typed), isReady(draft)]
  const latest = useRef(() => apply(draft))
  useEffect(() => {
    latest.current = () => apply(draft)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is typed begins the pause anew
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => latest.current(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [key, waits])
  const field = (name: Name) => {
    const own = draft[name]
    /** Takes what a field holds. Clearing the last part of a day fires no change event: it was empty. */
    const take = ({ value, validity }: HTMLInputElement, isLeft: boolean): Draft => {
      if (own === undefined && value === typed[name] && validity.valid) return draft
      const next = { ...draft, [name]: { text: value, isWhole: validity.valid, isLeft } }
      setDraft(next)
      return next
    }
    return {
      value: typed[name],
      'aria-invalid': isWrong || (own?.isLeft === true && !own.isWhole) || undefined,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => void take(target, false),
      onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') apply(take(currentTarget, own?.isLeft === true))
      },
      onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => apply(take(currentTarget, true)),
    }
  }
  return { from: field('from'), to: field('to'), isWrong }
}
